package io.straggler.gate;

import io.straggler.diagnosis.compare.Fork;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Percentiles;
import java.util.Arrays;
import java.util.List;

/**
 * How many iterations took longer than a limit: what can be said of a limit where resampling gives no interval.
 *
 * @param limitNs the latency that an iteration may take
 * @param iterations all of them
 * @param over those that took longer
 */
public record Exceedance(long limitNs, long iterations, long over) {
    /** Counts, to the width of a bucket. */
    public static Exceedance of(List<Fork> forks, long limitNs) {
        long iterations = 0;
        long over = 0;
        for (Fork fork : forks) {
            for (LatencyCounts stretch : fork.stretches()) {
                iterations += stretch.total();
                over += Arrays.stream(stretch.counts())
                        .skip(stretch.bucketOf(limitNs + 1))
                        .sum();
            }
        }
        return new Exceedance(limitNs, iterations, over);
    }

    /** Whether there were iterations enough for this percentile, and none of them took longer. */
    public boolean holds(double percentile) {
        return over == 0 && Percentiles.measurable(percentile, iterations);
    }

    /** Whether more than half of the iterations that must not take longer did. */
    public boolean fails(double percentile) {
        double allowed = iterations * (1 - percentile / 100);
        return over - allowed > (iterations - allowed) / 2;
    }
}
