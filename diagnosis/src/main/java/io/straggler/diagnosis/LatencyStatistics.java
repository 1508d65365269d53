package io.straggler.diagnosis;

import io.straggler.diagnosis.statistics.Comparison;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.ObserverEffect;
import io.straggler.diagnosis.statistics.Pairing;
import io.straggler.diagnosis.statistics.SampleEstimate;
import io.straggler.diagnosis.statistics.Side;
import io.straggler.diagnosis.statistics.Verdict;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How surely the latencies of a run are known.
 *
 * @param percentiles each that at least ten iterations lie above, with its interval and the number of events it rests on
 * @param drift the percentile that differs most between the first half of the runs and the second: {@code a} in the first half,
 *     {@code b} in the second; empty if none certainly does
 * @param observer what sampling did to the run; empty when the run did not check that, or was too short to tell
 */
public record LatencyStatistics(
        List<SampleEstimate> percentiles, Optional<Difference> drift, Optional<ObserverEffect> observer) {
    /** Statistics of a run without known latencies. */
    public static final LatencyStatistics NONE = new LatencyStatistics(List.of(), Optional.empty(), Optional.empty());

    /** Seed of the resampling; fixed, so that equal files give equal intervals. */
    private static final long SEED = 1;

    /** A relative difference between the halves that is certainly larger is worth a warning. */
    private static final double STEADY = 0.05;

    public LatencyStatistics {
        percentiles = List.copyOf(percentiles);
    }

    /**
     * Estimates.
     *
     * @param runs all latencies, of every run
     * @param unsampled those of the blocks of time in which the sampler was off
     * @param watched the others
     * @param unsampledOutliers outliers while the sampler was off
     */
    public static LatencyStatistics of(
            List<Fork> runs, List<Fork> unsampled, List<Fork> watched, long unsampledOutliers) {
        return runs.isEmpty()
                ? NONE
                : new LatencyStatistics(
                        percentiles(runs), drift(runs), ObserverEffect.of(unsampled, watched, unsampledOutliers, SEED));
    }

    /** The estimate of a percentile; empty if fewer than ten iterations lie above it. */
    public Optional<SampleEstimate> percentile(double percentile) {
        return percentiles.stream()
                .filter(one -> one.metric().equals(new Metric.Percentile(percentile)))
                .findFirst();
    }

    private static List<SampleEstimate> percentiles(List<Fork> runs) {
        Side side = new Side("the run", runs);
        long iterations = runs.stream()
                .flatMap(run -> run.periods().stream())
                .mapToLong(LatencyCounts::total)
                .sum();
        return Percentiles.SHOWN.stream()
                .filter(percentile -> Percentiles.measurable(percentile, iterations))
                .map(percentile -> SampleEstimate.of(side, new Metric.Percentile(percentile), SEED))
                .toList();
    }

    /** Halves of a run that is steady differ by more than 5% only by chance, and then not with certainty. */
    private static Optional<Difference> drift(List<Fork> runs) {
        List<Fork> first = new ArrayList<>();
        List<Fork> second = new ArrayList<>();
        for (Fork run : runs) {
            int half = run.periods().size() / 2;
            if (half > 0) {
                first.add(new Fork(run.name(), run.periods().subList(0, half), run.periodNs()));
                second.add(new Fork(run.name(), run.periods().subList(half, 2 * half), run.periodNs()));
            }
        }
        if (first.isEmpty()) {
            return Optional.empty();
        }
        Comparison halves = Comparison.of(
                new Side("the first half", first),
                new Side("the second half", second),
                Pairing.PAIRED,
                Long.MAX_VALUE,
                0,
                SEED);
        Optional<Difference> largest = Optional.empty();
        for (Difference difference : halves.differences()) {
            if (least(difference) > STEADY && largest.stream().allMatch(other -> least(other) < least(difference))) {
                largest = Optional.of(difference);
            }
        }
        return largest;
    }

    /** The relative difference that there certainly is, up or down: zero if there may be none. */
    private static double least(Difference difference) {
        if (difference.verdict() != Verdict.REGRESSED && difference.verdict() != Verdict.IMPROVED) {
            return 0;
        }
        Estimate relative = difference.relative().orElse(new Estimate(0, 0, 0));
        return Math.max(relative.low(), -relative.high());
    }
}
