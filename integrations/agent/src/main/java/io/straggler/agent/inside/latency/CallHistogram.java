package io.straggler.agent.inside.latency;

import io.straggler.harness.series.SeriesRecorder;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * How often calls took how long: to two digits, in 36 KB, and the longest exactly.
 *
 * <p>Threads: any number record while others read, without locks.
 */
final class CallHistogram {
    private static final int DIGITS = 2;

    private final AtomicHistogram counts = new AtomicHistogram(1, SeriesRecorder.HIGHEST_NS, DIGITS);
    private final AtomicLong longestNs = new AtomicLong();

    /** @param ns at most {@link SeriesRecorder#HIGHEST_NS} */
    void record(long ns) {
        if (ns > longestNs.get()) {
            longestNs.accumulateAndGet(ns, Math::max);
        }
        counts.recordValue(ns);
    }

    /** @param other may be null, for none */
    void add(CallHistogram other) {
        if (other != null) {
            counts.add(other.counts);
            longestNs.accumulateAndGet(other.longestNs.get(), Math::max);
        }
    }

    /** Adds each call at the middle of the values that are not told apart, and the longest at its own. */
    void addTo(Histogram all) {
        long mostNs = longestNs.get();
        long last = counts.lowestEquivalentValue(mostNs);
        for (HistogramIterationValue value : counts.recordedValues()) {
            long count = value.getCountAtValueIteratedTo();
            long middleNs = counts.medianEquivalentValue(value.getValueIteratedTo());
            if (counts.lowestEquivalentValue(middleNs) == last) {
                all.recordValue(mostNs);
                count--;
            }
            if (count > 0) {
                all.recordValueWithCount(Math.min(middleNs, mostNs), count);
            }
        }
    }
}
