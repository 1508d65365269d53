package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.Rules.Constant;
import io.straggler.diagnosis.stacks.InOrder;
import io.straggler.model.CoreHold;
import io.straggler.model.CoreUser;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WakeUp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Times without a core, by the kernel's records of a thread's switches.
 *
 * <p>A thread that was preempted waited for a core all the time. A thread that waited for something else first waited for that, and then for a
 * core: a wake-up says when the one became the other. Where no wake-up was recorded, the scheduler's sum of waits for a core, less those that
 * are known, is put at the end of such intervals: first of the one in which the iteration could have started, then of the longest. If less than
 * half of the time of the others is left for them, waking up is part of what they waited for. A capture wakes up the thread that it is of: what that then waits
 * for a core is part of what it waited for, too.
 */
final class SwitchTimes {
    private static final Comparator<IntervalSet> LONGEST_FIRST =
            Comparator.comparingLong(IntervalSet::lengthNs).reversed();

    private final List<OffCoreInterval> waits = new ArrayList<>();
    private final List<CoreHold> holders = new ArrayList<>();
    private final long runDelayNs;
    private final List<Long> askedNs;
    private final long answersWithinNs;
    private final IntervalSet preempted;
    private long preemptedNs;

    private SwitchTimes(List<OffCoreInterval> offCore, ThreadUsage usage, List<Long> askedNs, Rules rules) {
        this.runDelayNs = usage.runDelayNs();
        this.askedNs = askedNs;
        this.answersWithinNs = rules.ns(Constant.ANSWERS_WITHIN);
        List<IntervalSet> preemptions = new ArrayList<>();
        for (OffCoreInterval one : offCore) {
            holders.addAll(one.holders());
            if (one.preempted()) {
                preemptions.add(IntervalSet.of(one.fromNs(), one.toNs()));
                // The scheduler's sum has a wait when it ends, so it has none that ended before the earlier reading.
                preemptedNs += one.toNs() > usage.fromNs() ? one.toNs() - one.fromNs() : 0;
            } else {
                waits.add(one);
            }
        }
        preempted = IntervalSet.unionOf(preemptions);
    }

    /**
     * Nothing if the switches were not recorded since then.
     *
     * @param askedNs when captures of the thread were asked for
     */
    static Optional<SwitchTimes> of(ThreadUsage usage, long fromNs, List<Long> askedNs, Rules rules) {
        return usage.offCore()
                .filter(times -> times.sinceNs() <= fromNs)
                .map(times -> new SwitchTimes(times.intervals(), usage, askedNs, rules));
    }

    /**
     * The time in nanoseconds for which a wait went on after a capture had made the thread ready to run: it wanted a core for the signal
     * alone, and went on waiting behind it. Zero if something else ended the wait.
     */
    private long wokenByCaptureNs(OffCoreInterval wait, long fromNs) {
        int first = InOrder.firstFrom(askedNs.size(), askedNs::get, wait.fromNs());
        for (long asked : askedNs.subList(first, askedNs.size())) {
            if (asked >= wait.toNs() || wait.fromNs() < fromNs) {
                return 0;
            }
            if (wait.wakeUp().map(up -> wokenAt(asked, up)).orElse(true)) {
                return wait.toNs() - asked;
            }
        }
        return 0;
    }

    private boolean wokenAt(long asked, WakeUp up) {
        return up.by().kind() == CoreUser.Kind.INTERRUPT && Math.abs(up.atNs() - asked) <= answersWithinNs;
    }

    /** The users of the core that it waited for, and when they had it. */
    List<CoreHold> holders() {
        return holders;
    }

    /** The last wait in a time, if there is one. */
    Optional<OffCoreInterval> lastWait(long fromNs, long toNs) {
        int end = InOrder.firstFrom(waits.size(), i -> waits.get(i).toNs(), toNs + 1);
        return end > 0 && waits.get(end - 1).fromNs() >= fromNs ? Optional.of(waits.get(end - 1)) : Optional.empty();
    }

    /** The times in which it waited for something, in order. */
    List<OffCoreInterval> waits() {
        return waits;
    }

    /**
     * When it waited for a core.
     *
     * @param fromNs when the iteration could have started
     */
    IntervalSet waitedForCore(long fromNs, long endNs) {
        List<IntervalSet> waited = new ArrayList<>();
        waited.add(preempted);
        long leftNs = runDelayNs - preemptedNs;
        List<IntervalSet> rooms = new ArrayList<>();
        long roomsNs = 0;
        for (OffCoreInterval wait : waits) {
            IntervalSet room = IntervalSet.of(Math.max(fromNs, wait.fromNs()), wait.toNs());
            long byCaptureNs = wokenByCaptureNs(wait, fromNs);
            if (byCaptureNs > 0) {
                leftNs -= byCaptureNs;
            } else if (wait.runnableNs().isPresent()) {
                IntervalSet woken = IntervalSet.of(wait.runnableNs().get(), wait.toNs());
                waited.add(woken);
                leftNs -= woken.lengthNs();
            } else if (wait.fromNs() < fromNs) {
                IntervalSet woken = room.last(Math.max(0, leftNs));
                waited.add(woken);
                leftNs -= woken.lengthNs();
            } else {
                rooms.add(room);
                roomsNs += room.lengthNs();
            }
        }
        if (2 * leftNs < roomsNs) {
            return IntervalSet.unionOf(waited).within(fromNs, endNs);
        }
        rooms.sort(LONGEST_FIRST);
        for (IntervalSet room : rooms) {
            IntervalSet woken = room.last(leftNs);
            waited.add(woken);
            leftNs -= woken.lengthNs();
        }
        return IntervalSet.unionOf(waited).within(fromNs, endNs);
    }
}
