package io.straggler.flamegraph.trace;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.StackSpan;
import io.straggler.flamegraph.StackSelection;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Code that one thread ran, as far as stacks show: each frame is a slice for as long as the stacks that stand for the
 * time have it at the same depth. Where no stack stands for the time there is nothing.
 */
final class StackLane {
    /** Time that a stack stands for without a break. */
    private record Standing(long fromNs, long toNs, List<StackFrame> frames) {}

    /**
     * A frame that is on the stack.
     *
     * @param place of its slice, in front of those of what it calls
     */
    private record Open(long fromNs, StackFrame frame, int place) {}

    private final List<Slice> slices = new ArrayList<>();
    private final List<Open> open = new ArrayList<>();
    private long seenNs = Long.MIN_VALUE;

    private StackLane() {}

    /** The slices of a thread, which nest; none for a stack that is not selected. Outliers that overlap share their stacks. */
    static List<Slice> of(long osThreadId, Collection<DiagnosedOutlier> outliers, StackSelection selection) {
        List<Standing> all = new ArrayList<>();
        for (DiagnosedOutlier outlier : outliers) {
            for (StackSpan span : outlier.spans(osThreadId)) {
                List<StackFrame> frames =
                        selection.shown(outlier.stacks().get(span.index())).orElse(List.of());
                for (int i = 0; i < span.stood().count(); i++) {
                    all.add(new Standing(span.stood().fromNs(i), span.stood().toNs(i), frames));
                }
            }
        }
        all.sort(Comparator.comparingLong(Standing::fromNs));
        StackLane lane = new StackLane();
        all.forEach(lane::add);
        lane.close(0);
        return lane.slices;
    }

    private void add(Standing next) {
        long fromNs = Math.max(seenNs, next.fromNs);
        if (fromNs >= next.toNs) {
            return;
        }
        if (fromNs > seenNs) {
            close(0);
        }
        int shared = 0;
        while (shared < Math.min(open.size(), next.frames.size())
                && open.get(shared).frame.equals(next.frames.get(shared))) {
            shared++;
        }
        close(shared);
        for (StackFrame frame : next.frames.subList(shared, next.frames.size())) {
            open.add(new Open(fromNs, frame, slices.size()));
            slices.add(null);
        }
        seenNs = next.toNs;
    }

    /** Ends what is deeper, when the last stack ceased to stand. */
    private void close(int depth) {
        while (open.size() > depth) {
            Open last = open.remove(open.size() - 1);
            StackFrame frame = last.frame;
            slices.set(
                    last.place,
                    new Slice(last.fromNs, seenNs, frame.name(), frame.kind().label(), Map.of()));
        }
    }
}
