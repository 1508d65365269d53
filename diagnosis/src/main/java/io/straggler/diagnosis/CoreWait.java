package io.straggler.diagnosis;

import io.straggler.model.Iteration;
import io.straggler.model.ThreadAccounting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds a place for an amount of time in which a thread is known not to have run.
 *
 * <p>It was where a stack was asked for and not given, first of all: a thread answers as soon as it runs. What does not fit there can
 * have been between stacks, outside of the outlier if the account of it reaches further, or on waking up from something that blocked:
 * then it is divided in proportion. Waking up is part of having been blocked, unless it took half as long.
 */
final class CoreWait {
    /** A thread that runs answers well within this. */
    static final long ANSWERS_WITHIN_NS = 60_000;

    private static final Comparator<Gap> LONGEST_FIRST =
            Comparator.comparingLong(Gap::roomNs).reversed();

    private final Iteration iteration;
    private final long fromNs;
    private final List<StackStretch> stacks;
    private final List<ThreadAccounting> readings;
    private final Claims claims;
    private final Stretches blocked;

    /** Stacks that end such a time, by index. */
    private final Set<Integer> backOnCore = new HashSet<>();

    CoreWait(
            Iteration iteration,
            long fromNs,
            List<StackStretch> stacks,
            List<ThreadAccounting> readings,
            Claims claims,
            Stretches blocked) {
        this.iteration = iteration;
        this.fromNs = fromNs;
        this.stacks = stacks;
        this.readings = readings;
        this.claims = claims;
        this.blocked = blocked;
    }

    Set<Integer> backOnCore() {
        return backOnCore;
    }

    /** Where it was. Takes nothing from the claims. */
    Stretches place(long amountNs) {
        if (amountNs <= 0) {
            return Stretches.NONE;
        }
        Placing placing = new Placing(amountNs);
        placing.into(unanswered());
        placing.leftNs = Math.round(placing.leftNs * insideShare() * placing.unblockedShare());
        placing.into(gaps());
        return placing.taken;
    }

    /**
     * @param stack the one that ends it, or −1
     * @param roomNs how much of it is left to be taken, once that is known
     */
    private record Gap(long fromNs, long toNs, int stack, long roomNs) {
        private Gap(long fromNs, long toNs, int stack) {
            this(fromNs, toNs, stack, 0);
        }

        private Gap withRoom(long ns) {
            return new Gap(fromNs, toNs, stack, ns);
        }
    }

    private List<Gap> unanswered() {
        List<Gap> gaps = new ArrayList<>();
        gaps.add(new Gap(fromNs, iteration.startNs(), -1));
        for (StackStretch stack : stacks) {
            long silentNs = stack.timeNs() - stack.askedNs();
            // A thread that waits for a disk does not answer either.
            long blockedNs = blocked.within(stack.askedNs(), stack.timeNs()).lengthNs();
            if (silentNs > ANSWERS_WITHIN_NS && 2 * blockedNs < silentNs) {
                gaps.add(new Gap(stack.askedNs(), stack.timeNs(), stack.index()));
            }
        }
        return gaps;
    }

    private List<Gap> gaps() {
        List<Gap> gaps = new ArrayList<>();
        long sinceNs = iteration.startNs();
        for (StackStretch stack : stacks) {
            gaps.add(new Gap(sinceNs, stack.timeNs(), stack.index()));
            sinceNs = stack.timeNs();
        }
        gaps.add(new Gap(sinceNs, iteration.endNs(), -1));
        return gaps;
    }

    /**
     * How much of the time that the accounts are of is the outlier's. Before and after it the pacing thread may have slept, if it let go of its
     * core at all: for as long as it was off that beyond what stopped and blocked it in the outlier. Then it did not wait for one.
     */
    private double insideShare() {
        long insideNs = iteration.endNs() - fromNs;
        long outsideNs = 0;
        for (ThreadAccounting reading : readings) {
            outsideNs += Math.max(0, fromNs - reading.fromNs()) + Math.max(0, reading.toNs() - iteration.endNs());
        }
        long sleptNs = 0;
        if (readings.size() == 1 && readings.get(0).voluntarySwitches() > 0) {
            long tookInsideNs = insideNs - claims.free().minus(blocked).lengthNs();
            sleptNs = Math.max(0, readings.get(0).offCoreNs() - tookInsideNs);
        }
        long awakeNs = Math.max(0, outsideNs - sleptNs);
        return (double) insideNs / Math.max(1, insideNs + awakeNs);
    }

    private final class Placing {
        private Stretches taken = Stretches.NONE;
        private long leftNs;

        /** To wake up takes a little, and is part of having been blocked; a wait that is half as long as that is not. */
        private final boolean overwhelming;

        private Placing(long amountNs) {
            leftNs = amountNs;
            long elsewhereNs = claims.free().minus(blocked).lengthNs();
            overwhelming = 2 * (amountNs - elsewhereNs) >= blocked.lengthNs();
        }

        /** How much of what is left was not blocked: a wait without a place is as likely at any time. */
        private double unblockedShare() {
            Stretches left = claims.free().minus(taken);
            long blockedNs = left.and(blocked).lengthNs();
            return overwhelming ? 1 : 1 - (double) blockedNs / Math.max(1, left.lengthNs());
        }

        private void into(List<Gap> gaps) {
            List<Gap> longestFirst = new ArrayList<>(gaps.size());
            for (Gap gap : gaps) {
                longestFirst.add(gap.withRoom(room(gap).lengthNs()));
            }
            longestFirst.sort(LONGEST_FIRST);
            for (Gap gap : longestFirst) {
                if (leftNs <= 0) {
                    return;
                }
                Stretches room = room(gap);
                long beforeNs = leftNs;
                take(room.minus(blocked));
                if (overwhelming) {
                    take(room(gap).and(blocked));
                }
                if (room.lengthNs() > 0 && 2 * (beforeNs - leftNs) >= room.lengthNs()) {
                    backOnCore.add(gap.stack);
                }
            }
        }

        private Stretches room(Gap gap) {
            return claims.free().within(gap.fromNs, gap.toNs).minus(taken);
        }

        private void take(Stretches room) {
            Stretches part = room.last(leftNs);
            taken = taken.or(part);
            leftNs -= part.lengthNs();
        }
    }
}
