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
    /** Least share of a wait in all waits at starts, as one in this many. */
    private static final int SELDOM = 10;

    private final Map<Long, Set<List<String>>> idle = new HashMap<>();

    /**
     * @param outliers in order of intended start
     * @param waits with the JVM's events
     */
    IdleStacks(List<Outlier> outliers, List<WatchedThread> threads, IntervalStacks waits) {
        Map<Long, Map<List<String>, Integer>> votes = new HashMap<>();
        long openUntilNs = Long.MIN_VALUE;
        for (Outlier outlier : outliers) {
            long startNs = outlier.iteration().startNs();
            if (startNs > openUntilNs) {
                for (WatchedThread thread : threads) {
                    for (StackSample wait : at(startNs, thread.osThreadId(), waits)) {
                        votes.computeIfAbsent(thread.osThreadId(), id -> new HashMap<>())
                                .merge(names(wait), 1, Integer::sum);
                    }
                }
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

    /** The waits that a thread was in at an instant. */
    private static List<StackSample> at(long atNs, long osThreadId, IntervalStacks waits) {
        return waits.within(osThreadId, atNs, atNs + 1).stream()
                .filter(wait -> wait.ofEvent() && wait.sinceNs() <= atNs)
                .toList();
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
