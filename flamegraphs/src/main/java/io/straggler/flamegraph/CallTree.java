package io.straggler.flamegraph;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.StackFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;

/**
 * Weighted stacks merged by their common callers.
 *
 * <p>Nodes are numbered in preorder: a node comes before its descendants, which are the nodes up to {@link #end}. Siblings are
 * ordered by name, then by kind of code, whatever they weigh: the same code stands in the same place in every tree.
 *
 * <p>Frames of one name are one node if they are the same code. How Java code ran (interpreted, compiled, inlined) does not
 * make it other code: such a node carries the kind under which most of its time was seen, and of two with the same time the one
 * that {@link io.straggler.model.FrameKind} declares first. Java, native, JVM and kernel frames of one name stay apart.
 *
 * <p>Immutable. Building takes memory for every distinct prefix, time for sorting the stacks, and no recursion, so a stack
 * may be thousands of frames deep.
 */
public final class CallTree {
    private final StackFrame[] frames;
    private final int[] code;
    private final int[] parent;
    private final int[] depth;
    private final int[] end;
    private final long[] selfNs;
    private final long[] totalNs;
    private final long[] selfSamples;
    private final long[] totalSamples;
    private final CodeRanks codes;
    private final long allNs;
    private final long allSamples;

    private CallTree(CallTreeBuilder built, CodeRanks codes) {
        this.frames = built.frames();
        this.code = built.code();
        this.parent = built.parent();
        this.depth = built.depth();
        this.end = built.end();
        this.selfNs = built.selfNs();
        this.selfSamples = built.selfSamples();
        this.totalNs = selfNs.clone();
        this.totalSamples = selfSamples.clone();
        this.codes = codes;
        long ns = 0;
        long samples = 0;
        for (int node = parent.length - 1; node >= 0; node--) {
            if (parent[node] >= 0) {
                totalNs[parent[node]] += totalNs[node];
                totalSamples[parent[node]] += totalSamples[node];
            } else {
                ns += totalNs[node];
                samples += totalSamples[node];
            }
        }
        this.allNs = ns;
        this.allSamples = samples;
    }

    /** Merges stacks; the order in which they come makes no difference. */
    public static CallTree of(List<WeightedStack> stacks) {
        CodeRanks ranks = CodeRanks.of(stacks);
        List<RankedStack> ranked = new ArrayList<>(stacks.size());
        for (WeightedStack stack : stacks) {
            requireNotNegative("weightNs", stack.weightNs());
            requireNotNegative("samples", stack.samples());
            ranked.add(new RankedStack(ranks.ranksOf(stack.frames()), stack));
        }
        ranked.sort(Comparator.naturalOrder());
        CallTreeBuilder builder = new CallTreeBuilder();
        ranked.forEach(builder::add);
        builder.finish();
        return new CallTree(builder, ranks);
    }

    private static void requireNotNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " must be at least 0: " + name + "=" + value);
        }
    }

    /** How many nodes there are. */
    public int size() {
        return parent.length;
    }

    /** The time that all stacks stand for. */
    public long totalNs() {
        return allNs;
    }

    /** How many captures all stacks stand for. */
    public long totalSamples() {
        return allSamples;
    }

    public StackFrame frame(int node) {
        return frames[node];
    }

    /** Whether the node is a root: a frame that no other called. */
    public boolean isRoot(int node) {
        return parent[node] < 0;
    }

    /** The caller of a node that is not a root. */
    public int parent(int node) {
        if (parent[node] < 0) {
            throw new IllegalArgumentException("node must not be a root: node=" + node);
        }
        return parent[node];
    }

    /** How many callers the node has: 0 for a root. */
    public int depth(int node) {
        return depth[node];
    }

    /** The first node behind the node and its descendants. */
    public int end(int node) {
        return end[node];
    }

    /** The time in which the node was the leaf. */
    public long selfNs(int node) {
        return selfNs[node];
    }

    /** The time of the node and its descendants. */
    public long totalNs(int node) {
        return totalNs[node];
    }

    /** Captures in which the node was the leaf. */
    public long selfSamples(int node) {
        return selfSamples[node];
    }

    /** Captures of the node and its descendants. */
    public long totalSamples(int node) {
        return totalSamples[node];
    }

    /** The root-first frames of the stack that ends in the node. */
    public List<StackFrame> stack(int node) {
        Deque<StackFrame> stack = new ArrayDeque<>();
        for (int at = node; at >= 0; at = parent[at]) {
            stack.addFirst(frames[at]);
        }
        return List.copyOf(stack);
    }

    /** The node in which a root-first stack ends; empty for one that is not in the tree. */
    public OptionalInt find(List<StackFrame> stack) {
        int found = -1;
        int next = 0;
        int behind = size();
        for (StackFrame frame : stack) {
            int wanted = codes.rankOf(frame);
            // Siblings are in order of their code.
            while (next < behind && code[next] < wanted) {
                next = end[next];
            }
            if (next >= behind || code[next] != wanted) {
                return OptionalInt.empty();
            }
            found = next;
            behind = end[next];
            next++;
        }
        return found < 0 ? OptionalInt.empty() : OptionalInt.of(found);
    }

    /** Whether any stack has a frame of the same code. */
    public boolean runs(StackFrame frame) {
        return codes.rankOf(frame) >= 0;
    }

    /**
     * Returns the totals of each frame wherever it occurs: most self time first, then most total time, then by name.
     */
    public List<FrameTotal> frameTotals() {
        FrameTotals totals = new FrameTotals(codes.size());
        for (int node = 0; node < size(); node++) {
            totals.add(this, node, code[node]);
        }
        return totals.sorted();
    }

    @Override
    public String toString() {
        return "CallTree[nodes=" + size() + ", totalNs=" + allNs + ", totalSamples=" + allSamples + "]";
    }
}
