package io.straggler.flamegraph;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Turns sorted stacks into nodes in preorder: each stack shares its first frames with the one before and opens nodes for the
 * rest, so the nodes that are open are always the last stack's.
 */
final class CallTreeBuilder {
    private static final FrameKind[] KINDS = FrameKind.values();
    private static final long NOT_SEEN = -1;

    private int nodes;
    private StackFrame[] frames = new StackFrame[64];
    private int[] code = new int[64];
    private int[] parent = new int[64];
    private int[] depth = new int[64];
    private int[] end = new int[64];
    private long[] selfNs = new long[64];
    private long[] selfSamples = new long[64];

    /** The nodes that are open, root first, and for each the time seen under each kind. */
    private int[] open = new int[64];

    private final List<long[]> kindNs = new ArrayList<>();
    private int opened;

    void add(RankedStack ranked) {
        int[] ranks = ranked.ranks();
        WeightedStack stack = ranked.stack();
        int shared = 0;
        while (shared < Math.min(opened, ranks.length) && code[open[shared]] == ranks[shared]) {
            shared++;
        }
        close(shared);
        for (int at = shared; at < ranks.length; at++) {
            open(ranks[at], stack.frames().get(at).name());
        }
        for (int at = 0; at < ranks.length; at++) {
            long[] byKind = kindNs.get(at);
            int kind = stack.frames().get(at).kind().ordinal();
            byKind[kind] = Math.max(0, byKind[kind]) + stack.weightNs();
        }
        if (ranks.length > 0) {
            selfNs[open[ranks.length - 1]] += stack.weightNs();
            selfSamples[open[ranks.length - 1]] += stack.samples();
        }
    }

    void finish() {
        close(0);
    }

    private void open(int rank, String name) {
        if (nodes == code.length) {
            grow(nodes * 2);
        }
        if (opened == open.length) {
            open = Arrays.copyOf(open, opened * 2);
        }
        if (opened == kindNs.size()) {
            kindNs.add(new long[KINDS.length]);
        }
        Arrays.fill(kindNs.get(opened), NOT_SEEN);
        frames[nodes] = new StackFrame(name, FrameKind.UNSEEN);
        code[nodes] = rank;
        parent[nodes] = opened == 0 ? -1 : open[opened - 1];
        depth[nodes] = opened;
        open[opened++] = nodes++;
    }

    private void close(int down) {
        while (opened > down) {
            int node = open[--opened];
            end[node] = nodes;
            frames[node] = new StackFrame(frames[node].name(), dominant(kindNs.get(opened)));
        }
    }

    private static FrameKind dominant(long[] byKind) {
        int best = 0;
        for (int kind = 1; kind < byKind.length; kind++) {
            if (byKind[kind] > byKind[best]) {
                best = kind;
            }
        }
        return KINDS[best];
    }

    private void grow(int capacity) {
        frames = Arrays.copyOf(frames, capacity);
        code = Arrays.copyOf(code, capacity);
        parent = Arrays.copyOf(parent, capacity);
        depth = Arrays.copyOf(depth, capacity);
        end = Arrays.copyOf(end, capacity);
        selfNs = Arrays.copyOf(selfNs, capacity);
        selfSamples = Arrays.copyOf(selfSamples, capacity);
    }

    StackFrame[] frames() {
        return Arrays.copyOf(frames, nodes);
    }

    int[] code() {
        return Arrays.copyOf(code, nodes);
    }

    int[] parent() {
        return Arrays.copyOf(parent, nodes);
    }

    int[] depth() {
        return Arrays.copyOf(depth, nodes);
    }

    int[] end() {
        return Arrays.copyOf(end, nodes);
    }

    long[] selfNs() {
        return Arrays.copyOf(selfNs, nodes);
    }

    long[] selfSamples() {
        return Arrays.copyOf(selfSamples, nodes);
    }
}
