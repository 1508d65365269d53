package io.straggler.gate;

import io.straggler.compare.MetricText;
import io.straggler.compare.RunSet;
import io.straggler.compare.recorded.RecordedSet;
import io.straggler.compare.result.ComparedRuns;
import io.straggler.compare.result.RecordedComparison;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.SampleEstimate;
import io.straggler.diagnosis.statistics.Verdict;
import io.straggler.gate.GateResult.Outcome;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A condition that decides whether a build fails. It must not be met, such as {@code p99.9 > 50us}, {@code outliers > 0.1%},
 * {@code excess > 2ms/s} or {@code regressed p99 > 5%}; or it has to hold, such as {@code p99 < 1ms} or {@code p99 not worse than 5%}.
 *
 * <p>A gate fails if the whole interval of 95% lies beyond the limit. A gate with an upper limit on a percentile also fails if too many
 * iterations exceeded the limit in every tenth of the time. So a metric that may be beyond the limit by chance does not fail a build. A
 * condition that has to hold passes only if it certainly does; if nothing is certain, it is undecided. If a regression was asked for and
 * none was found, the gate is undecided if one of twice the limit would probably not have been found either.
 *
 * @param text as it was written
 * @param kind what is compared with the limit
 * @param metric what is looked at
 * @param side of the limit on which it fails
 * @param limit in the metric's unit, or, of a regression, the relative change
 */
public record Gate(String text, Kind kind, MetricName metric, Side side, double limit) {
    /**
     * Multiple of the limit: if the smallest change that four in five comparisons would find exceeds it, a comparison
     * that found none is undecided.
     */
    private static final double BLIND = 2;

    /** Quantity that is compared with the limit. */
    public enum Kind {
        /** The metric of one run, or of the second side. */
        VALUE,
        /** Metric of one run, which passes only when it certainly holds. */
        REQUIRED,
        /** The relative change from the first side to the second. */
        REGRESSION,
        /** Relative change, which passes only when a change beyond the limit is out of the question. */
        NOT_WORSE;

        private boolean ofTwoSides() {
            return this == REGRESSION || this == NOT_WORSE;
        }
    }

    /** Where it fails. */
    public enum Side {
        ABOVE,
        BELOW
    }

    /**
     * Understands a condition that fails.
     *
     * @throws IllegalArgumentException saying what is wrong, and the form
     */
    public static Gate parse(String text) {
        return GateText.parse(text, GateText.FAILING);
    }

    /**
     * Understands a condition that has to hold: {@code p99 < 200us}, or, of two sides, {@code p99 not worse than 5%}. It passes when that is certain,
     * fails when the opposite is, and is undecided otherwise.
     *
     * @throws IllegalArgumentException saying what is wrong, and the form
     */
    public static Gate require(String text) {
        Optional<Gate> notWorse = GateText.notWorse(text);
        if (notWorse.isPresent()) {
            return notWorse.get();
        }
        Gate limit = holding(text, GateText.REQUIRED);
        return new Gate(text, Kind.REQUIRED, limit.metric, limit.side, limit.limit);
    }

    /**
     * Understands a condition that shall hold, as {@code p99 < 200us}: fails when it certainly does not.
     *
     * @throws IllegalArgumentException saying what is wrong, and the form
     */
    public static Gate limit(String text) {
        return holding(text, GateText.HOLDING);
    }

    private static Gate holding(String text, String form) {
        Gate gate = GateText.parse(text, form);
        if (gate.kind.ofTwoSides()) {
            throw new IllegalArgumentException("limit must be of one run, such as p99 < 200us: limit=" + text);
        }
        return new Gate(text, gate.kind, gate.metric, gate.side == Side.ABOVE ? Side.BELOW : Side.ABOVE, gate.limit);
    }

    /** Whether two sides are needed. */
    public boolean needsComparison() {
        return kind.ofTwoSides();
    }

