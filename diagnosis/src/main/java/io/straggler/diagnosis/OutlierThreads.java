package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.stacks.IntervalStacks;
import io.straggler.model.CoreUser;
import io.straggler.model.Iteration;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** When each watched thread worked, waited for work and waited for a core while one asynchronous outlier was in flight. */
final class OutlierThreads {
    /** A thread that a capture woke up waits again within this time, and has been woken up within it. */
    static final long CAPTURE_NS = 100_000;

    private final Known known;
    private final long startNs;
    private final long endNs;
    private final long returnedNs;
    private final List<StackSample> captured;
    private final List<ThreadUsage> usage;
    private final Map<Long, IntervalSet> waited = new HashMap<>();

    /**
     * Facts about threads that do not depend on the outlier.
     *
     * @param waits with the JVM's events
     * @param idle where they wait for work
     * @param completed instants at which each of them completed outliers
     */
    record Known(IntervalStacks waits, IdleStacks idle, Map<Long, NavigableSet<Long>> completed) {}

    /**
     * When a thread began the work that it was at until some instant.
     *
     * @param readyNs from when on it waited for a core; behind something else, when it had begun to work at all
     * @param fromNs when it had a core; behind something else, when it was done with that
     * @param behindOther whether it was at work on something else right before
     */
    record Beginning(long readyNs, long fromNs, boolean behindOther) {}

    /**
     * @param returnedNs when the dispatcher was done with the iteration
     * @param captured while it ran, of any thread
     * @param usage one record a thread
     */
    OutlierThreads(
            Known known, Iteration iteration, long returnedNs, List<StackSample> captured, List<ThreadUsage> usage) {
        this.known = known;
        this.startNs = iteration.startNs();
        this.endNs = iteration.endNs();
        this.returnedNs = returnedNs;
        this.captured = captured;
        this.usage = usage;
    }

    long startNs() {
        return startNs;
    }

    long endNs() {
        return endNs;
    }

    /** When the dispatcher was done with the iteration. */
    long returnedNs() {
        return returnedNs;
    }

    /** The time in which a thread was at work, on whatever iteration. */
    IntervalSet work(long thread) {
        return IntervalSet.of(startNs, endNs).minus(waitedForWork(thread));
    }

    /** Work begins behind the last wait for work, and behind the last other outlier that the thread completed. */
    Beginning beginning(long thread, long untilNs) {
        IntervalSet before = waitedForWork(thread).within(startNs, untilNs);
        boolean waits = before.lengthNs() > 0;
        long waitedNs = waits ? Math.min(untilNs, before.toNs(before.count() - 1)) : startNs;
        long readyNs = Math.max(startNs, waits ? readyNs(thread, waitedNs) : waitedNs);
        NavigableSet<Long> own = known.completed.get(thread);
        Long otherNs = own == null ? null : own.lower(untilNs);
        return otherNs != null && otherNs > waitedNs
                ? new Beginning(readyNs, otherNs, true)
                : new Beginning(readyNs, waitedNs, false);
    }

    /**
     * When a thread that was back on a core at an instant could have been: by its wake-up or, where nobody recorded that, by how long it waited for cores. One that polls
     * could have been at any time.
     */
    long readyNs(long thread, long fromNs) {
        Optional<OffCoreInterval> wait = waitBefore(thread, fromNs);
        if (wait.isEmpty()) {
            return fromNs;
        }
        long delayNs = 0;
        for (ThreadUsage one : usage) {
            if (holds(one, thread, fromNs)) {
                delayNs = one.runDelayNs() - preemptedNs(one);
            }
        }
        long earliestNs = Math.max(wait.get().fromNs(), wait.get().toNs() - Math.max(0, delayNs));
        return Math.min(fromNs, wait.get().runnableNs().orElse(earliestNs));
    }

    /**
     * Returns the instant from which on a thread that began to work waited only for a core: since work was in its queue
     * if, by its switches, it had waited for work; otherwise since it was back on a core after its last wait, or since
     * it began.
     *
     * @param queuedNs when the work came
     */
    long idleUntil(long thread, long queuedNs, long fromNs) {
        Optional<OffCoreInterval> wait = waitBefore(thread, fromNs);
        return wait.filter(one -> one.fromNs() <= queuedNs).isPresent()
                ? queuedNs
                : wait.map(one -> readyNs(thread, fromNs)).orElse(fromNs);
    }

    /** The thread that ended the wait after which a thread was back on a core at an instant, if the kernel recorded that. */
    Optional<Long> waker(long thread, long fromNs) {
        return waitBefore(thread, fromNs)
                .flatMap(OffCoreInterval::wakeUp)
                .filter(up -> up.by().kind() == CoreUser.Kind.OWN_THREAD)
                .map(up -> up.by().osThreadId());
    }

