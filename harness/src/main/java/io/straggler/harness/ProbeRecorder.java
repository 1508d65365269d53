package io.straggler.harness;

import io.straggler.model.NanoClock;
import io.straggler.model.ProbeValue;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * A probe: a histogram that any thread may add to, and a ring of the latest values with their times, so that the values that
 * belong to an outlier can be found afterwards.
 */
final class ProbeRecorder implements Probe {
    private static final int REMEMBERED = 1 << 14;

    private final String name;
    private final NanoClock clock;
    private final Recorder values = new Recorder(1, SeriesRecorder.HIGHEST_NS, SeriesRecorder.DIGITS);
    private final AtomicLong next = new AtomicLong();
    private final AtomicLongArray latest = new AtomicLongArray(2 * REMEMBERED);
    private Histogram drained;
    private volatile boolean measuring;

    ProbeRecorder(String name, NanoClock clock) {
        this.name = name;
        this.clock = clock;
    }

    @Override
    public void record(long durationNs) {
        if (!measuring) {
            return;
        }
        long ns = durationNs < 0 ? 0 : Math.min(durationNs, SeriesRecorder.HIGHEST_NS);
        values.recordValue(ns);
        int slot = 2 * (int) (next.getAndIncrement() & (REMEMBERED - 1));
        latest.setOpaque(slot, ns);
        latest.setRelease(slot + 1, clock.nanoTime());
    }

    String name() {
        return name;
    }

    /** Whether values count; they do not during the warm-up. From any thread. */
    void measuring(boolean value) {
        measuring = value;
    }

    /** Adds what was recorded since the last call to {@code target}. Recorder thread only. */
    void drainInto(Histogram target) {
        drained = values.getIntervalHistogram(drained);
        target.add(drained);
    }

    /** Adds the values that were recorded within {@code [fromNs, toNs]} and are still remembered. Recorder thread only. */
    void collect(long fromNs, long toNs, List<ProbeValue> target) {
        long end = next.get();
        long begin = Math.max(0, end - REMEMBERED);
        int from = target.size();
        for (long k = end - 1; k >= begin; k--) {
            int slot = 2 * (int) (k & (REMEMBERED - 1));
            long timeNs = latest.getAcquire(slot + 1);
            if (timeNs - fromNs < 0) {
                break;
            }
            if (timeNs - toNs <= 0) {
                target.add(from, new ProbeValue(name, latest.getOpaque(slot)));
            }
        }
    }
}
