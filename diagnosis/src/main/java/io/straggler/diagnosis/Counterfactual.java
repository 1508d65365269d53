package io.straggler.diagnosis;

import io.straggler.model.BusyPeriod;
import io.straggler.model.Percentiles;
import io.straggler.model.Series;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the percentiles of a run would have been without one cause.
 *
 * <p>The recorded busy periods are replayed as queues, with what the cause took of each outlier removed from its occupancy; the
 * latencies that result take the place of the measured ones among those of the whole run. A cause is removed from outliers only:
 * what it did to iterations below the threshold is not known, and stays.
 *
 * <p>The same with nothing removed tells how far the replay itself is off; beyond {@value #MOST_ERROR} nothing is concluded.
 *
 * @param measured percentiles as measured: 99 and 99.9, those that the number of iterations allows
 * @param replayError the largest relative error of these when nothing is removed; zero if nothing was replayed
 * @param refusal why nothing is concluded, a sentence, when it is not
 * @param without the causes that took time in outliers, the one whose removal helps the highest percentile most first; empty if
 *     refused
 */
public record Counterfactual(
        List<Series.Point> measured, double replayError, Optional<String> refusal, List<Without> without) {
    /** Relative. */
    public static final double MOST_ERROR = 0.05;

    private static final List<Double> PERCENTILES = List.of(99.0, 99.9);

    /** One cannot fix what one does not know, nor the work itself. */
    private static final Set<Cause> FIXED = EnumSet.of(
            Cause.USUAL_WORK, Cause.CULPRITS, Cause.LOAD, Cause.INHERITED, Cause.NOT_SEEN, Cause.UNEXPLAINED);

    public Counterfactual {
        measured = List.copyOf(measured);
        without = List.copyOf(without);
    }

    /**
     * The percentiles with one cause removed.
     *
     * @param percentiles the same as those measured
     */
    public record Without(Cause cause, List<Series.Point> percentiles) {
        public Without {
            percentiles = List.copyOf(percentiles);
        }
    }

    /**
     * Replays a sequential run.
     *
     * @param periods its busy periods with outliers
     * @param budget of its outliers
     * @param latencies of all its iterations
     */
    public static Counterfactual of(List<BusyPeriod> periods, RunBudget budget, LatencyCounts latencies) {
        List<Double> percentiles = PERCENTILES.stream()
                .filter(percentile -> Percentiles.measurable(percentile, latencies.total()))
                .toList();
        Map<Long, TimeBudget> budgets = new HashMap<>();
        budget.budgets().forEach(one -> budgets.put(one.intendedNs(), one));
        ReplayedRun run = new ReplayedRun(periods, budgets, latencies);
        List<Series.Point> measured = points(percentiles, latencies, new long[0]);
        Optional<String> refusal = refusal(periods, percentiles);
        if (refusal.isPresent()) {
            return new Counterfactual(measured, 0, refusal, List.of());
        }
        double error = error(measured, points(percentiles, run.others(), run.latenciesNs(Optional.empty())));
        if (error > MOST_ERROR) {
            String why = String.format(
                    Locale.ROOT, "The replayed percentiles are off by %.1f%% with nothing removed.", 100 * error);
            return new Counterfactual(measured, error, Optional.of(why), List.of());
        }
        int highest = percentiles.size() - 1;
        List<Without> without = budget.causes().stream()
                .filter(sum -> sum.ownNs() > 0 && !FIXED.contains(sum.cause()))
                .map(RunBudget.CauseSum::cause)
                .map(cause ->
                        new Without(cause, points(percentiles, run.others(), run.latenciesNs(Optional.of(cause)))))
                .sorted((a, b) -> Long.compare(
                        a.percentiles().get(highest).valueNs(),
                        b.percentiles().get(highest).valueNs()))
                .toList();
        return new Counterfactual(measured, error, Optional.empty(), without);
    }

    private static Optional<String> refusal(List<BusyPeriod> periods, List<Double> percentiles) {
        if (percentiles.isEmpty()) {
            return Optional.of("There are too few iterations to speak of p99.");
        }
        if (periods.isEmpty()) {
            return Optional.of("No busy periods were recorded, so there is nothing to replay.");
        }
        long omitted = periods.stream().mapToLong(BusyPeriod::omitted).sum();
        return omitted == 0
                ? Optional.empty()
                : Optional.of("Busy periods were too long to be kept: " + omitted + " iterations are missing.");
    }

    private static double error(List<Series.Point> measured, List<Series.Point> replayed) {
        double worst = 0;
        for (int i = 0; i < measured.size(); i++) {
            double wasNs = Math.max(1, measured.get(i).valueNs());
            worst = Math.max(worst, Math.abs(replayed.get(i).valueNs() - wasNs) / wasNs);
        }
        return worst;
    }

    /** Percentiles of the counted latencies and the single ones together. */
    private static List<Series.Point> points(List<Double> percentiles, LatencyCounts counted, long[] single) {
        long[] ordered = single.clone();
        Arrays.sort(ordered);
        return percentiles.stream()
                .map(percentile -> new Series.Point(percentile, valueAt(percentile, counted, ordered)))
                .toList();
    }

    private static long valueAt(double percentile, LatencyCounts counted, long[] ordered) {
        // A hair of slack, because 99.9 / 100 is not exactly 0.999.
        long wanted = (long) Math.ceil((counted.total() + ordered.length) * percentile / 100 - 1e-6);
        int bucket = 0;
        int single = 0;
        long seen = 0;
        long valueNs = 0;
        while (seen < wanted) {
            boolean fromBucket = single == ordered.length
                    || bucket < counted.counts().length && counted.valuesNs()[bucket] <= ordered[single];
            valueNs = fromBucket ? counted.valuesNs()[bucket] : ordered[single];
            seen += fromBucket ? counted.counts()[bucket++] : 1;
            single += fromBucket ? 0 : 1;
        }
        return valueNs;
    }
}
