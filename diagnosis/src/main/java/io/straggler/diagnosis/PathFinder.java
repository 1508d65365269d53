package io.straggler.diagnosis;

import io.straggler.diagnosis.OutlierThreads.Beginning;
import io.straggler.diagnosis.TaggedPath.Step;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.IterationPath.Delay;
import io.straggler.diagnosis.budget.IterationPath.Segment;
import io.straggler.diagnosis.stacks.IntervalStacks;
import io.straggler.model.HandOver;
import io.straggler.model.IdleStack;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.StackSample;
import io.straggler.model.StageTime;
import io.straggler.model.ThreadRole;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WatchedThread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the way of asynchronous iterations through the watched threads, backwards from the thread that completed them.
 *
 * <p>A thread works from the end of one wait for work to the beginning of the next. Where a thread began to work, whoever handed the work over
 * was at work itself, and mostly stopped right then. If nobody was, the iteration was in nobody's hands: a gap. Where the task says which threads worked on an iteration, the
 * path goes along these stages instead.
 *
 * <p>Source of the idea: critical paths by wake-ups, as in traces of kernels; here by waits, because wake-ups need privileges.
 */
final class PathFinder {
    /** Maximum distance in nanoseconds between the end of one thread's work and the beginning of the next one's in a hand-over. */
    private static final long HAND_OVER_NS = 200_000;

    /** Maximum number of segments: more of them than threads would be a ring. */
    private static final int MAX_STEPS = 32;

    private final ThreadsOfCalls callThreads;
    private final Map<Long, String> names = new HashMap<>();
    private final List<Long> helpers = new ArrayList<>();
    private final long dispatcher;
    private final IdleStacks idle;
    private final OutlierThreads.Known known;

    /** Threads that the program seems to have started for one iteration each, by their Java ids. */
    private final Set<Long> ofOneIteration;

    /**
     * @param outliers in order of intended start
     * @param seen where threads waited while nothing was in flight
     * @param polling stacks of threads that asked for work then, without waiting
     */
    PathFinder(
            List<WatchedThread> threads,
            List<Outlier> outliers,
            IntervalStacks waits,
            List<IdleStack> seen,
            List<StackSample> polling) {
        callThreads = new ThreadsOfCalls(threads);
        long pacing = 0;
        for (WatchedThread thread : threads) {
            names.put(thread.osThreadId(), thread.name());
            if (thread.role() == ThreadRole.DISPATCHER) {
                pacing = thread.osThreadId();
            } else if (thread.role() == ThreadRole.HELPER && !thread.virtual()) {
                helpers.add(thread.osThreadId());
            }
        }
        this.dispatcher = pacing;
        boolean async = outliers.stream().anyMatch(outlier -> outlier.handOver().isPresent());
        List<WatchedThread> known =
                threads.stream().filter(thread -> !thread.virtual()).toList();
        this.idle = new IdleStacks(async ? outliers : List.of(), known, waits, seen, polling);
        Map<Long, NavigableSet<Long>> completed = new HashMap<>();
        for (Outlier outlier : outliers) {
            Long thread = completer(outlier);
            if (thread != null) {
                completed
                        .computeIfAbsent(thread, id -> new TreeSet<>())
                        .add(outlier.iteration().endNs());
            }
        }
        this.known = new OutlierThreads.Known(waits, idle, completed);
        this.ofOneIteration = ofOneIteration(outliers);
    }

    /** Threads that are in the stages of one outlier only. */
    private static Set<Long> ofOneIteration(List<Outlier> outliers) {
        Map<Long, Integer> counts = new HashMap<>();
        for (Outlier outlier : outliers) {
            outlier.handOver().map(HandOver::stages).orElse(List.of()).stream()
                    .map(StageTime::javaThreadId)
                    .distinct()
                    .forEach(thread -> counts.merge(thread, 1, Integer::sum));
        }
        counts.values().removeIf(count -> count > 1);
        return counts.keySet();
    }

