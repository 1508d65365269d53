package io.straggler.fleet;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Stacks of many recordings as one call tree with a bound on its nodes. Adding is associative and commutative, whatever was cut off before.
 *
 * <p>There are two bounds. Of one recording the heaviest nodes are kept; that is done once, before anything is added. Of a sum, when it has more than
 * {@value #MOST_NODES} nodes, the deepest frames are cut off, at the largest depth that leaves no more: that depth is the same in whatever order trees are
 * added, because a part never has more nodes down to a depth than the whole. What is cut off counts for the frame that called it, and is said. Not thread-safe.
 */
public final class StackTree {
    /** More than a page draws. */
    static final int MOST_NODES = 100_000;

    private static final Comparator<StackFrame> BY_NAME =
            Comparator.comparing(StackFrame::name).thenComparing(StackFrame::kind);
    private static final StackFrame LEFT_OUT = new StackFrame("[left out: too light]", FrameKind.UNSEEN);

    private final int mostNodes;
    private final Node root = new Node();
    private final List<Integer> nodesAt = new ArrayList<>(List.of(1));
    private int nodes = 1;
    private int deepest = Integer.MAX_VALUE;

    /** A frame in its place; the root stands for none. */
    static final class Node {
        final TreeMap<StackFrame, Node> callees = new TreeMap<>(BY_NAME);
        long selfNs;
        long samples;

        /** Of {@code selfNs}, what was spent in callees that are cut off. */
        long cutNs;
    }

    StackTree() {
        this(MOST_NODES);
    }

    StackTree(int mostNodes) {
        this.mostNodes = mostNodes;
    }

    /** The heaviest nodes of one recording. */
    static StackTree of(List<WeightedStack> stacks, int mostNodes) {
        StackTree whole = new StackTree(Integer.MAX_VALUE);
        for (WeightedStack stack : stacks) {
            whole.add(stack.ofAnyThread().frames(), stack.weightNs(), stack.samples(), 0);
        }
        StackTree kept = new StackTree();
        kept.addHeaviest(whole, mostNodes);
        return kept;
    }

    /** Adds the heaviest nodes of another; what is left out counts for the frame that called it. */
    void addHeaviest(StackTree whole, int most) {
        Map<Node, Long> totals = new IdentityHashMap<>();
        List<Node> inOrder = new ArrayList<>();
        total(whole.root, totals, inOrder);
        List<Node> heaviest = new ArrayList<>(inOrder);
        // Stable, and callers come before what they call, which is never heavier.
        heaviest.sort(Comparator.comparing((Node node) -> totals.get(node)).reversed());
        Set<Node> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        kept.addAll(heaviest.subList(0, Math.min(most, heaviest.size())));
        copy(whole.root, kept, new ArrayDeque<>(), true);
    }

    private static long total(Node node, Map<Node, Long> totals, List<Node> inOrder) {
        inOrder.add(node);
        long total = node.selfNs;
        for (Node callee : node.callees.values()) {
            total += total(callee, totals, inOrder);
        }
        totals.put(node, total);
        return total;
    }

    private void copy(Node node, Set<Node> kept, Deque<StackFrame> callers, boolean own) {
        if (node.selfNs > 0 || node.samples > 0) {
            add(List.copyOf(callers), node.selfNs, node.samples, own ? node.cutNs : node.selfNs);
        }
        node.callees.forEach((frame, callee) -> {
            boolean isKept = kept.contains(callee);
            if (isKept) {
                callers.addLast(frame);
            }
            copy(callee, kept, callers, isKept);
            if (isKept) {
                callers.removeLast();
            }
        });
    }

    void add(List<StackFrame> frames, long selfNs, long samples, long cutNs) {
        Node node = root;
        int depth = 0;
        for (StackFrame frame : frames.subList(0, Math.min(frames.size(), deepest))) {
            node = callee(node, frame, ++depth);
        }
        node.selfNs += selfNs;
        node.samples += samples;
        node.cutNs += frames.size() > deepest ? selfNs : cutNs;
        shrink();
    }

    void add(StackTree other) {
        if (other.deepest < deepest) {
            cutAt(other.deepest);
        }
        add(root, other.root, 0);
        shrink();
    }

    private void add(Node to, Node from, int depth) {
        to.selfNs += from.selfNs;
        to.samples += from.samples;
        to.cutNs += from.cutNs;
        from.callees.forEach((frame, callee) -> {
            if (depth == deepest) {
                fold(to, callee);
            } else {
                add(callee(to, frame, depth + 1), callee, depth + 1);
            }
        });
    }

    private Node callee(Node caller, StackFrame frame, int depth) {
        Node callee = caller.callees.get(frame);
        if (callee == null) {
            callee = new Node();
            caller.callees.put(frame, callee);
            nodes++;
            if (depth == nodesAt.size()) {
                nodesAt.add(0);
            }
            nodesAt.set(depth, nodesAt.get(depth) + 1);
        }
        return callee;
    }

    private void shrink() {
        if (nodes <= mostNodes) {
            return;
        }
        int left = nodes;
        int depth = nodesAt.size();
        while (left > mostNodes) {
            left -= nodesAt.get(--depth);
        }
        cutAt(depth - 1);
    }

    private void cutAt(int depth) {
        deepest = depth;
        cut(root, 0);
        while (nodesAt.size() - 1 > depth) {
            nodes -= nodesAt.remove(nodesAt.size() - 1);
        }
    }

    private void cut(Node node, int depth) {
        if (depth < deepest) {
            node.callees.values().forEach(callee -> cut(callee, depth + 1));
            return;
        }
        node.callees.values().forEach(callee -> fold(node, callee));
        node.callees.clear();
    }

    private static void fold(Node into, Node node) {
        into.selfNs += node.selfNs;
        into.samples += node.samples;
        into.cutNs += node.selfNs;
        node.callees.values().forEach(callee -> fold(into, callee));
    }

    /** Every stack that a recording ended in, or that deeper ones are cut off at. */
    public List<WeightedStack> stacks() {
        List<WeightedStack> stacks = new ArrayList<>();
        collect(root, new ArrayDeque<>(), stacks);
        return stacks;
    }

    private static void collect(Node node, Deque<StackFrame> frames, List<WeightedStack> stacks) {
        if (node.selfNs > 0 || node.samples > 0) {
            List<StackFrame> stack = frames.isEmpty() ? List.of(LEFT_OUT) : List.copyOf(frames);
            stacks.add(new WeightedStack(stack, node.selfNs, node.samples));
        }
        node.callees.forEach((frame, callee) -> {
            frames.addLast(frame);
            collect(callee, frames, stacks);
            frames.removeLast();
        });
    }

    /** The time that is counted for a caller, because the callee was cut off. */
    public long cutNs() {
        return cutNs(root);
    }

    private static long cutNs(Node node) {
        long sum = node.cutNs;
        for (Node callee : node.callees.values()) {
            sum += cutNs(callee);
        }
        return sum;
    }

    /** The frames that it has. */
    Set<StackFrame> frames() {
        Set<StackFrame> frames = new HashSet<>();
        collect(root, frames);
        return frames;
    }

    private static void collect(Node node, Set<StackFrame> frames) {
        frames.addAll(node.callees.keySet());
        node.callees.values().forEach(callee -> collect(callee, frames));
    }

    int deepest() {
        return deepest;
    }

    /** For reading back: nothing deeper is kept from now on. */
    void cut(int depth) {
        cutAt(Math.min(deepest, depth));
    }

    Node root() {
        return root;
    }

    int size() {
        return nodes;
    }
}
