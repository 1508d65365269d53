package io.straggler.benchmarks.rate;

import io.straggler.harness.Task;
import java.util.SplittableRandom;

/**
 * A service whose times are drawn: a part that is always there and an exponential one, spun away. Of such a service, asked by a Poisson
 * process, the percentiles at any rate can be computed without running it.
 */
public final class GeneratedService implements Task {
    /** Names the seed that the service is drawn from. */
    static final String SEED = "generated.seed";

    private static final int TIMES = 1 << 20;

    private final long[] serviceNs;
    /** Begins anywhere: no two JVMs shall have the same times. */
    private int next = (int) System.nanoTime();

    /** The one whose seed the JVM was given. */
    public GeneratedService() {
        this(Long.getLong(SEED, 1));
    }

    GeneratedService(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double fixedNs = 10_000 + 20_000 * random.nextDouble();
        double meanNs = 5_000 + 25_000 * random.nextDouble();
        serviceNs = random.doubles(TIMES)
                .mapToLong(value -> (long) (fixedNs - Math.log1p(-value) * meanNs))
                .toArray();
    }

    @Override
    public void run(long intendedNs) {
        long untilNs = System.nanoTime() + serviceNs[next++ & TIMES - 1];
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    /** Returns a latency limit as a multiple of the mean. */
    long limitNs(double means) {
        double sum = 0;
        for (long ns : serviceNs) {
            sum += ns;
        }
        return (long) (means * sum / TIMES);
    }

    /**
     * The rate at which a percentile of latency is the limit, of a queue that is run forward in time.
     *
     * @param share of iterations that may take longer
     */
    double knee(long limitNs, double share) {
        SplittableRandom random = new SplittableRandom(7);
        double[] gaps = random.doubles(TIMES).map(value -> -Math.log1p(-value)).toArray();
        double low = 100;
        double high = 1_000_000;
        while (high / low > 1.0001) {
            double middle = Math.sqrt(low * high);
            if (shareAbove(limitNs, gaps, 1e9 / middle) <= share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private double shareAbove(long limitNs, double[] gaps, double meanGapNs) {
        double waitNs = 0;
        long above = 0;
        for (int i = 0; i < TIMES; i++) {
            above += waitNs + serviceNs[i] > limitNs ? 1 : 0;
            waitNs = Math.max(0, waitNs + serviceNs[i] - gaps[i] * meanGapNs);
        }
        return (double) above / TIMES;
    }
}
