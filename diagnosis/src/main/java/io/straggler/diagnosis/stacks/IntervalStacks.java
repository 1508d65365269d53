package io.straggler.diagnosis.stacks;

import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Stacks that stand for intervals, by thread: which of them overlap another interval. */
public final class IntervalStacks {
    private final Map<Long, OfThread> byThread = new HashMap<>();

    public IntervalStacks(List<StackSample> stacks) {
        Map<Long, List<StackSample>> lists = new HashMap<>();
        stacks.forEach(stack -> lists.computeIfAbsent(stack.osThreadId(), id -> new ArrayList<>())
                .add(stack));
        lists.forEach((thread, list) -> byThread.put(thread, new OfThread(list)));
    }

    /** Those of one thread that reach into an interval, in order of when they began. */
    public List<StackSample> within(long osThreadId, long startNs, long endNs) {
        OfThread ofThread = byThread.get(osThreadId);
        return ofThread == null ? List.of() : ofThread.within(startNs, endNs);
    }

    /** One thread is blocked in one thing after the other, but for events of parts of each other. */
    private static final class OfThread {
        private final List<StackSample> ordered;

        /** When the last of those up to here ends. */
        private final long[] endsNs;

        private OfThread(List<StackSample> stacks) {
            ordered = stacks;
            ordered.sort(Comparator.comparingLong(StackSample::sinceNs));
            endsNs = new long[ordered.size()];
            for (int i = 0; i < endsNs.length; i++) {
                endsNs[i] = Math.max(ordered.get(i).timeNs(), i == 0 ? Long.MIN_VALUE : endsNs[i - 1]);
            }
        }

        private List<StackSample> within(long startNs, long endNs) {
            int low = 0;
            int high = endsNs.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (endsNs[middle] <= startNs) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            List<StackSample> found = new ArrayList<>();
            for (int i = low; i < endsNs.length && ordered.get(i).sinceNs() < endNs; i++) {
                if (ordered.get(i).timeNs() > startNs) {
                    found.add(ordered.get(i));
                }
            }
            return found;
        }
    }
}
