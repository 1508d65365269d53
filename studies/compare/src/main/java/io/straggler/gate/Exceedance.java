package io.straggler.gate;

import io.straggler.diagnosis.statistics.Fork;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Percentiles;
import java.util.Arrays;
import java.util.List;

/**
 * How many iterations took longer than a limit: what can be said of a limit where resampling gives no interval.
 *
 * @param iterations all of them
 * @param over those that took longer
 * @param bursts how many periods these are spread over, as if evenly: those of one burst are one event, whatever their number
 * @param leastShare of iterations that took longer, of the tenth of a JVM's time in which fewest did
 */
public record Exceedance(long iterations, long over, double bursts, double leastShare) {
    private static final int PARTS = 10;

    /**
     * Counts, to the width of a bucket.
     *
     * @param limitNs the latency that an iteration may take
     */
    public static Exceedance of(List<Fork> forks, long limitNs) {
        long iterations = 0;
        long over = 0;
        double squares = 0;
        double leastShare = 1;
        for (Fork fork : forks) {
            int periods = fork.periods().size();
            for (int part = 0; part < PARTS; part++) {
                long partIterations = 0;
                long partOver = 0;
                for (int i = part * periods / PARTS; i < (part + 1) * periods / PARTS; i++) {
                    LatencyCounts period = fork.periods().get(i);
                    partIterations += period.total();
                    double periodOver = Arrays.stream(period.counts())
                            .skip(period.bucketOf(limitNs + 1))
                            .sum();
                    partOver += (long) periodOver;
                    squares += periodOver * periodOver;
                }
                iterations += partIterations;
                over += partOver;
                leastShare = Math.min(leastShare, partIterations == 0 ? 0 : (double) partOver / partIterations);
            }
        }
        double bursts = squares == 0 ? 0 : (double) over * over / squares;
        return new Exceedance(iterations, over, bursts, leastShare);
    }

    /** Whether there were iterations enough for this percentile, and none of them took longer. */
    public boolean holds(double percentile) {
        return over == 0 && Percentiles.measurable(percentile, iterations);
    }

    /**
     * Whether too many took longer in every tenth of the time. With a percentile within the limit, each tenth would be as likely to have
     * fewer.
     */
    public boolean failsThroughout(double percentile) {
        return leastShare > 1 - percentile / 100 && Percentiles.measurable(percentile, iterations);
    }
}
