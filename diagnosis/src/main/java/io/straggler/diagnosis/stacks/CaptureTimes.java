package io.straggler.diagnosis.stacks;

import io.straggler.model.Capture;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * When the captures of one outlier were due.
 *
 * @param askedNs for each stack, when it was asked for: the first request to its thread since the thread's stack before. Without a request,
 *     the stack's own time; for a stack of an interval, when the interval began
 * @param untilNs for each stack, until when it can stand for what its thread did: until the next capture was due. For a stack after the
 *     last capture, as long as the last two captures were apart; until the outlier's end if there was one capture only, and for a stack of
 *     an interval
 */
public record CaptureTimes(List<Long> askedNs, List<Long> untilNs) {

    /**
     * Returns the capture times of an outlier's stacks.
     *
     * @param stacks in order
     * @param captures of the outlier
     * @param endNs when the outlier ended
     */
    public static CaptureTimes of(List<StackSample> stacks, List<Capture> captures, long endNs) {
        Map<Long, TreeSet<Long>> sentNs = new HashMap<>();
        Map<Long, TreeSet<Long>> dueNs = new HashMap<>();
        for (Capture capture : captures) {
            // A capture requested after the end of the iteration says nothing of it, and a long run does not keep it.
            if (capture.sentNs() < endNs) {
                sentNs.computeIfAbsent(capture.osThreadId(), id -> new TreeSet<>())
                        .add(capture.sentNs());
                dueNs.computeIfAbsent(capture.osThreadId(), id -> new TreeSet<>())
                        .add(capture.dueNs());
            }
        }
        // Outliers that overlap have many stacks: one object serves all.
        Long lastNs = endNs;
        Map<Long, Long> previousNs = new HashMap<>();
        CaptureTimes times = new CaptureTimes(new ArrayList<>(stacks.size()), new ArrayList<>(stacks.size()));
        for (StackSample stack : stacks) {
            TreeSet<Long> sent = stack.ofInterval() ? null : sentNs.get(stack.osThreadId());
            TreeSet<Long> due = dueNs.get(stack.osThreadId());
            if (sent == null || due == null) {
                times.askedNs.add(stack.sinceNs());
                times.untilNs.add(lastNs);
                continue;
            }
            Long previous = previousNs.put(stack.osThreadId(), stack.timeNs());
            Long first = previous == null ? sent.first() : sent.higher(previous);
            times.askedNs.add(first == null ? stack.timeNs() : Math.min(first, stack.timeNs()));
            times.untilNs.add(until(stack.timeNs(), due, endNs));
        }
        return times;
    }

    private static long until(long timeNs, TreeSet<Long> dueNs, long endNs) {
        Long next = dueNs.higher(timeNs);
        if (next != null) {
            return next;
        }
        Long last = dueNs.last();
        Long before = dueNs.lower(last);
        return before == null ? endNs : timeNs + (last - before);
    }
}
