package io.straggler.cli.remedies;

import io.straggler.diagnosis.statistics.Metric;
import io.straggler.model.Series;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * How remedies are tried. Pure.
 *
 * @param metric that is to become better
 * @param worth the relative improvement that would be worth having: 0.2 for 20%
 * @param maxNs after which no other round is begun
 * @param seed of the order of the JVMs
 */
record TryPlan(Metric.Percentile metric, double worth, long maxNs, long seed) {
    /** Stands for the program as it is in an order. */
    static final int AS_IT_IS = -1;

    /** Iterations of one JVM that lie above its percentile, at least: with fewer it is luck. */
    private static final int MIN_ABOVE = 20;

    /** The time for which a JVM is measured that is needed for no more iterations above the percentile. */
    private static final double MIN_SECONDS = 5;

    /** Longest time for which a JVM is measured unless the user wants more: longer ones would leave time for too few rounds. */
    static final double MAX_SECONDS = 20;

    private static final int ROUNDS = 8;

    /** Approximate time for a JVM to start and to write what it has measured. */
    private static final long START_NS = 1_500_000_000;

    private static final int USUAL_REMEDIES = 4;

    /** Percentiles that are tried for, the lowest first. */
    private static final List<Double> PERCENTILES = List.of(99.0, 99.9);

    /** Percentile where one JVM has too few iterations for those. */
    private static final double OF_FEW = 90;

    /**
     * The percentile that shows most of what remedies of outliers do: the lowest that is an outlier's latency, because more iterations lie above it than above any higher
     * one. Where outliers are too rare for one JVM to have {@value #MIN_ABOVE} of them, the highest that so many iterations lie above.
     *
     * @param latency of the program as it is
     * @param iterations of one JVM
     */
    static Metric.Percentile percentile(Series latency, long thresholdNs, double iterations) {
        List<Double> known = PERCENTILES.stream()
                .filter(percentile -> iterations * partAbove(percentile) >= MIN_ABOVE)
                .toList();
        return new Metric.Percentile(known.stream()
                .filter(percentile -> latency.valueNs(percentile).orElse(0) >= thresholdNs)
                .findFirst()
                .orElse(known.isEmpty() ? OF_FEW : known.get(known.size() - 1)));
    }

    /** The part of the iterations above a percentile, to the ninth digit: 0.1% is a thousandth and no more. */
    private static double partAbove(double percentile) {
        return Math.round((100 - percentile) * 1e7) / 1e9;
    }

    /** Seconds for which each JVM is measured, so that {@value #MIN_ABOVE} of its iterations lie above a percentile. */
    static double seconds(Metric.Percentile metric, double perSecond) {
        double needed = MIN_ABOVE / (perSecond * partAbove(metric.percentile()));
        return Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, Math.ceil(needed)));
    }

    /**
     * How many known remedies are tried unless the user says so: as many as leave time for {@value #ROUNDS} rounds, because with fewer only a change of several times is certain;
     * one at least, unless there are others.
     *
     * @param jvmNs how long a JVM takes
     * @param others remedies of the user, which are tried in any case
     */
    int remedies(long jvmNs, int others) {
        long jvms = maxNs / ROUNDS / (jvmNs + START_NS);
        long left = jvms - 1 - others;
        return (int) Math.max(others == 0 ? 1 : 0, Math.min(USUAL_REMEDIES, left));
    }

    /**
     * The order of a round, drawn anew for each: what the machine does to one JVM in it, it does to all alike in the mean.
     *
     * @param round from 0
     * @param open numbers of the remedies that take part
     * @return these, with {@link #AS_IT_IS} among them
     */
    List<Integer> order(int round, List<Integer> open) {
        List<Integer> order = new ArrayList<>(open);
        order.add(AS_IT_IS);
        Collections.shuffle(order, new Random(seed * 1_000_003 + round));
        return order;
    }
}
