package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.Rules.Constant;
import io.straggler.diagnosis.budget.StackSpan;
import io.straggler.model.Evidence;
import io.straggler.model.ThreadUsage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Stops of the process by a signal, each from the earliest time at which it can have stopped one thread.
 *
 * <p>The system reports a stop when the last thread of the process has stopped, and the thread in question may have been the first. So the
 * beginning of the stop is moved back, by at most {@code Constant.ALL_THREADS_STOP_WITHIN}, and not to before the thread was last seen to
 * run. Later rules limit the stop by the thread's usage. If the thread has none, the beginning is moved back by the reported length at
 * most.
 */
final class ProcessStops {
    private ProcessStops() {}

    /**
     * Returns the reported stops with earlier beginnings.
     *
     * @param reported stops and stalls, of which only the reported stops count
     * @param stacks of the thread, or of each that shares the time
     * @param usages of the thread's time; none if several share it
     */
    static List<Evidence> of(
            List<Evidence> reported, List<List<StackSpan>> stacks, List<ThreadUsage> usages, Rules rules) {
        long allThreadsNs = rules.ns(Constant.ALL_THREADS_STOP_WITHIN);
        List<Evidence> stops = new ArrayList<>();
        long[] ranNs = reported.isEmpty() ? new long[0] : ranNs(stacks, rules);
        for (Evidence stop : reported) {
            if (stop.kind() == Evidence.Kind.PROCESS_STOP) {
                long earlierNs = usages.size() == 1 ? allThreadsNs : Math.min(allThreadsNs, stop.durationNs());
                long beganNs = Math.max(stop.startNs() - earlierNs, lastRanNs(ranNs, stop.startNs()));
                stops.add(new Evidence(stop.kind(), beganNs, stop.endNs(), stop.osThreadId(), stop.place()));
            }
        }
        return stops;
    }

    /** When stacks show that nothing was stopped, in order. */
    private static long[] ranNs(List<List<StackSpan>> stacks, Rules rules) {
        return stacks.stream()
                .flatMap(List::stream)
                .mapToLong(stack -> ranNs(stack, rules))
                .sorted()
                .toArray();
    }

    /** When it was last seen to run before an instant. */
    private static long lastRanNs(long[] ranNs, long beforeNs) {
        int at = Arrays.binarySearch(ranNs, beforeNs);
        int before = at < 0 ? -at - 1 : at;
        while (before > 0 && ranNs[before - 1] >= beforeNs) {
            before--;
        }
        return before == 0 ? Long.MIN_VALUE : ranNs[before - 1];
    }

    /** Until when a stack shows that nothing was stopped: if it was long in coming, until the sampler asked for it. */
    private static long ranNs(StackSpan stack, Rules rules) {
        return stack.timeNs() - stack.askedNs() > rules.ns(Constant.ANSWERS_WITHIN) ? stack.askedNs() : stack.timeNs();
    }
}
