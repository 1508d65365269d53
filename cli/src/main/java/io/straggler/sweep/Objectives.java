package io.straggler.sweep;

import io.straggler.diagnosis.compare.Figure;
import io.straggler.diagnosis.compare.Fork;
import io.straggler.diagnosis.compare.Side;
import io.straggler.flamegraph.Capacity.Verdict;
import io.straggler.gate.Exceedance;
import io.straggler.gate.FigureName;
import io.straggler.gate.Gate;
import io.straggler.gate.Reading;
import io.straggler.model.Durations;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * What has to hold at a rate for it to count as sustained: {@code p99 < 10us}, {@code outliers < 0.1%}.
 *
 * @param limits all of them
 */
public record Objectives(List<Gate> limits) {
    private static final String FORM = "objective must be like 'p99 < 10us' or 'outliers < 0.1%': slo=";

    /** Ten iterations beyond a percentile are needed to speak of it, and some more for an interval that decides anything. */
    private static final double ITERATIONS_BEYOND = 40;

    public Objectives {
        limits = List.copyOf(limits);
        if (limits.isEmpty()) {
            throw new IllegalArgumentException("objectives must be at least one: objectives=0");
        }
    }

    /**
     * Understands the objectives.
     *
     * @throws IllegalArgumentException saying what is wrong, and the form
     */
    public static Objectives parse(List<String> texts) {
        return new Objectives(texts.stream().map(Objectives::limit).toList());
    }

    private static Gate limit(String text) {
        Gate gate;
        try {
            gate = Gate.limit(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(FORM + text, e);
        }
        if (gate.side() != Gate.Side.ABOVE) {
            throw new IllegalArgumentException("objective must be an upper limit, with <: slo=" + text);
        }
        if (gate.figure() instanceof FigureName.OfInflicted) {
            throw new IllegalArgumentException(
                    "objective must not be inflicted latency, because what is ordinary differs between rates: slo="
                            + text);
        }
        return gate;
    }

    /**
     * What the latencies of some JVMs say.
     *
     * @param sentence each figure, its interval and the limit
     */
    public record Judgement(Verdict verdict, String sentence) {}

    /**
     * Judges JVMs that ran at one rate.
     *
     * @param thresholdNs from which latency on an iteration is an outlier
     * @param seed of the resampling
     */
    public Judgement judge(List<Fork> forks, long thresholdNs, long seed) {
        List<Judgement> each = limits.stream()
                .map(limit -> judge(limit, forks, thresholdNs, seed))
                .toList();
        Verdict verdict = each.stream().anyMatch(one -> one.verdict() == Verdict.FAILS)
                ? Verdict.FAILS
                : each.stream().allMatch(one -> one.verdict() == Verdict.HOLDS) ? Verdict.HOLDS : Verdict.UNDECIDED;
        return new Judgement(verdict, each.stream().map(Judgement::sentence).collect(Collectors.joining("; ")));
    }

    private static Judgement judge(Gate limit, List<Fork> forks, long thresholdNs, long seed) {
        Figure figure = limit.figure().figure(thresholdNs, 0);
        Reading reading = Reading.of(limit, new Side("it", forks), figure, seed);
        if (reading.estimate().isEmpty() && figure instanceof Figure.Percentile percentile) {
            Optional<Judgement> plain = plain(percentile, (long) limit.limit(), forks);
            if (plain.isPresent()) {
                return plain.get();
            }
        }
        return new Judgement(
                switch (reading.standing()) {
                    case WITHIN -> Verdict.HOLDS;
                    case BEYOND -> Verdict.FAILS;
                    case UNCERTAIN -> Verdict.UNDECIDED;
                },
                reading.sentence());
    }

    /**
     * What needs no interval: there is none where the late iterations all came together, as in a queue that grows for as long as the run
     * lasts, or where none came at all. A limit is plainly missed when more than half of the iterations that it does not allow above it
     * are there.
     */
    private static Optional<Judgement> plain(Figure.Percentile percentile, long limitNs, List<Fork> forks) {
        Exceedance exceedance = Exceedance.of(forks, limitNs);
        String limit = Durations.format(limitNs);
        if (exceedance.holds(percentile.percentile())) {
            return Optional.of(new Judgement(
                    Verdict.HOLDS,
                    String.format(
                            Locale.ROOT,
                            "none of %,d iterations took longer than %s",
                            exceedance.iterations(),
                            limit)));
        }
        return exceedance.fails(percentile.percentile())
                ? Optional.of(new Judgement(
                        Verdict.FAILS,
                        String.format(
                                Locale.ROOT,
                                "%.0f%% of the iterations took longer than %s",
                                100.0 * exceedance.over() / exceedance.iterations(),
                                limit)))
                : Optional.empty();
    }

    /** How many iterations a run wants for all of them to be decided. */
    public long iterationsToDecide() {
        return limits.stream()
                .mapToLong(limit -> (long) Math.ceil(ITERATIONS_BEYOND / shareBeyond(limit)))
                .max()
                .orElseThrow();
    }

    private static double shareBeyond(Gate limit) {
        return limit.figure() instanceof FigureName.OfPercentile percentile
                ? 1 - percentile.percentile() / 100
                : Math.min(1, Math.max(1e-9, limit.limit()));
    }

    /** Whether one of them counts outliers, which only means something if the threshold is the same at every rate. */
    public boolean countOutliers() {
        return limits.stream().anyMatch(limit -> limit.figure() instanceof FigureName.OfOutliers);
    }

    /** The lowest latency that a percentile may not exceed; empty if none is about a percentile. */
    public OptionalLong lowestLatencyNs() {
        return limits.stream()
                .filter(limit -> limit.figure() instanceof FigureName.OfPercentile)
                .mapToLong(limit -> (long) limit.limit())
                .min();
    }

    /** {@code p99 < 10 µs and outliers < 0.1%}, as it was written. */
    public String words() {
        return limits.stream().map(Gate::text).collect(Collectors.joining(" and "));
    }
}
