package io.straggler.cli.remedies;

import io.straggler.cli.option.UsageException;
import io.straggler.diagnosis.statistics.Metric;
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

    /** Iterations of one JVM above its percentile: slow iterations come in bursts, and ten bursts are needed for an interval. */
    private static final int MIN_ABOVE = 100;

    /** Percentiles that are tried for, the highest first. */
    private static final List<Double> PERCENTILES = List.of(99.9, 99.0, 90.0);

    TryPlan {
        if (!(worth > 0 && worth < 1)) {
            throw new UsageException("--worth=" + 100 * worth + "%: must be above 0% and below 100%");
        }
    }

    /** Returns the highest percentile that a hundred iterations of one JVM lie above. */
    static Metric.Percentile percentile(double iterations) {
        return new Metric.Percentile(PERCENTILES.stream()
                .filter(percentile -> iterations * (100 - percentile) / 100 >= MIN_ABOVE)
                .findFirst()
                .orElse(50.0));
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
