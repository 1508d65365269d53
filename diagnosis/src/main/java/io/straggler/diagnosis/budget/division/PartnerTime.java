package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.FreeTime;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.stacks.ThreadPools;
import io.straggler.model.CoreUse;
import io.straggler.model.Evidence;
import io.straggler.model.Partner;
import io.straggler.model.Place;
import io.straggler.model.WaitedFor;
import io.straggler.model.WaitedFor.Running;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Divides waits for another thread by what that thread did meanwhile.
 *
 * <p>A wait is divided in this order. First by what the JVM reported: the other thread was blocked itself. What it was blocked in when a
 * wait for a monitor ended does not count: it had left the monitor before. Then by reads of the other thread that began before the wait and
 * ended during it: what it read had been sent already, so it waited for a core, for as long as the scheduler's counts confirm. Then by
 * these counts alone: the other thread ran, or waited for a core. The sampler looks at them every few milliseconds only, so only the amount
 * counts that cannot have been outside of the wait. The rest stays a wait for that thread, without a reason. Where it is known in
 * which methods the other thread ended the wait, these stand for all of the time in which it was neither blocked nor without a core.
 */
final class PartnerTime {
    /** Number of characters to which the kernel cuts names of threads. */
    private static final int LONGEST_NAME = 15;

    /**
     * Largest delay in nanoseconds of the kernel's count of a running thread's CPU time: it is updated at each of 250
     * ticks a second.
     */
    private static final long CPU_IS_LATE_BY_NS = 4_000_000;

    private final List<CoreUse> uses;

    /**
     * A part of a wait.
     *
     * @param place who or where
     */
    record Part(Place place, long ns) {}

    /** @param uses of the cores, around an outlier */
    PartnerTime(List<CoreUse> uses) {
        this.uses = uses;
    }

    /**
     * Divides a wait.
     *
     * @param taken the part of it that is the outlier's
     * @return parts that add up to what was taken
     */
    List<Part> parts(Evidence wait, IntervalSet taken) {
        if (wait.partner().isEmpty()) {
            return List.of(new Part(PlaceNormaliser.place(wait), taken.lengthNs()));
        }
        Partner partner = wait.partner().get();
        Place place = PlaceNormaliser.place(wait.kind(), wait.place());
        WaitedFor other = new WaitedFor(ThreadPools.name(partner.thread()), partner.role());
        List<CoreUse> around = uses.stream()
                .filter(use -> taken.touches(use.fromNs(), use.toNs()))
                .toList();
        List<CoreUse> counts = counts(partner, around);
        List<Part> parts = new ArrayList<>();
        FreeTime free = new FreeTime(taken);
        for (Evidence blocked : partner.blocked()) {
            if (wait.kind() == Evidence.Kind.MONITOR_ENTER && blocked.endNs() > wait.endNs()) {
                continue;
            }
            IntervalSet part = free.take(blocked.startNs(), blocked.endNs());
            add(
                    parts,
                    place,
                    other.which(new WaitedFor.Blocked(blocked.kind(), PlaceNormaliser.place(blocked))),
                    part.lengthNs());
        }
        long waitedNs = 0;
        for (Evidence listened : partner.listened()) {
            if (listened.startNs() <= wait.startNs() && listened.endNs() <= wait.endNs()) {
                IntervalSet sent = free.within(listened.startNs(), listened.endNs());
                IntervalSet late = sent.last(sum(counts, CoreUse::runDelayNs));
                waitedNs += late.lengthNs();
                free.take(late);
            }
        }
        long leftNs = free.all().lengthNs();
        IntervalSet looked = looked(around);
        long outsideNs = outsideNs(looked, taken);
        long cpuNs = sum(counts, CoreUse::cpuNs);
        long ranNs = Math.min(leftNs, Math.max(0, cpuNs - CPU_IS_LATE_BY_NS - outsideNs));
        // A wait for a core is counted when it ends, and may have begun before the first look.
        long runDelayNs = Math.min(sum(counts, CoreUse::runDelayNs), looked.lengthNs() - cpuNs);
        long moreNs = Math.min(leftNs - ranNs, runDelayNs - outsideNs - waitedNs);
        waitedNs += Math.max(0, moreNs);
        add(parts, place, other.which(Running.WAITED_FOR_CORE), waitedNs);
        Place ending = EndingPlace.of(partner.ending(), place);
        if (ending.isEmpty()) {
            add(parts, place, other.which(Running.RAN), ranNs);
            add(parts, place, other, leftNs - ranNs - Math.max(0, moreNs));
        } else {
            add(parts, place, other.which(new WaitedFor.Within(ending)), leftNs - Math.max(0, moreNs));
        }
        return parts;
    }

    private static void add(List<Part> parts, Place place, WaitedFor other, long ns) {
        if (ns > 0) {
            parts.add(new Part(place.waitingFor(other), ns));
        }
    }

    /**
     * Returns the scheduler counts of a thread; by name where its number is not known and only one thread has that
     * name.
     */
    private static List<CoreUse> counts(Partner partner, List<CoreUse> uses) {
        if (partner.osThreadId() != 0) {
            return uses.stream()
                    .filter(use -> use.osThreadId() == partner.osThreadId())
                    .toList();
        }
        String name = partner.thread()
                .substring(0, Math.min(LONGEST_NAME, partner.thread().length()));
        List<CoreUse> named =
                uses.stream().filter(use -> use.thread().equals(name)).toList();
        return named.stream().mapToLong(CoreUse::osThreadId).distinct().count() == 1 ? named : List.of();
    }

    private static long sum(List<CoreUse> counts, ToLongFunction<CoreUse> what) {
        return counts.stream().mapToLong(what).sum();
    }

    /** Time that belongs to only one of the two: as much of what was counted may have been outside of the wait. */
    private static long outsideNs(IntervalSet looked, IntervalSet taken) {
        return looked.minus(taken).lengthNs() + taken.minus(looked).lengthNs();
    }

    /** The time between looks, which all threads have in common. */
    static IntervalSet looked(List<CoreUse> uses) {
        return IntervalSet.unionOf(uses.stream()
                .map(use -> IntervalSet.of(use.fromNs(), use.toNs()))
                .toList());
    }
}
