package io.straggler.harness;

import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.NanoClock;
import io.straggler.model.ProbeValue;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * A probe: a histogram that any thread may add to, and a ring of the latest values with their times, so that the values that
 * belong to an outlier can be found afterwards.
 */
final class ProbeRecorder implements Probe {
    private static final int REMEMBERED = 1 << 14;

    /** Values of one iteration that are reported. More come of a loop, or of iterations that overlap, whose values have no owner. */
    static final int MAX_REPORTED = 64;

    /** Threads that record at the same time may have their times written in another order than that of their slots. */
    private static final int DISORDER = 8;

    private final String name;
    private final NanoClock clock;
    private final Recorder values = new Recorder(1, SeriesRecorder.HIGHEST_NS, SeriesRecorder.DIGITS);
    private final AtomicLong next = new AtomicLong();
    private final AtomicLongArray latest = new AtomicLongArray(2 * REMEMBERED);
    private @Nullable Histogram drained;
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
        int slot = slot(next.getAndIncrement());
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

    /** Forgets what was recorded until now: what a thread records between two runs is of neither. While nothing drains. */
    void discard() {
        drained = values.getIntervalHistogram(drained);
    }

    /** Adds what was recorded since the last call to {@code target}. Recorder thread only. */
    void drainInto(Histogram target) {
        drained = values.getIntervalHistogram(drained);
        target.add(drained);
    }

    /**
     * Adds the values that were recorded within {@code [fromNs, toNs]} and are still remembered; none if they are more than
     * {@value #MAX_REPORTED}. What it costs hardly depends on how many are remembered, so that a run in which every iteration is an outlier does not
     * hold the recorder thread up. Recorder thread only.
     */
    void collect(long fromNs, long toNs, List<ProbeValue> target) {
        long end = next.get();
        int had = target.size();
        int beyond = 0;
        for (long k = first(fromNs, end); k < end && beyond < DISORDER; k++) {
            long timeNs = timeNs(k);
            if (timeNs - toNs > 0) {
                beyond++;
            } else if (timeNs - fromNs >= 0) {
                target.add(new ProbeValue(name, latest.getOpaque(slot(k))));
            }
            if (target.size() - had > MAX_REPORTED) {
                target.subList(had, target.size()).clear();
                return;
            }
        }
    }

    /** The first remembered value that is not before the instant, give or take some that were recorded at the same time. */
    private long first(long fromNs, long end) {
        long oldest = Math.max(0, end - REMEMBERED);
        long low = oldest;
        long high = end;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (timeNs(middle) - fromNs < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return Math.max(oldest, low - DISORDER);
    }

    private long timeNs(long k) {
        return latest.getAcquire(slot(k) + 1);
    }

    private static int slot(long k) {
        return 2 * (int) (k & (REMEMBERED - 1));
    }
}
