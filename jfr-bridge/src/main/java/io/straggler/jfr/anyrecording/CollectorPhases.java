package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Phases of collections that are iterations, as stacks: a phase is called by the phase that it is a part of. Phases of several threads at once, which only the work of a longer phase
 * consists of, share that phase's time in proportion to how long all threads took for each. Threads: one.
 */
final class CollectorPhases {
    private static final Pattern COLLECTIONS =
            Pattern.compile("jdk\\.(?:G1|Young|Old|ParallelOld|ZYoung|ZOld)?GarbageCollection"
                    + "|jdk\\.GCPhase(?:Pause|Concurrent)(?:Level[1-4])?");
    private static final Pattern PHASES = Pattern.compile("jdk\\.GCPhase(?:Pause|Concurrent)(?:Level[1-4])?");
    private static final String OF_A_WORKER = "jdk.GCPhaseParallel";

    /** First number that stands for the thread of a collection: far from that of any thread. */
    private static final long FIRST_THREAD = Long.MIN_VALUE / 2;

    /** Phases within phases that are told apart; the JVM has five levels. */
    private static final int MAX_LEVELS = 8;

    private static final Comparator<Phase> OUTERMOST_FIRST =
            Comparator.comparingLong(Phase::startNs).thenComparing(phase -> -phase.endNs());

    private final Map<Long, List<Phase>> phases = new HashMap<>();
    private final Map<Long, List<Phase>> ofWorkers = new HashMap<>();
    private final List<Outlier> outliers;

    private record Phase(String name, long startNs, long endNs) {
        private boolean contains(Phase other) {
            return startNs <= other.startNs && other.endNs <= endNs;
        }
    }

    /** @param outliers the collections; the thread of each is the number of its collection */
    CollectorPhases(List<Outlier> outliers) {
        this.outliers = outliers;
        outliers.forEach(outlier -> {
            phases.put(outlier.osThreadId(), new ArrayList<>());
            ofWorkers.put(outlier.osThreadId(), new ArrayList<>());
        });
    }

    /** Whether events of a type are collections, or parts of them. */
    static boolean areIterations(String typeName) {
        return COLLECTIONS.matcher(typeName).matches();
    }

    /** The number that stands for the thread of a collection: collections overlap, and the JVM names no thread of most. */
    static long thread(EventView collection) {
        return FIRST_THREAD - collection.number("gcId");
    }

    /** Name that stands for the thread of a collection, as in the JVM's log. */
    static OutlierTally.Named named(EventView collection) {
        return new OutlierTally.Named("GC(" + collection.number("gcId") + ")", 0);
    }

    /** Whether events of a type are phases of collections. */
    static boolean arePhases(String typeName) {
        return PHASES.matcher(typeName).matches() || typeName.equals(OF_A_WORKER);
    }

    /** Takes a phase. */
    void add(EventView row, ClockMap clock) {
        boolean ofWorker = row.typeName().equals(OF_A_WORKER);
        List<Phase> ofCollection = (ofWorker ? ofWorkers : phases).get(thread(row));
        if (ofCollection != null) {
            ofCollection.add(
                    new Phase(row.nameOrEmpty("name"), clock.toNanos(row.startTicks()), clock.toNanos(row.endTicks())));
        }
    }

    /** Stacks of the outliers for all the time that phases are known of, in order of time. */
    List<StackSample> stacks() {
        List<StackSample> stacks = new ArrayList<>();
        for (Outlier outlier : outliers) {
            stacks.addAll(stacks(outlier));
        }
        stacks.sort(Comparator.comparingLong(StackSample::timeNs));
        return stacks;
    }

    /** Returns the evidence without pauses about which stacks tell more. */
    static List<Evidence> without(List<StackSample> stacks, List<Evidence> evidence) {
        NavigableMap<Long, Long> shown = new TreeMap<>();
        for (StackSample stack : stacks) {
            Map.Entry<Long, Long> before = shown.floorEntry(stack.sinceNs());
            boolean joins = before != null && before.getValue() >= stack.sinceNs();
            shown.merge(joins ? before.getKey() : stack.sinceNs(), stack.timeNs(), Math::max);
        }
        return evidence.stream()
                .filter(one -> one.kind() != Evidence.Kind.GC_PAUSE || !overlaps(shown, one))
                .toList();
    }

