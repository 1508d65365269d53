package io.straggler.diagnosis;

import io.straggler.diagnosis.TaggedPath.Step;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.IterationPath.Segment;
import io.straggler.diagnosis.stacks.IntervalStacks;
import io.straggler.model.CoreUser;
import io.straggler.model.HandOver;
import io.straggler.model.IdleStack;
import io.straggler.model.Iteration;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.Outlier;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WatchedThread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
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

    /** A thread that a capture woke up waits again within this time, and has been woken up within it. */
    private static final long CAPTURE_NS = 100_000;

    /** Maximum number of segments: more of them than threads would be a ring. */
    private static final int MAX_STEPS = 32;

    private final Map<Long, Long> byJavaId = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    private final List<Long> helpers = new ArrayList<>();
    private final long dispatcher;
    private final IntervalStacks waits;
    private final IdleStacks idle;

    /** Instants at which each thread completed outliers. */
    private final Map<Long, NavigableSet<Long>> completed = new HashMap<>();

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
        long pacing = 0;
        for (WatchedThread thread : threads) {
            byJavaId.put(thread.javaThreadId(), thread.osThreadId());
            names.put(thread.osThreadId(), thread.name());
            if (thread.role() == ThreadRole.DISPATCHER) {
                pacing = thread.osThreadId();
            } else if (thread.role() == ThreadRole.HELPER) {
                helpers.add(thread.osThreadId());
            }
        }
        this.dispatcher = pacing;
        this.waits = waits;
        boolean async = outliers.stream().anyMatch(outlier -> outlier.handOver().isPresent());
        this.idle = new IdleStacks(async ? outliers : List.of(), threads, waits, seen, polling);
        for (Outlier outlier : outliers) {
            Long thread = completer(outlier);
            if (thread != null) {
                completed
                        .computeIfAbsent(thread, id -> new TreeSet<>())
                        .add(outlier.iteration().endNs());
            }
        }
    }

    /** The watched thread that completed an outlier; null if none did. */
    private @Nullable Long completer(Outlier outlier) {
        return outlier.handOver().map(HandOver::completedBy).map(byJavaId::get).orElse(null);
    }

    /**
     * The path of an outlier; nothing if the thread that completed it is not watched, or nobody knows where that waits for work.
     *
     * @param captured while it ran
     * @param usage of its threads
     */
    Optional<IterationPath> of(Outlier outlier, List<StackSample> captured, List<ThreadUsage> usage) {
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
        Recorded recorded = new Recorded(captured, usage, returnedNs, new HashMap<>());
        List<Step> tagged = TaggedPath.of(
                iteration,
                outlier.handOver().map(HandOver::stages).orElse(List.of()).stream()
                        .filter(stage -> byJavaId.containsKey(stage.javaThreadId()))
                        .toList(),
                stage -> byJavaId.getOrDefault(stage.javaThreadId(), 0L));
        if (!tagged.isEmpty()) {
            return Optional.of(along(tagged, last, iteration, recorded));
        }
        if (last == null) {
            return Optional.empty();
        }
        if (last == dispatcher) {
            return Optional.of(new IterationPath(List.of(segment(iteration.startNs(), iteration.endNs(), last))));
        }
        return idle.known(last) ? Optional.of(backwards(iteration, last, recorded)) : Optional.empty();
    }

    /** Along the stages that the task named, and from the last of them to the thread that completed the iteration. */
    private IterationPath along(List<Step> steps, @Nullable Long last, Iteration iteration, Recorded recorded) {
        List<Segment> segments = new ArrayList<>();
        long handedNs = iteration.startNs();
        Step first = steps.get(0);
        if (first.osThreadId() != dispatcher || first.fromNs() > recorded.returnedNs) {
            handedNs = Math.min(recorded.returnedNs, first.fromNs());
            segments.add(segment(iteration.startNs(), handedNs, dispatcher));
        }
        for (Step step : steps) {
            boolean completes = step == steps.get(steps.size() - 1)
                    && (last == null || last == step.osThreadId() || !idle.known(last));
            segments.add(segment(step, handedNs, completes ? iteration.endNs() : step.toNs(), recorded));
            handedNs = completes ? iteration.endNs() : step.toNs();
        }
        if (last != null && handedNs < iteration.endNs()) {
            Beginning began = beginning(last, iteration.endNs(), iteration, recorded);
            long readyNs = Math.max(handedNs, began.readyNs);
            long fromNs = Math.max(handedNs, began.fromNs);
            segments.add(new Segment(
                    readyNs, began.behindOther ? fromNs : readyNs, fromNs, iteration.endNs(), last, name(last)));
        }
        return new IterationPath(
                segments.stream().filter(one -> one.toNs() > one.queuedNs()).toList());
    }

    /** A stage before which the thread was at work on another one, or waited for a core. */
    private Segment segment(Step step, long handedNs, long untilNs, Recorded recorded) {
        long fromNs = Math.max(handedNs, step.fromNs());
        boolean behindOther = step.freeSinceNs() > handedNs && fromNs - step.freeSinceNs() < CAPTURE_NS;
        long readyNs = Math.max(handedNs, Math.min(fromNs, readyNs(step.osThreadId(), fromNs, recorded)));
        String name = name(step.osThreadId());
        return behindOther
                ? new Segment(handedNs, fromNs, fromNs, untilNs, step.osThreadId(), name)
                : new Segment(readyNs, readyNs, fromNs, untilNs, step.osThreadId(), name);
    }

    private IterationPath backwards(Iteration iteration, long last, Recorded recorded) {
        Deque<Segment> segments = new ArrayDeque<>();
        long untilNs = iteration.endNs();
        Long thread = last;
        for (int step = 0; step < MAX_STEPS && thread != null && untilNs > iteration.startNs(); step++) {
            Beginning began = beginning(thread, untilNs, iteration, recorded);
            Work giver = began.behindOther && began.readyNs == iteration.startNs()
                    ? firstStage(thread, began.fromNs, iteration, recorded)
                    : giver(thread, began, iteration, recorded);
            segments.addFirst(segment(thread, began, untilNs, giver));
            thread = giver == null ? null : giver.osThreadId;
            untilNs = giver == null ? began.fromNs : giver.untilNs;
            if (thread != null && thread == dispatcher) {
                segments.addFirst(segment(iteration.startNs(), untilNs, dispatcher));
                break;
            }
        }
        long firstNs =
                segments.isEmpty() ? iteration.endNs() : segments.getFirst().queuedNs();
        boolean begins = !segments.isEmpty() && segments.getFirst().osThreadId() == dispatcher;
        if (!begins && firstNs > iteration.startNs()) {
            segments.addFirst(segment(iteration.startNs(), Math.min(firstNs, recorded.returnedNs), dispatcher));
        }
        return new IterationPath(
                segments.stream().filter(one -> one.toNs() > one.queuedNs()).toList());
    }

    private Segment segment(long fromNs, long toNs, long thread) {
        return new Segment(fromNs, toNs, thread, name(thread));
    }

    private String name(long thread) {
        return names.getOrDefault(thread, "");
    }

    private Segment segment(long thread, Beginning began, long untilNs, @Nullable Work giver) {
        long handedNs = giver == null ? began.readyNs : Math.max(began.readyNs, Math.min(giver.untilNs, began.fromNs));
        return began.behindOther
                ? new Segment(handedNs, began.fromNs, began.fromNs, untilNs, thread, name(thread))
                : new Segment(handedNs, handedNs, began.fromNs, untilNs, thread, name(thread));
    }

    /**
     * What was recorded of an outlier's threads.
     *
     * @param returnedNs when the dispatcher was done with it
     * @param waited when each thread waited for work, once somebody asked
     */
    private record Recorded(
            List<StackSample> captured, List<ThreadUsage> usage, long returnedNs, Map<Long, IntervalSet> waited) {}

    /** A thread that was at work, until an instant. */
    private record Work(long osThreadId, long untilNs) {}

    /**
     * When a thread began the work that it was at until some instant.
     *
     * @param readyNs from when on it waited for a core; behind something else, when it had begun to work at all
     * @param fromNs when it had a core; behind something else, when it was done with that
     * @param behindOther whether it was at work on something else right before
     */
    private record Beginning(long readyNs, long fromNs, boolean behindOther) {}

    /**
     * The thread that handed over the work which another one began: one that was at work when that one became ready, until about then or, if that one had no core yet, for
     * longer: both may be parts of a fork, and have one core. The one that ended its wait, if the kernel recorded that; otherwise the last of several that had been woken up
     * since the iteration's start, the dispatcher, or another one; null if nobody was at work.
     */
    private @Nullable Work giver(long to, Beginning began, Iteration iteration, Recorded recorded) {
        Optional<Long> waker = waker(to, began.fromNs, recorded).filter(helpers::contains);
        if (waker.isPresent() && waker.get() != to) {
            Work known = giver(to, List.of(waker.get()), began, iteration, recorded);
            if (known != null) {
                return known;
            }
        }
        return giver(to, helpers, began, iteration, recorded);
    }

    private @Nullable Work giver(long to, List<Long> among, Beginning began, Iteration iteration, Recorded recorded) {
        Work woken = null;
        Work busy = null;
        for (long helper : among) {
            if (helper != to && idle.known(helper)) {
                IntervalSet work = work(helper, iteration, recorded);
                for (int i = 0; i < work.count(); i++) {
                    long untilNs = Math.min(work.toNs(i), began.fromNs);
                    boolean then = work.fromNs(i) < Math.min(began.fromNs, began.readyNs + HAND_OVER_NS)
                            && untilNs > began.readyNs - HAND_OVER_NS;
                    if (then && work.fromNs(i) > iteration.startNs()) {
                        woken = later(woken, new Work(helper, untilNs));
                    } else if (then) {
                        busy = later(busy, new Work(helper, untilNs));
                    }
                }
            }
        }
        boolean dispatched = among == helpers && recorded.returnedNs >= began.readyNs - HAND_OVER_NS;
        if (woken == null && dispatched) {
            return new Work(dispatcher, Math.min(began.fromNs, recorded.returnedNs));
        }
        return woken == null ? busy : woken;
    }

    /** The thread that ended the wait after which a thread was back on a core at an instant, if the kernel recorded that. */
    private Optional<Long> waker(long thread, long fromNs, Recorded recorded) {
        return waitBefore(thread, fromNs, recorded)
                .flatMap(OffCoreInterval::wakeUp)
                .filter(up -> up.by().kind() == CoreUser.Kind.OWN_THREAD)
                .map(up -> up.by().osThreadId());
    }

    private static Work later(@Nullable Work one, Work other) {
        return one == null || other.untilNs > one.untilNs ? other : one;
    }

    /**
     * The thread that put an iteration into the queue of another one, which was at work on something else until it took it out: one that began to work when it was
     * dispatched, until its next wait for work; the dispatcher if there is none.
     */
    private Work firstStage(long to, long takenNs, Iteration iteration, Recorded recorded) {
        for (long helper : helpers) {
            if (helper != to && idle.known(helper)) {
                IntervalSet work = work(helper, iteration, recorded);
                for (int i = 0; i < work.count(); i++) {
                    boolean woken = work.fromNs(i) > iteration.startNs()
                            && work.fromNs(i) <= recorded.returnedNs + HAND_OVER_NS;
                    if (woken && work.toNs(i) <= takenNs) {
                        return new Work(helper, work.toNs(i));
                    }
                }
            }
        }
        return new Work(dispatcher, Math.min(takenNs, recorded.returnedNs));
    }

    /** Work begins behind the last wait for work, and behind the last other outlier that the thread completed. */
    private Beginning beginning(long thread, long untilNs, Iteration iteration, Recorded recorded) {
        IntervalSet before = waitedForWork(thread, iteration, recorded).within(iteration.startNs(), untilNs);
        long waitedNs = before.lengthNs() == 0 ? iteration.startNs() : Math.min(untilNs, end(before));
        NavigableSet<Long> own = completed.get(thread);
        Long otherNs = own == null ? null : own.lower(untilNs);
        long readyNs = before.lengthNs() == 0 ? waitedNs : readyNs(thread, waitedNs, recorded);
        readyNs = Math.max(iteration.startNs(), readyNs);
        if (otherNs != null && otherNs > waitedNs) {
            return new Beginning(readyNs, otherNs, true);
        }
        return new Beginning(readyNs, waitedNs, false);
    }

    /**
     * When a thread that was back on a core at an instant could have been: by its wake-up or, where nobody recorded that, by how long it waited for cores. One that polls
     * could have been at any time.
     */
    private long readyNs(long thread, long fromNs, Recorded recorded) {
        Optional<OffCoreInterval> wait = waitBefore(thread, fromNs, recorded);
        if (wait.isEmpty()) {
            return fromNs;
        }
        long delayNs = 0;
        for (ThreadUsage usage : recorded.usage) {
            if (holds(usage, thread, fromNs)) {
                delayNs = usage.runDelayNs() - preemptedNs(usage);
            }
        }
        long earliestNs = Math.max(wait.get().fromNs(), wait.get().toNs() - Math.max(0, delayNs));
        return Math.min(fromNs, wait.get().runnableNs().orElse(earliestNs));
    }

    private static boolean holds(ThreadUsage usage, long thread, long ns) {
        return usage.osThreadId() == thread && usage.fromNs() <= ns && usage.toNs() >= ns;
    }

    /** How long a thread had no core though it could have gone on, between two readings. */
    private static long preemptedNs(ThreadUsage usage) {
        return intervals(usage).stream()
                .filter(one -> one.preempted() && one.fromNs() >= usage.fromNs() && one.toNs() <= usage.toNs())
                .mapToLong(one -> one.toNs() - one.fromNs())
                .sum();
    }

    private static List<OffCoreInterval> intervals(ThreadUsage usage) {
        return usage.offCore().map(OffCoreTimes::intervals).orElse(List.of());
    }

    /** The time without a core that ended next to an instant: of a thread that waits for work a wait, of one that polls any. */
    private Optional<OffCoreInterval> waitBefore(long thread, long fromNs, Recorded recorded) {
        return recorded.usage.stream()
                .filter(usage -> holds(usage, thread, fromNs))
                .flatMap(usage -> intervals(usage).stream())
                .filter(one -> !one.preempted() || idle.polls(thread))
                .filter(one -> Math.abs(one.toNs() - fromNs) < CAPTURE_NS)
                .min(Comparator.comparingLong(one -> Math.abs(one.toNs() - fromNs)));
    }

    private static long end(IntervalSet set) {
        return set.toNs(set.count() - 1);
    }

    private IntervalSet work(long thread, Iteration iteration, Recorded recorded) {
        return IntervalSet.of(iteration.startNs(), iteration.endNs()).minus(waitedForWork(thread, iteration, recorded));
    }

    /**
     * The time in which a thread waited for work: by the JVM's events; by switches, the wait that it was in when the iteration started, and waits in which a stack shows it
     * idle; of a thread that polls, the time between stacks that show it idle, and none at work; all of the time if nothing shows it at work.
     */
    private IntervalSet waitedForWork(long thread, Iteration iteration, Recorded recorded) {
        return recorded.waited.computeIfAbsent(thread, id -> findWaits(id, iteration, recorded));
    }

    private IntervalSet findWaits(long thread, Iteration iteration, Recorded recorded) {
        IntervalSet whole = IntervalSet.of(iteration.startNs(), iteration.endNs());
        IntervalSet waited = IntervalSet.NONE;
        boolean seen = completedWithin(thread, iteration);
        for (StackSample wait : waits.within(thread, iteration.startNs(), iteration.endNs())) {
            if (idle.idle(wait)) {
                waited = waited.or(IntervalSet.of(wait.sinceNs(), wait.timeNs()));
                seen = true;
            }
        }
        List<Long> idleAtNs = new ArrayList<>();
        long pollsSinceNs = iteration.startNs();
        for (StackSample stack : recorded.captured) {
            if (stack.osThreadId() == thread) {
                if (idle.idle(stack)) {
                    idleAtNs.add(stack.timeNs());
                    if (idle.polls(thread)) {
                        waited = waited.or(IntervalSet.of(Math.min(pollsSinceNs, stack.timeNs()), stack.timeNs() + 1));
                        pollsSinceNs = stack.timeNs();
                        seen = true;
                    }
                } else {
                    if (idle.polls(thread) && pollsSinceNs == iteration.startNs()) {
                        // It had nothing to do before it was given this iteration, as far as is known.
                        long givenNs = Math.min(recorded.returnedNs, stack.timeNs());
                        waited = waited.or(IntervalSet.of(iteration.startNs(), givenNs));
                    }
                    pollsSinceNs = Long.MAX_VALUE;
                    seen = true;
                }
            }
        }
        for (ThreadUsage usage : recorded.usage) {
            if (usage.osThreadId() == thread && usage.offCore().isPresent()) {
                waited = waited.or(waitedBySwitches(usage.offCore().get(), iteration.startNs(), idleAtNs));
                seen = true;
            }
        }
        return seen ? waited.within(iteration.startNs(), iteration.endNs()) : whole;
    }

    private boolean completedWithin(long thread, Iteration iteration) {
        NavigableSet<Long> own = completed.get(thread);
        Long firstNs = own == null ? null : own.ceiling(iteration.startNs());
        return firstNs != null && firstNs <= iteration.endNs();
    }

    private static IntervalSet waitedBySwitches(OffCoreTimes times, long startNs, List<Long> idleAtNs) {
        IntervalSet waited = IntervalSet.NONE;
        for (OffCoreInterval one : times.intervals()) {
            boolean before = !one.preempted() && one.fromNs() < startNs && one.toNs() > startNs;
            // A capture ends a wait for a moment, and the stack is taken then.
            boolean seen =
                    idleAtNs.stream().anyMatch(ns -> ns > one.fromNs() - CAPTURE_NS && ns < one.toNs() + CAPTURE_NS);
            if (before || seen && !one.preempted()) {
                waited = waited.or(IntervalSet.of(one.fromNs(), one.toNs()));
            }
        }
        return waited;
    }
}
