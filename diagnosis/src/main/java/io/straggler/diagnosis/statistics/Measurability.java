package io.straggler.diagnosis.statistics;

import io.straggler.model.Percentiles;
import io.straggler.model.text.Durations;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Which metrics can be known with an interval, of one or two sides.
 *
 * <p>Ten iterations above a percentile are not enough if they all came in one burst: that was one event. So a percentile wants
 * {@value #BURSTS} of them on every side, and a rate of outliers on the side that has more. In simulation, intervals that rested on
 * fewer held in 85 to 93% of cases instead of 95%.
 */
final class Measurability {
    static final int BURSTS = 10;

    /**
     * Number of forks on every side from which on whole forks are resampled, so that intervals hold for newly started
     * JVMs.
     */
    static final int FORKS = 2;

    /** Smallest share of events apart from others with which events count as apart. */
    private static final double APART = 0.9;

    private final List<Measured> sides;
    private final List<Metric> metrics;
    private final String[] problems;
    private final double[] correlationNs;

    private Measurability(List<Measured> sides, List<Metric> metrics, String[] problems, double[] correlationNs) {
        this.sides = sides;
        this.metrics = metrics;
        this.problems = problems;
        this.correlationNs = correlationNs;
    }

    /** Looks at every period for every metric. */
    static Measurability of(List<Measured> sides) {
        List<Metric> metrics = sides.get(0).metrics();
        Measurability all = new Measurability(sides, metrics, new String[metrics.size()], new double[metrics.size()]);
        for (int k = 0; k < metrics.size(); k++) {
            all.look(k);
        }
        return all;
    }

    /** Selects some of the metrics. */
    Measurability only(List<Metric> some) {
        int[] kept = some.stream().mapToInt(metrics::indexOf).toArray();
        return new Measurability(
                sides,
                some,
                IntStream.of(kept).mapToObj(k -> problems[k]).toArray(String[]::new),
                IntStream.of(kept).mapToDouble(k -> correlationNs[k]).toArray());
    }

    private void look(int metric) {
        List<Exceedances> exceedances =
                sides.stream().map(measured -> measured.exceedances(metric)).toList();
        problems[metric] = metrics.get(metric) instanceof Metric.Percentile percentile
                ? ofPercentile(percentile, metric, exceedances)
                : ofOutliers(metric, exceedances);
        if (problems[metric].isEmpty() && !byForks()) {
            problems[metric] = ofLength(metric, exceedances);
        }
    }

    /** Whether forks are resampled as wholes; otherwise time blocks are. */
    boolean byForks() {
        return sides.stream().allMatch(measured -> measured.side().forks().size() >= FORKS);
    }

    /** Why a metric has no interval, in a sentence; empty when it has one. */
    String problem(int metric) {
        return problems[metric];
    }

    boolean measurable(int metric) {
        return problems[metric].isEmpty();
    }

    /**
     * Returns the time in nanoseconds for which the iterations of a metric depend on each other; zero if it is not
     * needed.
     */
    double correlationNs(int metric) {
        return correlationNs[metric];
    }

    private String ofPercentile(Metric.Percentile percentile, int metric, List<Exceedances> exceedances) {
        for (int i = 0; i < sides.size(); i++) {
            Measured measured = sides.get(i);
            if (!Percentiles.measurable(percentile.percentile(), (long) measured.total())) {
                return String.format(
                        Locale.ROOT,
                        "%s has %,.0f iterations, which leave fewer than 10 above %s.",
                        measured.side().label(),
                        measured.total(),
                        percentile.label());
            }
            double bursts = exceedances.get(i).bursts();
            if (bursts < BURSTS) {
                return fewBursts(
                        measured,
                        metric,
                        bursts,
                        "iterations of " + measured.side().label() + " from " + percentile.label() + " on");
            }
        }
        return "";
    }

    private String ofOutliers(int metric, List<Exceedances> exceedances) {
        int side = IntStream.range(0, sides.size())
                .boxed()
                .max(Comparator.comparingDouble(i -> sides.get(i).values()[metric]))
                .orElseThrow();
        Measured more = sides.get(side);
        if (more.events()[metric] == 0) {
            return "There were no outliers.";
        }
        double bursts = exceedances.get(side).bursts();
        return bursts < BURSTS
                ? fewBursts(more, metric, bursts, "outliers of " + more.side().label())
                : "";
    }

    private static String fewBursts(Measured measured, int metric, double bursts, String which) {
        double events = measured.events()[metric];
        if (events < BURSTS && bursts > APART * events) {
            return String.format(Locale.ROOT, "%d %s are needed, not %,.0f.", BURSTS, which, events);
        }
        return String.format(
                Locale.ROOT,
                "The %,.0f %s are worth about %s, as %s; %d are needed.",
                events,
                which,
                bursts < 2 ? "one event" : String.format(Locale.ROOT, "%.0f events", Math.floor(bursts)),
                measured.metrics().get(metric) instanceof Metric.ExcessLatency
                        ? "some took much longer than others, or they came together"
                        : "they came together",
                BURSTS);
    }

    private String ofLength(int metric, List<Exceedances> exceedances) {
        double longestNs = 0;
        for (Exceedances ofSide : exceedances) {
            longestNs = Math.max(longestNs, ofSide.correlationNs());
        }
        correlationNs[metric] = longestNs;
        for (Measured measured : sides) {
            if (!Blocks.enough(measured.side(), longestNs)) {
                return "Neighbouring iterations depend on each other for about "
                        + Durations.format(Math.round(longestNs)) + ", so one JVM has to be measured for "
                        + Durations.format(Blocks.neededNs(longestNs)) + " or longer.";
            }
        }
        return "";
    }
}
