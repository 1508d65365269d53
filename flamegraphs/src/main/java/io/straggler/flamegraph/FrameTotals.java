package io.straggler.flamegraph;

import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Sums a tree's nodes by the code that they run, in a walk in preorder. */
final class FrameTotals {
    private static final Comparator<FrameTotal> HEAVIEST_FIRST = Comparator.comparingLong(FrameTotal::selfNs)
            .thenComparingLong(FrameTotal::totalNs)
            .reversed()
            .thenComparing(total -> total.frame().name())
            .thenComparing(total -> total.frame().kind());

    private final StackFrame[] frame;
    private final long[] heaviestNs;
    private final long[] selfNs;
    private final long[] totalNs;
    private final long[] selfSamples;
    private final long[] totalSamples;

    /** End of the outermost subtree, by code, that the walk is in and that this code heads. */
    private final int[] insideUntil;

    FrameTotals(int codes) {
        frame = new StackFrame[codes];
        heaviestNs = new long[codes];
        selfNs = new long[codes];
        totalNs = new long[codes];
        selfSamples = new long[codes];
        totalSamples = new long[codes];
        insideUntil = new int[codes];
        Arrays.fill(heaviestNs, -1);
    }

    /** Adds the next node of the walk; within another node of the same code it adds nothing to the total. */
    void add(CallTree tree, int node, int code) {
        selfNs[code] += tree.selfNs(node);
        selfSamples[code] += tree.selfSamples(node);
        if (insideUntil[code] <= node) {
            insideUntil[code] = tree.end(node);
            totalNs[code] += tree.totalNs(node);
            totalSamples[code] += tree.totalSamples(node);
        }
        if (tree.totalNs(node) > heaviestNs[code]) {
            heaviestNs[code] = tree.totalNs(node);
            frame[code] = tree.frame(node);
        }
    }

    List<FrameTotal> sorted() {
        List<FrameTotal> totals = new ArrayList<>(frame.length);
        for (int code = 0; code < frame.length; code++) {
            totals.add(new FrameTotal(frame[code], selfNs[code], totalNs[code], selfSamples[code], totalSamples[code]));
        }
        totals.sort(HEAVIEST_FIRST);
        return List.copyOf(totals);
    }
}