    /**
     * Judges one side.
     *
     * @param thresholdNs from which latency on an iteration is an outlier
     * @param seed of the resampling
     */
    public GateResult judge(RunSet run, long thresholdNs, long seed) {
        return judge(run.latencies(), metric.metric(thresholdNs, run.normalNs()), seed);
    }

    private GateResult judge(io.straggler.diagnosis.statistics.Side latencies, Metric of, long seed) {
        if (needsComparison()) {
            throw new IllegalStateException("gate must be of one run: gate=" + text);
        }
        Reading reading = Reading.of(this, latencies, of, seed);
        boolean measured = reading.estimate().isPresent();
        if (measured && reading.standing() != Reading.Standing.UNCERTAIN) {
            return result(reading.standing(), reading.sentence());
        }
        if (side == Side.ABOVE && !measured && !(of instanceof Metric.Percentile)) {
            return judgeFewOutliers(reading, new FewEvents(reading.value(), SampleEstimate.eventsApart(latencies, of)));
        }
        if (side == Side.ABOVE && of instanceof Metric.Percentile percentile) {
            Exceedance exceedance = Exceedance.of(latencies.forks(), (long) limit);
            String known = measured ? reading.sentence() : of.label() + " has no interval";
            if (!measured && exceedance.holds(percentile.percentile())) {
                return new GateResult(text, Outcome.PASSED, known + counted("none", exceedance));
            }
            if (exceedance.failsThroughout(percentile.percentile())) {
                String over = String.format(Locale.ROOT, "%,d", exceedance.over());
                return new GateResult(
                        text,
                        Outcome.FAILED,
                        known + counted(over, exceedance) + ", too many in every tenth of the time");
            }
        }
        return measured
                ? result(reading.standing(), reading.sentence())
                : new GateResult(text, Outcome.UNDECIDED, reading.sentence());
    }

    /**
     * Judges an upper limit where outliers are too few for an interval: it holds if it is far above. What has to hold is certain of their
     * number only, since nobody knows how long others would take.
     */
    private GateResult judgeFewOutliers(Reading reading, FewEvents few) {
        boolean holds = few.most() <= limit && (kind != Kind.REQUIRED || metric instanceof MetricName.OfOutliers);
        if (!holds) {
            return new GateResult(text, Outcome.UNDECIDED, reading.sentence());
        }
        String most = few.none()
                ? metric.label() + " is zero: there were no outliers"
                : metric.label() + " is " + MetricText.value(metric.unit(), few.value())
                        + ", with so few events no more than " + MetricText.value(metric.unit(), few.most());
        return new GateResult(
                text, Outcome.PASSED, most + ", and the limit is " + MetricText.value(metric.unit(), limit));
    }

    private String counted(String over, Exceedance exceedance) {
        return String.format(
                Locale.ROOT,
                ", but %s of %,d iterations exceeded the limit of %s",
                over,
                exceedance.iterations(),
                MetricText.value(metric.unit(), limit));
    }

    /** Judges a comparison; a gate of one side judges the second. */
    public GateResult judge(ComparedRuns runs, RunSet b, long seed) {
        if (!needsComparison()) {
            return judge(b, runs.thresholdNs(), seed);
        }
        return judgeChange(runs.comparison().differences());
    }

    /** Judges files that other tools wrote; a gate of one side judges the second. */
    public GateResult judge(RecordedComparison runs, RecordedSet b, long seed) {
        if (!(metric instanceof MetricName.OfPercentile percentile)) {
            return new GateResult(
                    text,
                    Outcome.UNDECIDED,
                    metric.label() + " is not known: the files name no threshold for outliers");
        }
        if (needsComparison()) {
            return runs.basis().isPresent()
                    ? judgeChange(runs.metrics())
                    : new GateResult(text, Outcome.UNDECIDED, metric.label() + " has no verdict: " + runs.noVerdict());
        }
        return b.resampled()
                ? judge(b.latencies(), metric.metric(0, 0), seed)
                : judgeWithoutInterval(b, percentile.percentile());
    }