    /** The watched thread that completed an outlier; null if none did. */
    private @Nullable Long completer(Outlier outlier) {
        return outlier.handOver()
                .map(HandOver::completedBy)
                .map(callThreads::watched)
                .orElse(null);
    }

    /**
     * The path of an outlier; nothing if the thread that completed it is not watched, or nobody knows where that waits for work.
     *
     * @param captured while it ran
     * @param usage of its threads
     */
    Optional<IterationPath> of(Outlier outlier, List<StackSample> captured, List<ThreadUsage> usage) {
        if (outlier.hasThread()) {
            return Optional.of(ofCall(outlier, captured, usage));
        }
        if (dispatcher == 0) {
            return Optional.empty();
        }
        Long last = completer(outlier);
        Iteration iteration = outlier.iteration();
        long returnedNs = outlier.handOver()
                .map(HandOver::returnedNs)
                .filter(ns -> ns != 0)
                .map(ns -> Math.min(ns, iteration.endNs()))
                .orElse(iteration.endNs());
        OutlierThreads threads = new OutlierThreads(known, iteration, returnedNs, captured, usage);
        List<Step> tagged = steps(outlier);
        if (!tagged.isEmpty()) {
            return Optional.of(along(tagged, last, threads));
        }
        if (last == null) {
            return Optional.empty();
        }
        if (last == dispatcher) {
            return Optional.of(new IterationPath(List.of(segment(iteration.startNs(), iteration.endNs(), last))));
        }
        return idle.known(last) ? Optional.of(backwards(last, threads)) : Optional.empty();
    }

    private List<Step> steps(Outlier outlier) {
        return TaggedPath.of(
                outlier.iteration(),
                outlier.handOver().map(HandOver::stages).orElse(List.of()),
                callThreads::osThreadId);
    }

    /** From hand-over to hand-over or, where a part of that is not known, from the stage that was done last to the one before. */
    private List<Step> stepsOfCall(Outlier outlier) {
        HandOver threads = outlier.handOver().orElseThrow();
        List<Step> handed = TaggedPath.handed(
                outlier.iteration(), threads.stages(), threads.completedBy(), callThreads::osThreadId);
        return handed.isEmpty() ? steps(outlier) : handed;
    }

    /** Along the stages of a call, which are all that is known of it: where none goes on, nobody knows who had it. */
    private IterationPath ofCall(Outlier outlier, List<StackSample> captured, List<ThreadUsage> usage) {
        Iteration iteration = outlier.iteration();
        OutlierThreads threads = new OutlierThreads(known, iteration, iteration.endNs(), captured, usage);
        List<Segment> segments = new ArrayList<>();
        List<Delay> delays = new ArrayList<>();
        long handedNs = iteration.startNs();
        for (Step step : stepsOfCall(outlier)) {
            long fromNs = Math.max(handedNs, step.fromNs());
            if (step.stage().handed() && fromNs > handedNs) {
                // Until it was handed over it was on a thread that nobody follows.
                long delayedNs =
                        Math.min(fromNs, Math.max(handedNs, step.stage().handedNs()));
                long dueNs = Math.min(fromNs, Math.max(delayedNs, step.stage().dueNs()));
                if (dueNs > delayedNs) {
                    delays.add(new Delay(delayedNs, dueNs, name(step.osThreadId())));
                }
                segments.add(queued(step, dueNs, fromNs, threads));
            } else {
                segments.add(segment(step, handedNs, step.toNs(), threads));
            }
            handedNs = step.toNs();
        }
        return new IterationPath(path(segments).segments(), delays);
    }

    /**
     * A stage whose thread waited for work while it was in the queue waited for a core; otherwise the thread was at work on something else, and was so for as long as it says
     * itself: it may have waited for something there.
     */
    private Segment queued(Step step, long queuedNs, long fromNs, OutlierThreads threads) {
        long freeNs = Math.max(step.stage().freeSinceNs(), threads.idleUntil(step.osThreadId(), queuedNs, fromNs));
        long idleNs = Math.max(queuedNs, Math.min(fromNs, freeNs));
        return new Segment(queuedNs, idleNs, fromNs, step.toNs(), step.osThreadId(), name(step.osThreadId()));
    }

