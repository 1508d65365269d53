package io.straggler.benchmarks.sampling;

import io.straggler.benchmarks.support.Tail;
import org.HdrHistogram.Histogram;

/**
 * What one would write by hand instead of Straggler, {@link BareLoopBenchmark}'s yardstick: waits for each intended start, does the
 * work, and records the latency from the intended start.
 */
final class BareLoop {
    private static final long HIGHEST_NS = 3_600_000_000_000L;

    private final SlowNowAndThen work = new SlowNowAndThen();
    private final double intervalNs;

    private BareLoop(int perSecond) {
        intervalNs = 1e9 / perSecond;
    }

    public static void main(String[] args) {
        int perSecond = Integer.parseInt(args[0]);
        BareLoop loop = new BareLoop(perSecond);
        loop.run(perSecond * Long.parseLong(args[1]));
        loop.work.restart();
        Histogram latency = loop.run(perSecond * Long.parseLong(args[2]));
        loop.work.check();
        Tail.of(latency).print();
    }

    /** One that never has to grow. */
    static Histogram histogram() {
        return new Histogram(HIGHEST_NS, 3);
    }

    private Histogram run(long iterations) {
        Histogram latency = histogram();
        long originNs = System.nanoTime();
        for (long k = 0; k < iterations; k++) {
            iteration(originNs + (long) (k * intervalNs), latency);
        }
        return latency;
    }

    private void iteration(long intendedNs, Histogram latency) {
        while (System.nanoTime() - intendedNs < 0) {
            Thread.onSpinWait();
        }
        work.work(intendedNs);
        latency.recordValue(System.nanoTime() - intendedNs);
    }
}