    /** Latencies that cannot be resampled prove one thing only: that none of enough iterations exceeded the limit. */
    private GateResult judgeWithoutInterval(RecordedSet b, double percentile) {
        Exceedance exceedance = Exceedance.of(b.forks(), (long) limit);
        if (side == Side.ABOVE && exceedance.holds(percentile)) {
            return new GateResult(
                    text, Outcome.PASSED, metric.label() + " has no interval" + counted("none", exceedance));
        }
        OptionalLong valueNs = b.valueNs(percentile);
        String value = valueNs.isPresent()
                ? metric.label() + " is " + MetricText.value(metric.unit(), valueNs.getAsLong())
                        + ", without an interval: "
                : metric.label() + " has fewer than ten latencies above it: ";
        return new GateResult(text, Outcome.UNDECIDED, value + b.whyNotResampled());
    }

    private GateResult judgeChange(List<Difference> differences) {
        Optional<Difference> found =
                differences.stream().filter(one -> metric.names(one.metric())).findFirst();
        if (found.filter(Gate::fromZero).isPresent()) {
            return judgeChangeFromZero(found.get());
        }
        if (found.isEmpty() || found.get().relative().isEmpty()) {
            return new GateResult(
                    text,
                    Outcome.UNDECIDED,
                    metric.label() + " is not measurable"
                            + found.map(one -> ": " + one.note()).orElse(" on both sides"));
        }
        Difference difference = found.get();
        Estimate relative = difference.relative().orElseThrow();
        String sentence = metric.label() + " changed by " + MetricText.change(relative.value()) + " "
                + MetricText.interval(relative) + ", and the limit is " + MetricText.change(limit);
        // The verdict allows for the number of metrics that were looked at.
        if (kind == Kind.NOT_WORSE || difference.verdict() == Verdict.REGRESSED) {
            return result(Reading.standing(this, relative), sentence);
        }
        double detectable = difference.detectable().orElse(0);
        return limit > 0 && detectable > BLIND * limit
                ? new GateResult(
                        text,
                        Outcome.UNDECIDED,
                        sentence + ": no certain regression, but of those that are smaller than "
                                + MetricText.change(detectable)
                                + " most would not be seen. Measure more, or allow more")
                : new GateResult(text, Outcome.PASSED, sentence + ": no certain regression");
    }

    private static boolean fromZero(Difference difference) {
        return !(difference.metric() instanceof Metric.Percentile)
                && difference.a().orElse(1) == 0;
    }

    /** Whatever comes where there was nothing is beyond any relative limit, unless it may be chance. */
    private GateResult judgeChangeFromZero(Difference difference) {
        String change = metric.label() + " was zero";
        if (difference.b().orElse(0) == 0) {
            // The requirement is not certain: one more outlier would be too many.
            return new GateResult(
                    text,
                    kind == Kind.NOT_WORSE ? Outcome.UNDECIDED : Outcome.PASSED,
                    change + ", and is: neither side has outliers");
        }
        change += " and is " + MetricText.value(metric.unit(), difference.b().orElse(0));
        return difference.verdict() == Verdict.REGRESSED
                ? new GateResult(text, Outcome.FAILED, change + ", which is beyond any limit")
                : new GateResult(
                        text,
                        Outcome.UNDECIDED,
                        change + ", which may be chance. Measure more"
                                + (difference.note().isEmpty() ? "" : ". " + difference.note()));
    }

    private GateResult result(Reading.Standing standing, String sentence) {
        return switch (standing) {
            case BEYOND -> new GateResult(text, Outcome.FAILED, sentence);
            case WITHIN -> new GateResult(text, Outcome.PASSED, sentence);
            case UNCERTAIN ->
                new GateResult(
                        text,
                        kind == Kind.REQUIRED || kind == Kind.NOT_WORSE ? Outcome.UNDECIDED : Outcome.PASSED,
                        sentence + ": the interval holds the limit, so nothing is certain");
        };
    }
}
