package io.straggler.fleet;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The recursive form of {@link StackTree}, which its results are compared with. Its depth is bounded by the stack of the thread. */
final class RecursiveTree {
    private static final Comparator<StackFrame> BY_NAME =
            Comparator.comparing(StackFrame::name).thenComparing(StackFrame::kind);
    private static final StackFrame LEFT_OUT = new StackFrame("[left out: too light]", FrameKind.UNSEEN);

    private final int mostNodes;
    private final Node root = new Node();
    private final List<Integer> nodesAt = new ArrayList<>(List.of(1));
    private int nodes = 1;
    private int deepest = Integer.MAX_VALUE;

    static final class Node {
        final TreeMap<StackFrame, Node> callees = new TreeMap<>(BY_NAME);
        long selfNs;
        long samples;
        long cutNs;
    }

    RecursiveTree() {
        this(StackTree.MAX_NODES);
    }

    RecursiveTree(int mostNodes) {
        this.mostNodes = mostNodes;
    }

    static RecursiveTree of(List<WeightedStack> stacks, int mostNodes) {
        RecursiveTree whole = new RecursiveTree(Integer.MAX_VALUE);
        for (WeightedStack stack : stacks) {
            whole.add(stack.ofAnyThread().frames(), stack.weightNs(), stack.samples(), 0);
        }
        RecursiveTree kept = new RecursiveTree();
        kept.addHeaviest(whole, mostNodes);
        return kept;
    }

    void addHeaviest(RecursiveTree whole, int most) {
        Map<Node, Long> totals = new IdentityHashMap<>();
        List<Node> inOrder = new ArrayList<>();
        total(whole.root, totals, inOrder);
        List<Node> heaviest = new ArrayList<>(inOrder);
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

    void add(RecursiveTree other) {
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

    List<WeightedStack> stacks() {
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

    long cutNs() {
        return cutNs(root);
    }

    private static long cutNs(Node node) {
        long sum = node.cutNs;
        for (Node callee : node.callees.values()) {
            sum += cutNs(callee);
        }
        return sum;
    }

    int size() {
        return nodes;
    }
}
