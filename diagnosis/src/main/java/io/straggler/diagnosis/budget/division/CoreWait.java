package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.FreeTime;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.Rules.Constant;
import io.straggler.diagnosis.budget.StackSpan;
import io.straggler.model.Iteration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds out when a thread did not run if only the amount of that time is known. What does not fit into the outlier was outside of it.
 *
 * <p>First the time goes where a stack was asked for and not given, because a thread that runs answers at once, and to the time before the
 * start. What is left was before or after the iteration, as far as the readings reach, if no two sightings of the thread are far enough
 * apart for it: a thread that answered each capture at once was on its core. The rest goes to one of two places. One is between stacks,
 * while nothing known blocked the thread. The other is the end of what blocked the thread, when it had been woken up and had no core yet.
 * The first place is filled first if the thread was ever interrupted or nothing blocked it, otherwise the second. The second gets nothing if
 * the rest is less than half of the blocked time: waking up is then part of having been blocked.
 */
final class CoreWait {
    private static final Comparator<Gap> LONGEST_FIRST =
            Comparator.comparingLong(Gap::roomNs).reversed();

    private final Iteration iteration;
    private final long fromNs;
    private final List<StackSpan> stacks;
    private final long interruptions;
    private final TimeLedger claims;
    private final IntervalSet blocked;
    private final long answersWithinNs;
    private final long noiseNs;

    /** Stacks that end such a time, by index. */
    private final Set<Integer> endsOffCpu = new HashSet<>();

    /**
     * @param stacks that were captured of the thread
     * @param interruptions how often the thread was taken off its core though it could have gone on
     * @param blocked when it was blocked in something known
     * @param rules how soon a thread that runs answers
     */
    CoreWait(
            Iteration iteration,
            long fromNs,
            List<StackSpan> stacks,
            long interruptions,
            TimeLedger claims,
            IntervalSet blocked,
            Rules rules) {
        this.answersWithinNs = rules.ns(Constant.ANSWERS_WITHIN);
        this.noiseNs = rules.ns(Constant.USAGE_NOISE);
        this.iteration = iteration;
        this.fromNs = fromNs;
        this.stacks = stacks;
        this.interruptions = interruptions;
        this.claims = claims;
        this.blocked = blocked;
    }

    Set<Integer> endsOffCpu() {
        return endsOffCpu;
    }

    /**
     * Time without a core at an unknown instant.
     *
     * @param ns how long
     * @param pieces in how many pieces at most
     * @param beforeNs how much of it can have been before the iteration
     * @param afterNs and after it
     */
    record Absence(long ns, long pieces, long beforeNs, long afterNs) {}

    /** Where it was. Takes nothing from the ledger. */
    IntervalSet place(Absence absence) {
        if (absence.ns() <= 0) {
            return IntervalSet.NONE;
        }
        Placing placing = new Placing(absence.ns());
        placing.into(unanswered());
        placing.leaveOut(beyondNs(absence));
        if (interruptions > 0 || blocked.lengthNs() == 0) {
            placing.into(gaps());
            placing.intoWakingUp();
        } else if (placing.intoWakingUp()) {
            placing.into(gaps());
        }
        return IntervalSet.unionOf(placing.taken);
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
        for (StackSpan stack : stacks) {
            long silentNs = stack.timeNs() - stack.askedNs();
            // A thread that waits for a disk does not answer either.
            long blockedNs = blocked.within(stack.askedNs(), stack.timeNs()).lengthNs();
            if (silentNs > answersWithinNs && 2 * blockedNs < silentNs) {
                gaps.add(new Gap(stack.askedNs(), stack.timeNs(), stack.index()));
            }
        }
        return gaps;
    }

    private List<Gap> gaps() {
        List<Gap> gaps = new ArrayList<>();
        long sinceNs = iteration.startNs();
        for (StackSpan stack : stacks) {
            gaps.add(new Gap(sinceNs, stack.timeNs(), stack.index()));
            sinceNs = stack.timeNs();
        }
        gaps.add(new Gap(sinceNs, iteration.endNs(), -1));
        return gaps;
    }

    /**
     * How much of it was before or after the iteration. Nothing if each piece fits between two sightings. All that has room there if a piece
     * fits between a sighting and an end of what was read. Else what no two sightings leave room for.
     */
    private long beyondNs(Absence absence) {
        long longestNs = 0;
        long sinceNs = fromNs;
        for (StackSpan stack : stacks) {
            longestNs = Math.max(longestNs, stack.timeNs() - sinceNs);
            sinceNs = stack.timeNs();
        }
        long lastNs = iteration.endNs() - sinceNs;
        longestNs = Math.max(longestNs, lastNs) + noiseNs;
        long firstNs = stacks.isEmpty() ? lastNs : stacks.get(0).timeNs() - fromNs;
        long pieceNs = absence.ns() / absence.pieces();
        boolean fits = pieceNs <= Math.max(absence.beforeNs() + firstNs, lastNs + absence.afterNs());
        long roomNs = absence.beforeNs() + absence.afterNs();
        return fits && pieceNs > longestNs ? roomNs : Math.min(roomNs, Math.max(0, pieceNs - longestNs));
    }

    private final class Placing {
        private final FreeTime free = new FreeTime(claims.free());
        private final List<IntervalSet> taken = new ArrayList<>();
        private long leftNs;

        private Placing(long amountNs) {
            leftNs = amountNs;
        }

        private void leaveOut(long ns) {
            leftNs = Math.max(0, leftNs - ns);
        }

        /** Whether what is left is too long to be a part of having been blocked; then it has the end of that. */
        private boolean intoWakingUp() {
            boolean apart = leftNs > 0 && 2 * leftNs >= blocked.lengthNs();
            if (apart) {
                take(free.within(blocked));
            }
            return apart;
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
                IntervalSet room = room(gap);
                long beforeNs = leftNs;
                take(room.minus(blocked));
                if (room.lengthNs() > 0 && 2 * (beforeNs - leftNs) >= room.lengthNs()) {
                    endsOffCpu.add(gap.stack);
                }
            }
        }

        private IntervalSet room(Gap gap) {
            return free.within(gap.fromNs, gap.toNs);
        }

        private void take(IntervalSet room) {
            IntervalSet part = room.last(leftNs);
            taken.add(part);
            free.take(part);
            leftNs -= part.lengthNs();
        }
    }
}