    /** Along the stages that the task named, and from the last of them to the thread that completed the iteration. */
    private IterationPath along(List<Step> steps, @Nullable Long last, OutlierThreads threads) {
        List<Segment> segments = new ArrayList<>();
        long handedNs = threads.startNs();
        Step first = steps.get(0);
        if (first.osThreadId() != dispatcher || first.fromNs() > threads.returnedNs()) {
            handedNs = Math.min(threads.returnedNs(), first.fromNs());
            segments.add(segment(threads.startNs(), handedNs, dispatcher));
        }
        for (Step step : steps) {
            boolean completes = step == steps.get(steps.size() - 1)
                    && (last == null || last == step.osThreadId() || !idle.known(last));
            segments.add(segment(step, handedNs, completes ? threads.endNs() : step.toNs(), threads));
            handedNs = completes ? threads.endNs() : step.toNs();
        }
        if (last != null && handedNs < threads.endNs()) {
            Beginning began = threads.beginning(last, threads.endNs());
            long readyNs = Math.max(handedNs, began.readyNs());
            long fromNs = Math.max(handedNs, began.fromNs());
            segments.add(new Segment(
                    readyNs, began.behindOther() ? fromNs : readyNs, fromNs, threads.endNs(), last, name(last)));
        }
        return path(segments);
    }

    /** A stage before which the thread was at work on another one, or waited for a core. */
    private Segment segment(Step step, long handedNs, long untilNs, OutlierThreads threads) {
        long fromNs = Math.max(handedNs, step.fromNs());
        long freeNs = step.stage().freeSinceNs();
        boolean behindOther = freeNs > handedNs && fromNs - freeNs < OutlierThreads.CAPTURE_NS;
        // A virtual thread that was started for the iteration could have begun at once, if there had been a core for
        // it.
        boolean started = step.osThreadId() < 0 && ofOneIteration.contains(-step.osThreadId());
        long knownNs = started ? handedNs : threads.readyNs(step.osThreadId(), fromNs);
        long readyNs = Math.max(handedNs, Math.min(fromNs, knownNs));
        String name = name(step.osThreadId());
        return behindOther
                ? new Segment(handedNs, fromNs, fromNs, untilNs, step.osThreadId(), name)
                : new Segment(readyNs, readyNs, fromNs, untilNs, step.osThreadId(), name);
    }

    private IterationPath backwards(long last, OutlierThreads threads) {
        Deque<Segment> segments = new ArrayDeque<>();
        long untilNs = threads.endNs();
        Long thread = last;
        for (int step = 0; step < MAX_STEPS && thread != null && untilNs > threads.startNs(); step++) {
            Beginning began = threads.beginning(thread, untilNs);
            Work giver = began.behindOther() && began.readyNs() == threads.startNs()
                    ? firstStage(thread, began.fromNs(), threads)
                    : giver(thread, began, threads);
            segments.addFirst(segment(thread, began, untilNs, giver));
            thread = giver == null ? null : giver.osThreadId;
            untilNs = giver == null ? began.fromNs() : giver.untilNs;
            if (thread != null && thread == dispatcher) {
                segments.addFirst(segment(threads.startNs(), untilNs, dispatcher));
                break;
            }
        }
        long firstNs =
                segments.isEmpty() ? threads.endNs() : segments.getFirst().queuedNs();
        boolean begins = !segments.isEmpty() && segments.getFirst().osThreadId() == dispatcher;
        if (!begins && firstNs > threads.startNs()) {
            segments.addFirst(segment(threads.startNs(), Math.min(firstNs, threads.returnedNs()), dispatcher));
        }
        return path(segments);
    }

    private static IterationPath path(Collection<Segment> segments) {
        return new IterationPath(
                segments.stream().filter(one -> one.toNs() > one.queuedNs()).toList());
    }

