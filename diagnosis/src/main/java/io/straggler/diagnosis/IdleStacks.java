package io.straggler.diagnosis;

import io.straggler.diagnosis.stacks.IntervalStacks;
import io.straggler.model.Outlier;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.WatchedThread;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where threads wait for work: the waits in which they are when an iteration starts and none before it is still in flight, as far as that is
 * known. A wait counts that is met so in at least one of ten starts, because a thread may also do something else then.
 */
final class IdleStacks {
    /** One in so many waits at starts. */
    private static final int SELDOM = 10;

    private final Map<Long, Map<List<String>, Integer>> votes = new HashMap<>();
    private final Map<Long, Set<List<String>>> idle = new HashMap<>();

    /**
     * @param outliers in order of intended start
     * @param waits with the JVM's events
     */
    IdleStacks(List<Outlier> outliers, List<WatchedThread> threads, IntervalStacks waits) {
        long openUntilNs = Long.MIN_VALUE;
        for (Outlier outlier : outliers) {
            long startNs = outlier.iteration().startNs();
            if (startNs > openUntilNs) {
                threads.forEach(thread -> vote(thread.osThreadId(), startNs, waits));
            }
            openUntilNs = Math.max(openUntilNs, outlier.iteration().endNs());
        }
        votes.forEach((thread, counts) -> {
            int all = counts.values().stream().mapToInt(Integer::intValue).sum();
            Set<List<String>> often = new HashSet<>();
            counts.forEach((stack, count) -> {
                if (count * SELDOM >= all) {
                    often.add(stack);
                }
            });
            idle.put(thread, often);
        });
    }

    private void vote(long osThreadId, long atNs, IntervalStacks waits) {
        for (StackSample wait : waits.within(osThreadId, atNs, atNs + 1)) {
            if (wait.ofEvent() && wait.sinceNs() <= atNs) {
                votes.computeIfAbsent(osThreadId, thread -> new HashMap<>()).merge(names(wait), 1, Integer::sum);
            }
        }
    }

    /** Whether anything is known of where a thread waits for work. */
    boolean known(long osThreadId) {
        return idle.containsKey(osThreadId);
    }

    /** Whether a stack shows its thread waiting for work. A captured one may have the system's frames above those of the event. */
    boolean idle(StackSample stack) {
        List<String> names = names(stack);
        for (List<String> one : idle.getOrDefault(stack.osThreadId(), Set.of())) {
            if (names.size() >= one.size() && names.subList(0, one.size()).equals(one)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> names(StackSample stack) {
        return stack.frames().stream().map(StackFrame::name).toList();
    }
}
