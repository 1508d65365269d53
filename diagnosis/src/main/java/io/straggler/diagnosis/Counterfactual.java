package io.straggler.diagnosis;

import io.straggler.diagnosis.ReplayedRun.Assumptions;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.BusyPeriod;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Percentiles;
import io.straggler.model.Place;
import io.straggler.model.RunOutcome;
import io.straggler.model.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * Percentiles that a run would have had without one cause, or with one place fixed.
 *
 * <p>Each recorded busy period is replayed as a queue, in which each outlier's occupancy is shorter by what the cause took. The replayed
 * latencies take the place of the measured ones among the latencies of the whole run. What happened only because of the cause is removed
 * with it ({@code TimeBudget.goesWithNs}).
 *
 * <p>The cause is removed from outliers only, and only as far as it is known and took longer than usual. Three things stay, because nothing
 * is known of them: what the cause took of iterations below the threshold; its part of the usual work, such as a socket that every
 * iteration writes to; and its part of the outliers' time that was not seen or not explained. The lower end of the interval allows for
 * all three. For the excess of those iterations, it assumes the share that the cause has in outliers whose own occupancy was below the
 * threshold. For the usual work, it assumes the share that the cause has in stacks of normal iterations. For the unknown time of an
 * outlier, it assumes the share that the cause has in what is known of the same outlier.
 *
 * <p>Two figures say how far to trust a prediction. The first is an interval of 95%: where the percentile of another run of the same length
 * would lie, judged by how much the parts of this run differ and, if there were several, its JVMs. The second is what was measured in the parts in which the removal changes
 * nothing: it reveals a prediction that leaves something out. A replay with nothing removed is no such test. Where iterations queue, it
 * returns the measured latencies by construction. If it is off by more than {@value #MAX_ERROR}, the iterations do not queue, and nothing
 * is concluded.
 *
 * @param measured percentiles as measured: 99 and 99.9, those that the number of iterations allows
 * @param replayError the largest relative error of these when nothing is removed; zero if nothing was replayed
 * @param refusal why nothing is concluded, a sentence, when it is not
 * @param without the causes that took time in outliers and the worst sites, the one whose removal helps the highest percentile most first; empty if
 *     refused
 * @param curves the percentile curve of each of {@code without}, index by index; empty when they were not worked out. Below the
 *     threshold they are upper bounds
 * @param changes the latencies that change without each cause, sites left out: what sums over runs are made of
 */
public record Counterfactual(
        List<Series.Point> measured,
        double replayError,
        Optional<String> refusal,
        List<Without> without,
        List<List<Series.Point>> curves,
        List<Change> changes) {
    /** Relative. */
    public static final double MAX_ERROR = 0.05;

    /** How many sites are fixed one by one. */
    public static final int MAX_SITES = 5;

    private static final List<Double> PERCENTILES = List.of(99.0, 99.9);

    /** Ten points for each nine. */
    private static final List<Double> CURVE = DoubleStream.iterate(0, nines -> nines <= 8, nines -> nines + 0.1)
            .map(nines -> 100 * (1 - Math.pow(10, -nines)))
            .boxed()
            .toList();

    /**
     * Causes that are never removed: usual work, queueing, unknown causes, and captures, which are never the reason why an iteration was
     * late.
     */
    private static final Set<Cause> NOT_REMOVABLE = EnumSet.of(
            Cause.USUAL_WORK,
            Cause.CULPRITS,
            Cause.LOAD,
            Cause.INHERITED,
            Cause.NOT_SEEN,
            Cause.BLOCKED,
            Cause.UNEXPLAINED,
            Cause.CAPTURE);

    public Counterfactual {
        measured = List.copyOf(measured);
        without = List.copyOf(without);
        curves = List.copyOf(curves);
        changes = List.copyOf(changes);
    }

    /** Creates a result without changes. */
    public Counterfactual(
            List<Series.Point> measured,
            double replayError,
            Optional<String> refusal,
            List<Without> without,
            List<List<Series.Point>> curves) {
        this(measured, replayError, refusal, without, curves, List.of());
    }

    /** Creates a result without curves. */
    public Counterfactual(
            List<Series.Point> measured, double replayError, Optional<String> refusal, List<Without> without) {
        this(measured, replayError, refusal, without, List.of());
    }

    /**
     * The percentiles with one cause removed, or with the excess of one site's culprits.
     *
     * @param cause what is removed, or what took most of the site's excess
     * @param site the place, when it is a site that is fixed
     * @param percentiles the same as those measured
     * @param intervals of each of these, at 95% confidence; empty when they are not known
     * @param elsewhere what was measured where it would change nothing; empty if that is less than a fifth of the run
     */
    public record Without(
            Cause cause,
            Optional<Place> site,
            List<Series.Point> percentiles,
            List<Interval> intervals,
            Optional<Elsewhere> elsewhere) {
        public Without {
            percentiles = List.copyOf(percentiles);
            intervals = List.copyOf(intervals);
        }

        /** Whether only a bound is known of a percentile, by its place in the list. */
        public boolean isBound(int percentile) {
            return percentile < intervals.size() && intervals.get(percentile).lowNs() == 0;
        }

        /** Without a statement about confidence. */
        public Without(Cause cause, Optional<Place> site, List<Series.Point> percentiles) {
            this(cause, site, percentiles, List.of(), Optional.empty());
        }
    }

    /**
     * The latencies of the recorded iterations, as they were and as they would be without a cause; all others stay.
     *
     * @param before as they were
     * @param after as they would be
     */
    public record Change(Cause cause, LatencyCounts before, LatencyCounts after) {}

    /**
     * Where a predicted percentile lies, from and to.
     *
     * @param lowNs zero if the prediction is only an upper bound. It is one if the percentile would be below the threshold once the cause
     *     was also removed, by its estimated share, from iterations that were no outliers and from the usual work
     */
    public record Interval(long lowNs, long highNs) {}

    /**
     * The part of a run in which a removal would change nothing.
     *
     * @param share of the run's time
     * @param percentiles measured there
     */
    public record Elsewhere(double share, List<Series.Point> percentiles) {
        public Elsewhere {
            percentiles = List.copyOf(percentiles);
        }
    }

    /**
     * Replays a sequential run.
     *
     * @param periods its busy periods with outliers
     * @param budget of its outliers
     * @param sites its culprits; the first {@value #MAX_SITES} that are known by place are fixed one by one
     * @param hiccupsNs what hiccups of the machine took of each outlier that they took anything of, by intended start
     * @param latencies of all its iterations
     * @param normalNs what one normally takes
     * @param normally what part of that each cause takes, of those that take any
     * @param outcomes when the runs began and ended
     * @param thresholdNs from which latency on it is an outlier
     */
    static Counterfactual of(
            List<BusyPeriod> periods,
            RunBudget budget,
            List<CulpritSite> sites,
            Map<Long, Long> hiccupsNs,
            LatencyCounts latencies,
            long normalNs,
            Map<Cause, Double> normally,
            List<RunOutcome> outcomes,
            long thresholdNs) {
        List<Double> percentiles = measurable(latencies);
        List<Series.Point> measured = points(percentiles, latencies, new long[0]);
        Optional<String> refusal = refusal(periods, percentiles);
        if (refusal.isPresent()) {
            return new Counterfactual(measured, 0, refusal, List.of());
        }
        ReplayedRun run = new ReplayedRun(periods, budget.budgets(), latencies, normalNs, thresholdNs);
        long[] replayedNs = run.latenciesNs(outlier -> 0, Assumptions.NOTHING);
        long[] ordered = replayedNs.clone();
        Arrays.sort(ordered);
        double error = error(measured, points(percentiles, run.others(), ordered));
        if (error > MAX_ERROR) {
            String why = String.format(
                    Locale.ROOT, "The replayed percentiles are off by %.1f%% with nothing removed.", 100 * error);
            return new Counterfactual(measured, error, Optional.of(why), List.of());
        }
        int highest = percentiles.size() - 1;
        TimeBlocks blocks = new TimeBlocks(run.counted(), outcomes, replayedNs, run.others());
        List<Removal> removals = scenarios(run, budget, sites, hiccupsNs).parallelStream()
                .map(scenario -> scenario.from(run, percentiles, blocks, normally, thresholdNs))
                .sorted(Comparator.comparingLong(
                        one -> one.without().percentiles().get(highest).valueNs()))
                .toList();
        return new Counterfactual(
                measured,
                error,
                Optional.empty(),
                removals.stream().map(Removal::without).toList(),
                removals.stream().map(Removal::curve).toList(),
                changes(removals, latencies.minus(run.others())));
    }

    private static List<Change> changes(List<Removal> removals, LatencyCounts before) {
        return removals.stream()
                .filter(removal -> removal.without().site().isEmpty())
                .map(removal -> new Change(removal.without().cause(), before, removal.after()))
                .toList();
    }

    /** Each cause that is not the work itself, the worst places, and the machine. */
    private static List<Scenario> scenarios(
            ReplayedRun run, RunBudget budget, List<CulpritSite> sites, Map<Long, Long> hiccupsNs) {
        List<Scenario> scenarios = new ArrayList<>();
        budget.causes().stream()
                .filter(sum -> sum.ownNs() > 0 && !NOT_REMOVABLE.contains(sum.cause()))
                .forEach(sum -> scenarios.add(
                        new Scenario(sum.cause(), Optional.empty(), assumed -> run.without(sum.cause(), assumed))));
        sites.stream()
                .filter(site ->
                        !NOT_REMOVABLE.contains(site.cause()) && !site.place().isEmpty() && !site.isOwn())
                .limit(MAX_SITES)
                .forEach(site -> scenarios.add(new Scenario(
                        site.cause(), Optional.of(site.place()), assumed -> run.withoutSite(site, assumed))));
        if (!hiccupsNs.isEmpty()) {
            scenarios.add(new Scenario(
                    Cause.HICCUP,
                    Optional.empty(),
                    assumed -> run.latenciesNs(outlier -> hiccupsNs.getOrDefault(outlier.intendedNs(), 0L), assumed)));
        }
        return scenarios;
    }

    /** @param latenciesNs latencies of the recorded iterations without the cause or site, given what else it is assumed to have taken */
    private record Scenario(Cause cause, Optional<Place> site, Function<Assumptions, long[]> latenciesNs) {
        private Removal from(
                ReplayedRun run,
                List<Double> percentiles,
                TimeBlocks blocks,
                Map<Cause, Double> normally,
                long thresholdNs) {
            long[] withoutNs = latenciesNs.apply(Assumptions.NOTHING);
            long[] ordered = withoutNs.clone();
            Arrays.sort(ordered);
            LatencyCounts others = run.others();
            List<Series.Point> points = points(percentiles, others, ordered);
            return new Removal(
                    new Without(
                            cause,
                            site,
                            points,
                            lowered(
                                    blocks.intervals(percentiles, withoutNs),
                                    points,
                                    least(run, percentiles, normally),
                                    thresholdNs),
                            blocks.elsewhere(percentiles, withoutNs)),
                    points(CURVE, others, ordered).stream()
                            .filter(point ->
                                    Percentiles.measurable(point.percentile(), others.total() + ordered.length))
                            .toList(),
                    site.isPresent() ? LatencyCounts.NONE : LatencyCounts.of(ordered));
        }

        /**
         * The percentiles if it also took its part of what nothing is known of: of the iterations that were no outliers, which others waited
         * for, of the usual work of all, and of the outliers' time without an explanation.
         */
        private List<Series.Point> least(ReplayedRun run, List<Double> percentiles, Map<Cause, Double> normally) {
            long[] leastNs = latenciesNs.apply(
                    new Assumptions(run.shareOfShorter(cause), Math.min(1, normally.getOrDefault(cause, 0.0)), true));
            Arrays.sort(leastNs);
            return points(percentiles, run.others(), leastNs);
        }

        /** Below the threshold nothing is known, so there is no lower end. */
        private static List<Interval> lowered(
                List<Interval> intervals, List<Series.Point> points, List<Series.Point> least, long thresholdNs) {
            List<Interval> lowered = new ArrayList<>();
            for (int i = 0; i < intervals.size(); i++) {
                long leastNs = least.get(i).valueNs();
                double part = (double) leastNs / Math.max(1, points.get(i).valueNs());
                long lowNs = Math.round(Math.min(1, part) * intervals.get(i).lowNs());
                lowered.add(new Interval(
                        leastNs < thresholdNs ? 0 : lowNs, intervals.get(i).highNs()));
            }
            return lowered;
        }
    }

    /** @param after the latencies of recorded iterations without a cause; none for a site */
    private record Removal(Without without, List<Series.Point> curve, LatencyCounts after) {}

    /** The measured percentiles, and why nothing is concluded. */
    static Counterfactual refused(LatencyCounts latencies, String why) {
        List<Series.Point> measured = points(measurable(latencies), latencies, new long[0]);
        return new Counterfactual(measured, 0, Optional.of(why), List.of());
    }

    private static List<Double> measurable(LatencyCounts latencies) {
        return PERCENTILES.stream()
                .filter(percentile -> Percentiles.measurable(percentile, latencies.total()))
                .toList();
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

    /** Percentiles, ascending, of the counted latencies and the single ones, which are in order, together. */
    private static List<Series.Point> points(List<Double> percentiles, LatencyCounts counted, long[] ordered) {
        List<Series.Point> points = new ArrayList<>();
        long total = counted.total() + ordered.length;
        int bucket = 0;
        int next = 0;
        long seen = 0;
        long valueNs = 0;
        for (double percentile : percentiles) {
            // A hair of slack, because 99.9 / 100 is not exactly 0.999.
            long wanted = (long) Math.ceil(total * percentile / 100 - 1e-6);
            while (seen < wanted || seen == 0 && total > 0) {
                boolean fromBucket = next == ordered.length
                        || bucket < counted.counts().length && counted.valuesNs()[bucket] <= ordered[next];
                valueNs = fromBucket ? counted.valuesNs()[bucket] : ordered[next];
                seen += fromBucket ? counted.counts()[bucket++] : 1;
                next += fromBucket ? 0 : 1;
            }
            points.add(new Series.Point(percentile, valueNs));
        }
        return points;
    }
}
