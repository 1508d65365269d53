package io.straggler.sweep;

import io.straggler.flamegraph.Capacity.Purpose;
import io.straggler.flamegraph.Capacity.Tried;
import io.straggler.flamegraph.Capacity.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Looks for the highest rate that is sustained, by bisection on a logarithmic scale. Pure: whoever measures asks for the {@link #next}
 * rate and tells what came of it with {@link #add}.
 *
 * <p>Near saturation the same rate may hold in one JVM and fail in the next, and an interval may hold the limit. So
 *
 * <ul>
 *   <li>a rate that is undecided is measured again, and judged by all its runs together; undecided still, it counts as neither, and the
 *       search goes on below it for what holds and above it for what fails;
 *   <li>when the bracket is narrow enough, both of its ends are confirmed in runs of their own. The majority overrules what was found
 *       before, and then the search goes on.
 * </ul>
 *
 * <p>It ends, because each rate is confirmed once and rates are rounded.
 */
public final class RateSearch {
    /**
     * A run to be measured.
     *
     * @param perSecond its rate
     * @param number which run it is at this rate for this purpose, from 1
     */
    public record Probe(double perSecond, Purpose purpose, int number) {}

    private final RateRange range;
    private final double precision;
    private final int mostRuns;
    private final int confirmations;
    private final TreeMap<Double, Tries> tries = new TreeMap<>();
    private boolean hurried;
    private Probe outstanding;

    /**
     * @param range within which it looks
     * @param precision of the bracket: 0.05 if its high end may be 5% above its low one
     * @param mostRuns at a rate that stays undecided
     * @param confirmations runs at either end of the bracket
     */
    public RateSearch(RateRange range, double precision, int mostRuns, int confirmations) {
        if (!(precision >= 0.005 && precision <= 1)) {
            throw new IllegalArgumentException(
                    "precision must be from 0.5% to 100%: precision=" + 100 * precision + "%");
        }
        if (mostRuns < 1 || mostRuns > 100) {
            throw new IllegalArgumentException("runs must be from 1 to 100: runs=" + mostRuns);
        }
        if (confirmations < 1 || confirmations > 100) {
            throw new IllegalArgumentException("confirmations must be from 1 to 100: confirmations=" + confirmations);
        }
        this.range = range;
        this.precision = precision;
        this.mostRuns = mostRuns;
        this.confirmations = confirmations;
    }

    /** The run to be measured next; empty when there is no more to find out. The same until {@link #add}. */
    public Optional<Probe> next() {
        if (outstanding == null) {
            OptionalDouble rate = hurried ? OptionalDouble.empty() : toSearch();
            if (rate.isPresent()) {
                outstanding = new Probe(rate.getAsDouble(), Purpose.SEARCH, 1 + at(rate).searched());
            } else {
                rate = toConfirm();
                if (rate.isPresent()) {
                    outstanding = new Probe(rate.getAsDouble(), Purpose.CONFIRM, 1 + at(rate).confirmed());
                }
            }
        }
        return Optional.ofNullable(outstanding);
    }

    /**
     * Tells what came of the run that {@link #next} asked for.
     *
     * @param alone judged by this run
     * @param together judged by all runs at its rate for its purpose
     */
    public void add(Verdict alone, Verdict together) {
        if (outstanding == null) {
            throw new IllegalStateException("run must have been asked for");
        }
        Tries at = tries.computeIfAbsent(outstanding.perSecond(), rate -> new Tries());
        if (outstanding.purpose() == Purpose.SEARCH) {
            at.searched(together);
        } else {
            at.confirmed(alone, together, confirmations);
        }
        outstanding = null;
    }

    /** There is no time for more than to confirm what has been found. */
    public void hurry() {
        hurried = true;
        if (outstanding != null && outstanding.purpose() == Purpose.SEARCH) {
            outstanding = null;
        }
    }

    /** What is known so far. */
    public Finding finding() {
        OptionalDouble fails = lowestFailing();
        OptionalDouble found = highestHolding();
        double below = found.orElse(0);
        double above = fails.orElse(Double.MAX_VALUE);
        List<Tried> undecided = tries.entrySet().stream()
                .filter(entry -> entry.getValue().verdict() == Verdict.UNDECIDED)
                .filter(entry -> entry.getKey() > below && entry.getKey() < above)
                .map(entry -> entry.getValue().tried(entry.getKey()))
                .toList();
        return new Finding(tried(found), tried(fails), undecided);
    }

    private Optional<Tried> tried(OptionalDouble rate) {
        return rate.isEmpty() ? Optional.empty() : Optional.of(at(rate).tried(rate.getAsDouble()));
    }

    private Tries at(OptionalDouble rate) {
        return tries.getOrDefault(rate.getAsDouble(), new Tries());
    }

    private OptionalDouble lowestFailing() {
        return tries.entrySet().stream()
                .filter(entry -> entry.getValue().verdict() == Verdict.FAILS)
                .mapToDouble(Map.Entry::getKey)
                .findFirst();
    }

    /** Below the lowest that fails. */
    private OptionalDouble highestHolding() {
        return tries.headMap(lowestFailing().orElse(Double.MAX_VALUE), false).descendingMap().entrySet().stream()
                .filter(entry -> entry.getValue().verdict() == Verdict.HOLDS)
                .mapToDouble(Map.Entry::getKey)
                .findFirst();
    }

    private OptionalDouble toSearch() {
        for (Map.Entry<Double, Tries> entry : tries.entrySet()) {
            if (entry.getValue().wantsMore(mostRuns)) {
                return OptionalDouble.of(entry.getKey());
            }
        }
        if (!tries.containsKey(range.lowPerSecond())) {
            return OptionalDouble.of(range.lowPerSecond());
        }
        OptionalDouble holds = highestHolding();
        if (holds.isEmpty() || holds.getAsDouble() >= range.highPerSecond()) {
            return OptionalDouble.empty();
        }
        return withinBracket(holds.getAsDouble(), lowestFailing());
    }

    /** The middle of the larger of two gaps: from what holds up to the first that is undecided, and from the last of these to what fails. */
    private OptionalDouble withinBracket(double holds, OptionalDouble fails) {
        double top = fails.orElse(range.highPerSecond());
        // An undecided end is an end of a gap on one side only: there is nothing above it.
        var between = tries.subMap(holds, false, top, fails.isEmpty());
        RateRange lower = between.isEmpty() ? new RateRange(holds, top) : new RateRange(holds, between.firstKey());
        double from = between.isEmpty() ? holds : between.lastKey();
        if (from >= top) {
            return lower.width() > precision ? OptionalDouble.of(lower.middle()) : OptionalDouble.empty();
        }
        RateRange upper = new RateRange(from, top);
        RateRange larger = lower.width() >= upper.width() ? lower : upper;
        if (larger.width() > precision) {
            return OptionalDouble.of(larger.middle());
        }
        return fails.isEmpty() ? OptionalDouble.of(top) : OptionalDouble.empty();
    }

    /** The end of the bracket that has been confirmed less often; at the same number, the one that did not come first the last time. */
    private OptionalDouble toConfirm() {
        OptionalDouble holds = unconfirmed(highestHolding());
        OptionalDouble fails = unconfirmed(lowestFailing());
        if (holds.isEmpty() || fails.isEmpty()) {
            return holds.isPresent() ? holds : fails;
        }
        int ofHolds = at(holds).confirmed();
        int ofFails = at(fails).confirmed();
        boolean holdsFirst = ofHolds == ofFails ? ofHolds % 2 == 0 : ofHolds < ofFails;
        return holdsFirst ? holds : fails;
    }

    private OptionalDouble unconfirmed(OptionalDouble rate) {
        return rate.isPresent() && at(rate).confirmed() < confirmations ? rate : OptionalDouble.empty();
    }
}
