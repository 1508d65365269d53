package io.straggler.fleet;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Stacks of many recordings as one call tree with a bound on its nodes. Adding is associative and commutative, whatever was cut off before.
 *
 * <p>There are two bounds. Of one recording the heaviest nodes are kept; that is done once, before anything is added. Of a sum, when it has more than
 * {@value #MAX_NODES} nodes, the deepest frames are cut off, at the largest depth that leaves no more: that depth is the same in whatever order trees are
 * added, because a part never has more nodes down to a depth than the whole. What is cut off counts for the frame that called it, and is said. Not thread-safe.
 */
public final class StackTree {
    /** More than a page draws. */
    static final int MAX_NODES = 100_000;

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

        /** Part of {@code selfNs} that was spent in callees that are cut off. */
        long cutNs;

        /** Takes over what a callee below the last depth has. */
        private void fold(Node below) {
            selfNs += below.selfNs;
            samples += below.samples;
            cutNs += below.selfNs;
        }
    }

    StackTree() {
        this(MAX_NODES);
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
        BitSet heaviest = heaviest(whole.root, most);
        List<StackFrame> callers = new ArrayList<>();
        TreeWalk walk = new TreeWalk(whole.root);
        for (int i = 0; walk.next(); i++) {
            Node node = walk.node();
            boolean own = heaviest.get(i);
            truncate(callers, walk.depth() - 1);
            if (own && walk.depth() > 0) {
                callers.add(walk.frame());
            }
            if (node.selfNs > 0 || node.samples > 0) {
                add(callers, node.selfNs, node.samples, own ? node.cutNs : node.selfNs);
            }
        }
    }

    /** Which nodes are the heaviest with all below them, by their place in a walk. Callers of one are among them: they are no lighter, and come first. */
    private static BitSet heaviest(Node root, int most) {
        List<Long> selfNs = new ArrayList<>();
        List<Integer> depths = new ArrayList<>();
        TreeWalk walk = new TreeWalk(root);
        while (walk.next()) {
            selfNs.add(walk.node().selfNs);
            depths.add(walk.depth());
        }
        long[] totals = totals(selfNs, depths);
        BitSet heaviest = new BitSet();
        IntStream.range(0, totals.length)
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> totals[i]).reversed())
                .limit(most)
                .forEach(heaviest::set);
        return heaviest;
    }

    /** The time of each node and of all below it: from the last to the first, callees come before their caller. */
    private static long[] totals(List<Long> selfNs, List<Integer> depths) {
        long[] below = new long[Collections.max(depths) + 2];
        long[] totals = new long[depths.size()];
        for (int i = totals.length - 1; i >= 0; i--) {
            int depth = depths.get(i);
            totals[i] = selfNs.get(i) + below[depth + 1];
            below[depth + 1] = 0;
            below[depth] += totals[i];
        }
        return totals;
    }

    private static void truncate(List<?> list, int length) {
        while (list.size() > Math.max(0, length)) {
            list.remove(list.size() - 1);
        }
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
        List<Node> into = new ArrayList<>();
        TreeWalk walk = new TreeWalk(other.root);
        while (walk.next()) {
            int depth = walk.depth();
            Node from = walk.node();
            truncate(into, depth);
            if (depth > deepest) {
                into.get(deepest).fold(from);
                continue;
            }
            Node to = depth == 0 ? root : callee(into.get(depth - 1), walk.frame(), depth);
            into.add(to);
            to.selfNs += from.selfNs;
            to.samples += from.samples;
            to.cutNs += from.cutNs;
        }
        shrink();
    }

    /** A callee, made if it is new; who makes several says {@link #shrink()} at the end. */
    Node callee(Node caller, StackFrame frame, int depth) {
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

    void shrink() {
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
        List<Node> last = new ArrayList<>();
        TreeWalk walk = new TreeWalk(root);
        while (walk.next()) {
            if (walk.depth() == depth) {
                last.add(walk.node());
            } else if (walk.depth() > depth) {
                last.get(last.size() - 1).fold(walk.node());
            }
        }
        last.forEach(node -> node.callees.clear());
        while (nodesAt.size() - 1 > depth) {
            nodes -= nodesAt.remove(nodesAt.size() - 1);
        }
    }

    /** Every stack that a recording ended in, or that deeper ones are cut off at. */
    public List<WeightedStack> stacks() {
        List<WeightedStack> stacks = new ArrayList<>();
        List<StackFrame> frames = new ArrayList<>();
        TreeWalk walk = new TreeWalk(root);
        while (walk.next()) {
            Node node = walk.node();
            if (walk.depth() > 0) {
                truncate(frames, walk.depth() - 1);
                frames.add(walk.frame());
            }
            if (node.selfNs > 0 || node.samples > 0) {
                List<StackFrame> stack = frames.isEmpty() ? List.of(LEFT_OUT) : List.copyOf(frames);
                stacks.add(new WeightedStack(stack, node.selfNs, node.samples));
            }
        }
        return stacks;
    }

    /** The time that is counted for a caller, because the callee was cut off. */
    public long cutNs() {
        long sum = 0;
        TreeWalk walk = new TreeWalk(root);
        while (walk.next()) {
            sum += walk.node().cutNs;
        }
        return sum;
    }

    /** The frames that it has. */
    Set<StackFrame> frames() {
        Set<StackFrame> frames = new HashSet<>();
        TreeWalk walk = new TreeWalk(root);
        while (walk.next()) {
            frames.addAll(walk.node().callees.keySet());
        }
        return frames;
    }

    int deepest() {
        return deepest;
    }

    /** Limits the depth, for reading back: nothing deeper is kept from now on. */
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