    private static boolean overlaps(NavigableMap<Long, Long> shown, Evidence one) {
        Map.Entry<Long, Long> last = shown.lowerEntry(one.endNs());
        return last != null && last.getValue() > one.startNs();
    }

    private List<StackSample> stacks(Outlier outlier) {
        NavigableMap<Long, Step> steps = steps(outlier);
        for (Phase phase : ofWorkers.getOrDefault(outlier.osThreadId(), List.of())) {
            Map.Entry<Long, Step> around = steps.floorEntry((phase.startNs + phase.endNs) / 2);
            if (around != null) {
                around.getValue().workerNs.merge(phase.name, phase.endNs - phase.startNs, Long::sum);
            }
        }
        List<StackSample> stacks = new ArrayList<>();
        steps.forEach((startNs, step) -> step.addTo(stacks, outlier.osThreadId(), startNs));
        return stacks;
    }

    /** Returns the steps of the collector from one change of its phase to the next, by their beginnings. */
    private NavigableMap<Long, Step> steps(Outlier outlier) {
        Iteration iteration = outlier.iteration();
        List<Phase> ordered = new ArrayList<>(phases.getOrDefault(outlier.osThreadId(), List.of()));
        ordered.sort(OUTERMOST_FIRST);
        NavigableMap<Long, Step> steps = new TreeMap<>();
        Deque<Phase> open = new ArrayDeque<>();
        long atNs = iteration.startNs();
        for (Phase phase : ordered) {
            while (!open.isEmpty() && !open.peek().contains(phase)) {
                atNs = step(steps, open, atNs, Math.min(open.peek().endNs, iteration.endNs()));
                open.pop();
            }
            atNs = step(steps, open, atNs, Math.min(phase.startNs, iteration.endNs()));
            if (open.size() < MAX_LEVELS) {
                open.push(phase);
            }
        }
        while (!open.isEmpty()) {
            atNs = step(steps, open, atNs, Math.min(open.peek().endNs, iteration.endNs()));
            open.pop();
        }
        return steps;
    }

    /** Adds the step up to a time, if a phase is open. */
    private static long step(NavigableMap<Long, Step> steps, Deque<Phase> open, long fromNs, long toNs) {
        if (!open.isEmpty() && fromNs < toNs) {
            List<String> names = new ArrayList<>();
            open.descendingIterator().forEachRemaining(phase -> names.add(phase.name));
            steps.put(fromNs, new Step(toNs, names, new TreeMap<>()));
        }
        return Math.max(fromNs, toNs);
    }

    /**
     * A time in which the phase is one.
     *
     * @param phases that are open, the outermost first
     * @param workerNs how long all workers together took for each of their phases in it
     */
    private record Step(long endNs, List<String> phases, Map<String, Long> workerNs) {
        private void addTo(List<StackSample> stacks, long thread, long startNs) {
            List<StackFrame> frames = phases.stream().map(Step::frame).toList();
            long allNs = workerNs.values().stream().mapToLong(Long::longValue).sum();
            long doneNs = 0;
            long atNs = startNs;
            for (Map.Entry<String, Long> part : workerNs.entrySet()) {
                doneNs += part.getValue();
                long untilNs = startNs + Math.round((endNs - startNs) * (doneNs / (double) Math.max(1, allNs)));
                List<StackFrame> longer = new ArrayList<>(frames);
                longer.add(frame(part.getKey()));
                add(stacks, thread, atNs, untilNs, longer);
                atNs = untilNs;
            }
            add(stacks, thread, atNs, endNs, frames);
        }

        private static void add(
                List<StackSample> stacks, long thread, long fromNs, long toNs, List<StackFrame> frames) {
            if (fromNs < toNs) {
                stacks.add(new StackSample(StackSample.Origin.PERIOD, fromNs, toNs, thread, true, frames));
            }
        }

        private static StackFrame frame(String phase) {
            return new StackFrame(phase.isEmpty() ? "[unnamed phase]" : phase, FrameKind.CPP);
        }
    }
}
