package io.straggler.diagnosis;

import io.straggler.diagnosis.stacks.IntervalStacks;
import io.straggler.model.IdleStack;
import io.straggler.model.Outlier;
import io.straggler.model.PlatformMethods;
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
 * may also do something else then. A thread that polls waits for work wherever it was captured then.
 */
final class IdleStacks {
    /** Least share of a wait in all waits at starts, as one in this many. */
    private static final int SELDOM = 10;

    /** Parts of the names of frames that the JVM hides. Stacks have or have not these, depending on who took them. */
    private static final List<String> HIDDEN = List.of("$$Lambda", "java.lang.Thread.run", "java.lang.invoke.");

    private final Map<Long, Set<List<String>>> idle = new HashMap<>();

    /** Stacks of threads that poll. */
    private final Map<Long, Set<List<String>>> polling = new HashMap<>();

    /** All beginnings of these stacks. */
    private final Map<Long, Set<List<String>>> towardsPolling = new HashMap<>();

    /**
     * @param outliers in order of intended start
     * @param waits with the JVM's events
     * @param seen while nothing was in flight
     * @param polling stacks that were captured then
     */
    IdleStacks(
            List<Outlier> outliers,
            List<WatchedThread> threads,
            IntervalStacks waits,
            List<IdleStack> seen,
            List<StackSample> polling) {
        for (IdleStack stack : seen) {
            idle.computeIfAbsent(stack.osThreadId(), id -> new HashSet<>())
                    .add(withoutHidden(stack.methods().stream()));
        }
        polling.forEach(this::addPolling);
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

    private void addPolling(StackSample stack) {
        List<String> methods = methods(stack);
        polling.computeIfAbsent(stack.osThreadId(), id -> new HashSet<>()).add(methods);
        Set<List<String>> known = towardsPolling.computeIfAbsent(stack.osThreadId(), id -> new HashSet<>());
        for (int length = methods.size(); length > 0 && known.add(methods.subList(0, length)); length--) {
            // Beginnings of one that is known are known.
        }
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
        return idle.containsKey(osThreadId) || polls(osThreadId);
    }

    /** Whether a thread asks for work again and again, without waiting. */
    boolean polls(long osThreadId) {
        return polling.containsKey(osThreadId);
    }

    /** Whether a stack shows its thread waiting for work. A captured one may have the system's frames above those that are known. */
    boolean idle(StackSample stack) {
        List<String> methods = methods(stack);
        for (List<String> one : idle.getOrDefault(stack.osThreadId(), Set.of())) {
            if (methods.size() >= one.size() && methods.subList(0, one.size()).equals(one)) {
                return true;
            }
        }
        return asksForWork(stack);
    }

    /**
     * Whether a stack shows a thread that polls asking for work: it was captured there while nothing was in flight, or was within the same method of the JDK and has only
     * others of the JDK above that now.
     */
    private boolean asksForWork(StackSample stack) {
        Set<List<String>> known = towardsPolling.getOrDefault(stack.osThreadId(), Set.of());
        List<StackFrame> frames = withoutHidden(stack.frames());
        List<String> methods = frames.stream().map(StackFrame::name).toList();
        int length = methods.size();
        while (length > 0 && !known.contains(methods.subList(0, length))) {
            length--;
        }
        boolean inPlatform =
                length > 0 && frames.subList(length - 1, frames.size()).stream().allMatch(IdleStacks::ofPlatform);
        return inPlatform || polling.getOrDefault(stack.osThreadId(), Set.of()).contains(methods);
    }

    private static boolean ofPlatform(StackFrame frame) {
        return frame.kind().isNative() || PlatformMethods.contain(frame.name());
    }

    private static List<String> methods(StackSample stack) {
        return withoutHidden(stack.frames()).stream().map(StackFrame::name).toList();
    }

    private static List<StackFrame> withoutHidden(List<StackFrame> frames) {
        return frames.stream().filter(frame -> !hidden(frame.name())).toList();
    }

    private static List<String> withoutHidden(Stream<String> methods) {
        return methods.filter(name -> !hidden(name)).toList();
    }

    private static boolean hidden(String name) {
        return HIDDEN.stream().anyMatch(name::contains);
    }
}
