package io.straggler.rates;

import io.straggler.model.text.OptionException;
import io.straggler.rates.result.Capacity.Estimate;
import io.straggler.rates.result.Capacity.Purpose;
import io.straggler.rates.result.Capacity.Tried;
import io.straggler.rates.result.Capacity.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the highest rate that is sustained. Pure: whoever measures asks for the {@link #next} rate and adds what came of it with
 * {@link #add}.
 *
 * <p>The search begins as a bisection, with one run at each rate, until the bracket is {@link #NEAR near} the knee. Far from the knee, a
 * run only says on which side of it the rate is. Near saturation the same rate may hold in one JVM and fail in the next. So from there on
 * no run decides on its own: all runs together say how likely the {@link Knee} lies where. That may be inside the bracket or, if a run of
 * the bisection was wrong, outside. Runs are made on both sides of the most likely place, because they show the slope, too. When the
 * interval of 95% is narrow enough, runs of their own confirm both of its ends. The search goes on if the knee turns out to lie beyond one
 * end, or if not more runs at an end confirm it than contradict it.
 */
public final class RateSearch {
    /** Name of the precision in a refusal. */
    public static final String PRECISION = "precision";

    private static final double LOW = 0.025;
    private static final double HIGH = 0.975;

    /** A rate that is no further from the knee than by this factor says more than on which side it is. */
    private static final double NEAR = 1.5;

    private static final double SIDE = 0.16;

    /** Before an estimate is worth anything. */
    private static final int FEWEST = 6;

    private final RateRange range;
    private final double precision;
    private final int confirmations;
    private final List<Said> said = new ArrayList<>();
    private Optional<Ends> ends = Optional.empty();

    /** Null while the search bisects. */
    private @Nullable Knee knee;

    private double nearFrom;
    private double nearTo;
    private boolean hurried;
    private boolean over;
    private @Nullable Probe outstanding;

    /**
     * A run to be measured.
     *
     * @param perSecond its rate
     * @param number which run it is at this rate for this purpose, from 1
     */
    public record Probe(double perSecond, Purpose purpose, int number) {}

    private record Said(Probe probe, Verdict verdict, Excess excess) {
        double perSecond() {
            return probe.perSecond();
        }
    }

    /** Ends to be confirmed: at least one of both. */
    private record Ends(Optional<Double> holds, Optional<Double> fails) {
        /** Whether the knee still lies between them. */
        boolean enclose(double perSecond) {
            return perSecond >= holds.orElse(0.0) && perSecond <= fails.orElse(Double.MAX_VALUE);
        }
    }

    /**
     * @param range within which it looks
     * @param precision of the interval: 0.05 if its high end may be 5% above its low one
     * @param confirmations runs at either end of it
     */
    public RateSearch(RateRange range, double precision, int confirmations) {
        if (!(precision >= 0.005 && precision <= 1)) {
            throw new OptionException(PRECISION, "must be from 0.5% to 100%", "precision=" + 100 * precision + "%");
        }
        if (confirmations < 1 || confirmations > 100) {
            throw new OptionException("confirmations", "must be from 1 to 100", "confirmations=" + confirmations);
        }
        this.range = range;
        this.precision = precision;
        this.confirmations = confirmations;
    }

    /** The run to be measured next; empty when there is no more to find out. The same until {@link #add}. */
    public Optional<Probe> next() {
        if (outstanding == null && !over) {
            outstanding = choose();
        }
        return Optional.ofNullable(outstanding);
    }

    private @Nullable Probe choose() {
        if (said.isEmpty()) {
            return search(range.lowPerSecond());
        }
        if (knee == null) {
            double holds = highestThatHeld().orElse(range.lowPerSecond());
            double fails = lowestThatFailed().orElse(range.highPerSecond());
            if (!hurried && fails / holds > NEAR) {
                return search(new RateRange(holds, fails).middle());
            }
            if (!hurried && lowestThatFailed().isEmpty() && holds < fails) {
                return search(fails);
            }
            lookClosely(holds, fails);
        }
        if (ends.isPresent()) {
            Optional<Probe> confirming = confirm(ends.get());
            if (confirming.isPresent()) {
                return confirming.get();
            }
            if (hurried || confirmed(ends.get())) {
                over = true;
                return null;
            }
            ends = Optional.empty();
            return closer();
        }
        if (hurried || settled()) {
            ends = Optional.of(ends());
            return confirm(ends.get()).orElse(null);
        }
        return closer();
    }

    /** A run on one side of the middle of what is known. */
    private Probe closer() {
        return search(within(knee().quantile(said.size() % 2 == 0 ? SIDE : 1 - SIDE)));
    }

    /** Whether the knee lies between both ends, and most of the runs that were to confirm either end did so. */
    private boolean confirmed(Ends wanted) {
        return wanted.enclose(knee().quantile(0.5))
                && wanted.holds()
                        .filter(rate -> confirmed(rate, Verdict.HOLDS) <= confirmed(rate, Verdict.FAILS))
                        .isEmpty()
                && wanted.fails()
                        .filter(rate -> confirmed(rate, Verdict.FAILS) <= confirmed(rate, Verdict.HOLDS))
                        .isEmpty();
    }

    private void lookClosely(double holds, double fails) {
        nearFrom = holds / NEAR;
        nearTo = fails * NEAR;
        knee = new Knee(range);
        said.forEach(this::learn);
    }

    private Knee knee() {
        return Objects.requireNonNull(knee, "the search must look closely before it estimates");
    }

    private void learn(Said one) {
        boolean near = one.perSecond() >= nearFrom && one.perSecond() <= nearTo;
        double side = one.verdict() == Verdict.FAILS ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        knee().add(one.perSecond(), near ? one.excess() : new Excess(side, 0));
    }

    /** Returns the highest rate that held by single runs, below all that failed. */
    private Optional<Double> highestThatHeld() {
        double below = lowestThatFailed().orElse(Double.MAX_VALUE);
        return said.stream()
                .filter(one -> one.verdict() == Verdict.HOLDS && one.perSecond() < below)
                .map(Said::perSecond)
                .max(Double::compare);
    }

    private Optional<Double> lowestThatFailed() {
        return said.stream()
                .filter(one -> one.verdict() == Verdict.FAILS)
                .map(Said::perSecond)
                .min(Double::compare);
    }

    private Probe search(double perSecond) {
        return new Probe(perSecond, Purpose.SEARCH, 1 + count(perSecond, Purpose.SEARCH));
    }

    private double within(double perSecond) {
        return Math.min(range.highPerSecond(), Math.max(range.lowPerSecond(), RateRange.readable(perSecond)));
    }

    private boolean settled() {
        return said.size() >= FEWEST && knee().quantile(HIGH) / knee().quantile(LOW) - 1 <= precision
                || outOfReach()
                || nothingLimits();
    }

    /** Not even the lowest rate is sustained. */
    private boolean outOfReach() {
        return knee().quantile(HIGH) < range.lowPerSecond();
    }

    private boolean nothingLimits() {
        return knee().quantile(LOW) > range.highPerSecond();
    }

    private Ends ends() {
        double low = knee().quantile(LOW);
        double high = knee().quantile(HIGH);
        return new Ends(
                high < range.lowPerSecond() ? Optional.empty() : Optional.of(within(low)),
                knee().quantile(0.5) > range.highPerSecond() ? Optional.empty() : Optional.of(within(high)));
    }

    /** The end that has been confirmed less often; at the same number, the one that did not come first the last time. */
    private Optional<Probe> confirm(Ends wanted) {
        Optional<Double> holds = wanted.holds().filter(rate -> count(rate, Purpose.CONFIRM) < confirmations);
        Optional<Double> fails = wanted.fails().filter(rate -> count(rate, Purpose.CONFIRM) < confirmations);
        if (holds.isEmpty() || fails.isEmpty()) {
            return holds.or(() -> fails).map(this::confirm);
        }
        int ofHolds = count(holds.get(), Purpose.CONFIRM);
        int ofFails = count(fails.get(), Purpose.CONFIRM);
        boolean holdsFirst = ofHolds == ofFails ? ofHolds % 2 == 0 : ofHolds < ofFails;
        return (holdsFirst ? holds : fails).map(this::confirm);
    }

    private Probe confirm(double perSecond) {
        return new Probe(perSecond, Purpose.CONFIRM, 1 + count(perSecond, Purpose.CONFIRM));
    }

    private int count(double perSecond, Purpose purpose) {
        return (int) said.stream()
                .map(Said::probe)
                .filter(probe -> probe.perSecond() == perSecond && probe.purpose() == purpose)
                .count();
    }

    /**
     * Adds what came of the run that {@link #next} asked for.
     *
     * @param excess how far it missed the objective
     */
    public void add(Verdict verdict, Excess excess) {
        if (outstanding == null) {
            throw new IllegalStateException("run must have been asked for");
        }
        Said one = new Said(outstanding, verdict, excess);
        said.add(one);
        if (verdict == Verdict.UNDECIDED) {
            // Too few iterations: they are as many in the next run.
            over = true;
        } else if (knee != null) {
            learn(one);
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

    /** Whether {@link #hurry} was called. */
    public boolean hurried() {
        return hurried;
    }

    /** Returns the finding so far. */
    public Finding finding() {
        boolean confirmed = over
                && ends.isPresent()
                && said.stream().noneMatch(one -> one.verdict() == Verdict.UNDECIDED)
                && confirmed(ends.get());
        return new Finding(
                estimate(),
                ends.isPresent()
                        ? ends.get().holds().map(this::tried)
                        : highestThatHeld().map(this::tried),
                ends.isPresent()
                        ? ends.get().fails().map(this::tried)
                        : lowestThatFailed().map(this::tried),
                confirmed);
    }

    /** None while all that was seen lies on one side. */
    private Optional<Estimate> estimate() {
        boolean below = said.stream().anyMatch(one -> one.verdict() == Verdict.HOLDS);
        boolean above = said.stream().anyMatch(one -> one.verdict() == Verdict.FAILS);
        if (knee == null || !below || !above || said.size() < FEWEST) {
            return Optional.empty();
        }
        return Optional.of(new Estimate(knee().quantile(0.5), knee().quantile(LOW), knee().quantile(HIGH)));
    }

    private Tried tried(double perSecond) {
        return new Tried(
                perSecond,
                count(perSecond, Purpose.SEARCH),
                count(perSecond, Purpose.CONFIRM),
                confirmed(perSecond, Verdict.HOLDS),
                confirmed(perSecond, Verdict.FAILS));
    }

    private int confirmed(double perSecond, Verdict verdict) {
        return (int) said.stream()
                .filter(one -> one.verdict() == verdict
                        && one.probe().purpose() == Purpose.CONFIRM
                        && one.perSecond() == perSecond)
                .count();
    }
}
