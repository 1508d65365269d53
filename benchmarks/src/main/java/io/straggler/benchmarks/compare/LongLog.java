package io.straggler.benchmarks.compare;

import io.straggler.harness.series.LatencyLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/** A log of histograms as another tool writes it in a day: an interval each second, of few latencies. */
final class LongLog {
    private static final long EPOCH_MS = 1_700_000_000_000L;

    private final SplittableRandom random;
    private final double factor;

    /** @param factor what every latency is multiplied with */
    LongLog(long seed, double factor) {
        this.random = new SplittableRandom(seed);
        this.factor = factor;
    }

    /** Writes one interval after the other, which share one histogram. */
    void write(Path file, long intervals, long latencies) throws IOException {
        Histogram interval = new Histogram(1, 3_600_000_000_000L, 3);
        LatencyLog.write(file, List.of(consumer -> {
            for (long second = 0; second < intervals; second++) {
                interval.reset();
                for (long i = 0; i < latencies; i++) {
                    interval.recordValue(latencyNs(second));
                }
                interval.setTag("latency");
                interval.setStartTimeStamp(EPOCH_MS + second * 1_000);
                interval.setEndTimeStamp(EPOCH_MS + (second + 1) * 1_000);
                consumer.accept(interval);
            }
        }));
    }

    /** One in a hundred has a tail of twenty times the others, whose level wanders. */
    private long latencyNs(long second) {
        double level = 20_000 * factor * (1 + 0.05 * Math.sin(second / 300.0));
        double tail = random.nextInt(100) == 0 ? 20 * Math.exp(random.nextGaussian()) : 1;
        return (long) (level * tail * Math.exp(0.15 * random.nextGaussian()));
    }
}
