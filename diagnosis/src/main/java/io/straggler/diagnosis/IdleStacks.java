package io.straggler.diagnosis;

import io.straggler.diagnosis.stacks.IntervalStacks;
import io.straggler.model.IdleStack;
import io.straggler.model.Outlier;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.WatchedThread;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where threads wait for work. Of a thread that was looked at while no iteration was in flight, what was seen then; of others, the waits in which they are when an
 * iteration starts and none before it is still in flight, as far as that is known. Such a wait counts if it is met in at least one of ten starts, because a thread
 * may also do something else then.
 */
final class IdleStacks {
    /** Least share of a wait in all waits at starts, as one in this many. */
    private static final int SELDOM = 10;

    /** Parts of the names of frames that the JVM hides. Stacks have or have not these, depending on who took them. */
    private static final List<String> HIDDEN = List.of("$$Lambda", "java.lang.Thread.run", "java.lang.invoke.");

    private final Map<Long, Set<List<String>>> idle = new HashMap<>();

    /**
     * @param outliers in order of intended start
     * @param waits with the JVM's events
     * @param seen while nothing was in flight
     */
    IdleStacks(List<Outlier> outliers, List<WatchedThread> threads, IntervalStacks waits, List<IdleStack> seen) {
        for (IdleStack stack : seen) {
            idle.computeIfAbsent(stack.osThreadId(), id -> new HashSet<>())
                    .add(withoutHidden(stack.methods().stream()));
        }
        Map<Long, Map<List<String>, Integer>> votes = new HashMap<>();
        long openUntilNs = Long.MIN_VALUE;
        for (Outlier outlier : outliers) {
            long startNs = outlier.iteration().startNs();
            if (startNs > openUntilNs) {
                for (WatchedThread thread : threads) {
                    for (StackSample wait : at(startNs, thread.osThreadId(), waits)) {
                        votes.computeIfAbsent(thread.osThreadId(), id -> new HashMap<>())
                                .merge(methods(wait), 1, Integer::sum);
                    }
                }
            }
            openUntilNs = Math.max(openUntilNs, outlier.iteration().endNs());
        }
        votes.forEach((thread, counts) -> idle.putIfAbsent(thread, often(counts)));
    }

    private static Set<List<String>> often(Map<List<String>, Integer> counts) {
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        Set<List<String>> often = new HashSet<>();
        counts.forEach((stack, count) -> {
            if (count * SELDOM >= all) {
                often.add(stack);
            }
        });
        return often;
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

    /** Whether a stack shows its thread waiting for work. A captured one may have the system's frames above those that are known. */
    boolean idle(StackSample stack) {
        List<String> methods = methods(stack);
        for (List<String> one : idle.getOrDefault(stack.osThreadId(), Set.of())) {
            if (methods.size() >= one.size() && methods.subList(0, one.size()).equals(one)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> methods(StackSample stack) {
        return withoutHidden(stack.frames().stream().map(StackFrame::name));
    }

    private static List<String> withoutHidden(Stream<String> methods) {
        return methods.filter(name -> HIDDEN.stream().noneMatch(name::contains)).toList();
    }
}
