package io.straggler.cli.ab;

import io.straggler.cli.option.UsageException;
import io.straggler.diagnosis.statistics.Metric;
import java.util.SplittableRandom;

/**
 * How the runs of two tasks are interleaved, and when that is enough. Pure.
 *
 * @param metric the percentile whose interval decides when there are enough pairs
 * @param precision half of its interval, relative, that is narrow enough: 0.05 for ±5%
 * @param leastPairs before which nothing is decided
 * @param maxNs after which no other pair is begun
 * @param seed of the order
 */
record AbPlan(Metric.Percentile metric, double precision, int leastPairs, long maxNs, long seed) {
    /** Which side goes first. */
    enum Order {
        A_FIRST,
        B_FIRST
    }

    AbPlan {
        if (!(precision > 0 && precision <= 10)) {
            throw new UsageException("--precision=" + 100 * precision + "%" + ": must be above 0% and at most 1000%");
        }
        if (leastPairs < 2 || leastPairs > 500) {
            throw new UsageException("--min-pairs=" + leastPairs + ": must be from 2 to 500");
        }
    }

    /**
     * The order within a pair: drawn for every other pair and turned round for the one after it (ABBA or BAAB), so that whatever
     * drifts, drifts for both.
     *
     * @param pair from 0
     */
    Order order(int pair) {
        boolean aFirst = new SplittableRandom(seed * 1_000_003 + pair / 2).nextBoolean();
        return aFirst == (pair % 2 == 0) ? Order.A_FIRST : Order.B_FIRST;
    }
}
