package io.straggler.rates;

import io.straggler.diagnosis.statistics.Fork;
import io.straggler.gate.Exceedance;
import io.straggler.gate.Gate;
import io.straggler.gate.MetricName;
import io.straggler.model.text.Durations;
import io.straggler.rates.result.Capacity.Verdict;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Objectives that a sustained rate keeps: {@code p99 < 10us}, {@code outliers < 0.1%}.
 *
 * @param limits all of them
 */
public record Objectives(List<Gate> limits) {
    private static final String FORM = "objective must be like 'p99 < 10us' or 'outliers < 0.1%': slo=";

    /** Ten iterations beyond a percentile are needed to speak of it, */
    private static final double ENOUGH_BEYOND = 10;

    /** and some more to speak of how it changes with the rate. */
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
        if (gate.metric() instanceof MetricName.OfExcess) {
            throw new IllegalArgumentException(
                    "objective must not be excess latency, because what is ordinary differs between rates: slo="
                            + text);
        }
        return gate;
    }

    /**
     * Judgement of a run by its latencies.
     *
     * @param excess how far the run missed the objective; of several objectives, the largest
     * @param sentence each objective, and how many iterations missed it
     */
    public record Judgement(Verdict verdict, Excess excess, String sentence) {}

    /**
     * Judges a run.
     *
     * @param thresholdNs from which latency on an iteration is an outlier
     */
    public Judgement judge(List<Fork> forks, long thresholdNs) {
        List<Judgement> each =
                limits.stream().map(limit -> judge(limit, forks, thresholdNs)).toList();
        // Misses decide, even if another objective could not be looked at.
        Verdict verdict = each.stream()
                .map(Judgement::verdict)
                .min(Comparator.comparing(List.of(Verdict.FAILS, Verdict.UNDECIDED, Verdict.HOLDS)::indexOf))
                .orElseThrow();
        return new Judgement(
                verdict,
                each.stream()
                        .map(Judgement::excess)
                        .max(Comparator.naturalOrder())
                        .orElseThrow(),
                each.stream().map(Judgement::sentence).collect(Collectors.joining("; ")));
    }

    private static Judgement judge(Gate limit, List<Fork> forks, long thresholdNs) {
        double allowed = shareBeyond(limit);
        // An outlier reaches its threshold, and a percentile may be as high as its limit.
        long mayTakeNs = limit.metric() instanceof MetricName.OfPercentile ? (long) limit.limit() : thresholdNs - 1;
        Exceedance exceedance = Exceedance.of(forks, mayTakeNs);
        if (exceedance.iterations() * allowed < ENOUGH_BEYOND) {
            return new Judgement(
                    Verdict.UNDECIDED,
                    new Excess(0, 1),
                    String.format(
                            Locale.ROOT,
                            "%s cannot be judged by %,d iterations: it takes %,.0f",
                            limit.metric().label(),
                            exceedance.iterations(),
                            Math.ceil(ENOUGH_BEYOND / allowed)));
        }
        double odds = (exceedance.over() + 0.5) / (exceedance.iterations() - exceedance.over() + 0.5);
        double error =
                Math.sqrt(1 / (exceedance.bursts() + 0.5) + 1.0 / (exceedance.iterations() - exceedance.over() + 0.5));
        Excess excess = new Excess(Math.log(odds * (1 - allowed) / allowed), error);
        boolean fails = exceedance.over() > exceedance.iterations() * allowed;
        return new Judgement(
                fails ? Verdict.FAILS : Verdict.HOLDS,
                excess,
                String.format(
                        Locale.ROOT,
                        "%s of %,d iterations took %s, and %s may",
                        share((double) exceedance.over() / exceedance.iterations()),
                        exceedance.iterations(),
                        limit.metric() instanceof MetricName.OfPercentile
                                ? "longer than " + Durations.format(mayTakeNs)
                                : Durations.format(thresholdNs) + " or longer",
                        share(allowed)));
    }

    private static String share(double share) {
        return new BigDecimal(100 * share)
                        .round(new MathContext(2))
                        .stripTrailingZeros()
                        .toPlainString() + "%";
    }

    /** How many iterations a run wants for all of them to be decided. */
    public long iterationsToDecide() {
        return limits.stream()
                .mapToLong(limit -> (long) Math.ceil(ITERATIONS_BEYOND / shareBeyond(limit)))
                .max()
                .orElseThrow();
    }

    private static double shareBeyond(Gate limit) {
        return limit.metric() instanceof MetricName.OfPercentile percentile
                // 1 - 0.999 is a hair less than 0.001, and 10,000 iterations have ten beyond it.
                ? Math.round((1 - percentile.percentile() / 100) * 1e12) / 1e12
                : Math.min(1 - 1e-9, Math.max(1e-9, limit.limit()));
    }

    /** Whether one of them counts outliers, which only means something if the threshold is the same at every rate. */
    public boolean countOutliers() {
        return limits.stream().anyMatch(limit -> limit.metric() instanceof MetricName.OfOutliers);
    }

    /** The lowest latency that a percentile may not exceed; empty if none is about a percentile. */
    public OptionalLong lowestLatencyNs() {
        return limits.stream()
                .filter(limit -> limit.metric() instanceof MetricName.OfPercentile)
                .mapToLong(limit -> (long) limit.limit())
                .min();
    }

    /** {@code p99 < 10 µs and outliers < 0.1%}, as it was written. */
    public String words() {
        return limits.stream().map(Gate::text).collect(Collectors.joining(" and "));
    }
}