    private Segment segment(long fromNs, long toNs, long thread) {
        return new Segment(fromNs, toNs, thread, name(thread));
    }

    private String name(long thread) {
        return names.getOrDefault(thread, thread < 0 ? WatchedThread.VIRTUAL : "");
    }

    private Segment segment(long thread, Beginning began, long untilNs, @Nullable Work giver) {
        long handedNs =
                giver == null ? began.readyNs() : Math.max(began.readyNs(), Math.min(giver.untilNs, began.fromNs()));
        return began.behindOther()
                ? new Segment(handedNs, began.fromNs(), began.fromNs(), untilNs, thread, name(thread))
                : new Segment(handedNs, handedNs, began.fromNs(), untilNs, thread, name(thread));
    }

    /** Work of a thread that belongs to the iteration at most until an instant. */
    private record Work(long osThreadId, long fromNs, long untilNs) {}

    /**
     * The thread that handed over the work which another one began: one that was at work when that one became ready, until about then or, if that one had no core yet, for
     * longer: both may be parts of a fork, and have one core. The one that ended its wait, if the kernel recorded that; otherwise the last of several that had been woken up
     * since the iteration's start, the dispatcher, or another one; null if nobody was at work.
     */
    private @Nullable Work giver(long to, Beginning began, OutlierThreads threads) {
        Comparator<Work> wokenThenLater = Comparator.comparing((Work one) -> one.fromNs > threads.startNs())
                .thenComparingLong(Work::untilNs);
        List<Work> atWork = atWork(to, began, threads);
        Optional<Long> waker = threads.waker(to, began.fromNs());
        Optional<Work> known = atWork.stream()
                .filter(one -> waker.isPresent() && waker.get() == one.osThreadId)
                .max(wokenThenLater);
        if (known.isPresent()) {
            return known.get();
        }
        Optional<Work> likeliest = atWork.stream().max(wokenThenLater);
        boolean woken = likeliest.isPresent() && likeliest.get().fromNs > threads.startNs();
        return !woken && threads.returnedNs() >= began.readyNs() - HAND_OVER_NS
                ? dispatched(began.fromNs(), threads)
                : likeliest.orElse(null);
    }

    /** Work of other helpers that may have ended in a hand-over to a thread. */
    private List<Work> atWork(long to, Beginning began, OutlierThreads threads) {
        List<Work> atWork = new ArrayList<>();
        for (long helper : helpers) {
            if (helper != to && idle.known(helper)) {
                IntervalSet work = threads.work(helper);
                for (int i = 0; i < work.count(); i++) {
                    long untilNs = Math.min(work.toNs(i), began.fromNs());
                    if (work.fromNs(i) < Math.min(began.fromNs(), began.readyNs() + HAND_OVER_NS)
                            && untilNs > began.readyNs() - HAND_OVER_NS) {
                        atWork.add(new Work(helper, work.fromNs(i), untilNs));
                    }
                }
            }
        }
        return atWork;
    }

    /** The dispatcher's work, which ends when another thread begins, at the latest. */
    private Work dispatched(long untilNs, OutlierThreads threads) {
        return new Work(dispatcher, threads.startNs(), Math.min(untilNs, threads.returnedNs()));
    }

    /**
     * The thread that put an iteration into the queue of another one, which was at work on something else until it took it out: one that began to work when it was
     * dispatched, until its next wait for work; the dispatcher if there is none.
     */
    private Work firstStage(long to, long takenNs, OutlierThreads threads) {
        for (long helper : helpers) {
            if (helper != to && idle.known(helper)) {
                IntervalSet work = threads.work(helper);
                for (int i = 0; i < work.count(); i++) {
                    boolean woken =
                            work.fromNs(i) > threads.startNs() && work.fromNs(i) <= threads.returnedNs() + HAND_OVER_NS;
                    if (woken && work.toNs(i) <= takenNs) {
                        return new Work(helper, work.fromNs(i), work.toNs(i));
                    }
                }
            }
        }
        return dispatched(takenNs, threads);
    }
}