    /** The time without a core that ended next to an instant: of a thread that waits for work a wait, of one that polls any. */
    private Optional<OffCoreInterval> waitBefore(long thread, long fromNs) {
        return usage.stream()
                .filter(one -> holds(one, thread, fromNs))
                .flatMap(one -> intervals(one).stream())
                .filter(one -> !one.preempted() || known.idle.polls(thread))
                .filter(one -> Math.abs(one.toNs() - fromNs) < CAPTURE_NS)
                .min(Comparator.comparingLong(one -> Math.abs(one.toNs() - fromNs)));
    }

    private static boolean holds(ThreadUsage usage, long thread, long ns) {
        // Switches may be known for longer than readings.
        long sinceNs = usage.offCore().map(OffCoreTimes::sinceNs).orElse(usage.fromNs());
        return usage.osThreadId() == thread && Math.min(sinceNs, usage.fromNs()) <= ns && usage.toNs() >= ns;
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

    /** The time in which a thread waited for work; all of the time if nothing shows it at work. */
    private IntervalSet waitedForWork(long thread) {
        return waited.computeIfAbsent(thread, this::findWaits);
    }

    private IntervalSet findWaits(long thread) {
        List<StackSample> stacks =
                captured.stream().filter(stack -> stack.osThreadId() == thread).toList();
        List<IntervalSet> byEvents = byEvents(thread);
        List<OffCoreTimes> switches = usage.stream()
                .filter(one -> one.osThreadId() == thread)
                .flatMap(one -> one.offCore().stream())
                .toList();
        boolean polls = known.idle.polls(thread);
        boolean seen = completedOutlier(thread)
                || !byEvents.isEmpty()
                || !switches.isEmpty()
                || stacks.stream().anyMatch(stack -> polls || !known.idle.idle(stack));
        if (!seen) {
            return IntervalSet.of(startNs, endNs);
        }
        List<IntervalSet> found = new ArrayList<>(byEvents);
        for (OffCoreTimes times : switches) {
            found.add(bySwitches(times, stacks));
        }
        if (polls) {
            found.add(byPolling(stacks));
        }
        return IntervalSet.unionOf(found).within(startNs, endNs);
    }

    private boolean completedOutlier(long thread) {
        NavigableSet<Long> own = known.completed.get(thread);
        Long firstNs = own == null ? null : own.ceiling(startNs);
        return firstNs != null && firstNs <= endNs;
    }

    /** Waits for work that the JVM reported. */
    private List<IntervalSet> byEvents(long thread) {
        return known.waits.within(thread, startNs, endNs).stream()
                .filter(known.idle::idle)
                .map(wait -> IntervalSet.of(wait.sinceNs(), wait.timeNs()))
                .toList();
    }

    /** The wait that a thread was in when the iteration started, and waits in which a stack shows it idle. */
    private IntervalSet bySwitches(OffCoreTimes times, List<StackSample> stacks) {
        NavigableSet<Long> idleAtNs = new TreeSet<>();
        stacks.stream().filter(known.idle::idle).map(StackSample::timeNs).forEach(idleAtNs::add);
        List<IntervalSet> found = new ArrayList<>();
        for (OffCoreInterval one : times.intervals()) {
            boolean before = one.fromNs() < startNs && one.toNs() > startNs;
            // A capture ends a wait for a moment, and the stack is taken then.
            Long idleNs = idleAtNs.higher(one.fromNs() - CAPTURE_NS);
            boolean shown = idleNs != null && idleNs < one.toNs() + CAPTURE_NS;
            if (!one.preempted() && (before || shown)) {
                found.add(IntervalSet.of(one.fromNs(), one.toNs()));
            }
        }
        return IntervalSet.unionOf(found);
    }

    /**
     * The time between stacks that show a thread asking for work, and none at work. Until its first stack it asked for work, too; if that shows it at work, until the
     * dispatcher was done, as far as is known.
     */
    private IntervalSet byPolling(List<StackSample> stacks) {
        List<IntervalSet> found = new ArrayList<>();
        long sinceNs = startNs;
        for (StackSample stack : stacks) {
            if (known.idle.idle(stack)) {
                found.add(IntervalSet.of(Math.min(sinceNs, stack.timeNs()), stack.timeNs() + 1));
                sinceNs = stack.timeNs();
            } else {
                if (sinceNs == startNs) {
                    found.add(IntervalSet.of(startNs, Math.min(returnedNs, stack.timeNs())));
                }
                sinceNs = Long.MAX_VALUE;
            }
        }
        return IntervalSet.unionOf(found);
    }
}
