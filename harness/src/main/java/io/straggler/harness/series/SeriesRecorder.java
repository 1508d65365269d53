package io.straggler.harness.series;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * One series of durations: a histogram of the interval that is being filled, the encoded intervals before it, and the total.
 * For one thread.
 */
public final class SeriesRecorder {
    /** An hour: a duration beyond it is recorded as this. */
    public static final long HIGHEST_NS = 3_600_000_000_000L;

    /** Three significant decimal digits. */
    public static final int DIGITS = 3;

    private static final int REHEARSALS = 5;

    private final String name;
    private final Histogram interval = newHistogram();
    private final Histogram total = newHistogram();
    private final List<EncodedInterval> intervals = new ArrayList<>();
    private ByteBuffer buffer = ByteBuffer.allocate(4096);

    public SeriesRecorder(String name) {
        this.name = name;
    }

    public static Histogram newHistogram() {
        return new Histogram(1, HIGHEST_NS, DIGITS);
    }

    public String name() {
        return name;
    }

    public void record(long ns) {
        interval.recordValue(ns < 0 ? 0 : Math.min(ns, HIGHEST_NS));
    }

    /** Where values may be added from elsewhere in bulk, before {@link #closeInterval}. */
    public Histogram interval() {
        return interval;
    }

    /** Ends the current interval: encodes it, adds it to the total, and starts the next. An empty one is left out. */
    public void closeInterval(long startEpochMs, long endEpochMs) {
        if (interval.getTotalCount() == 0) {
            return;
        }
        reserve();
        buffer.clear();
        int length = interval.encodeIntoByteBuffer(buffer);
        byte[] bytes = new byte[length];
        System.arraycopy(buffer.array(), 0, bytes, 0, length);
        intervals.add(new EncodedInterval(name, startEpochMs, endEpochMs, bytes));
        total.add(interval);
        interval.reset();
    }

    /**
     * Rehearses {@link #closeInterval} without effect, often enough for it to be compiled. Before any interval was
     * closed.
     */
    public void rehearse() {
        reserve();
        for (int i = 0; i < REHEARSALS; i++) {
            buffer.clear();
            interval.encodeIntoByteBuffer(buffer);
            total.add(interval);
        }
        total.reset();
    }

    private void reserve() {
        int needed = interval.getNeededByteBufferCapacity();
        if (buffer.capacity() < needed) {
            buffer = ByteBuffer.allocate(needed);
        }
    }

    /** All values of the intervals that were closed. */
    public Histogram total() {
        return total;
    }

    List<EncodedInterval> intervals() {
        return intervals;
    }

    /**
     * One interval of one series, encoded.
     *
     * @param histogram HdrHistogram's uncompressed encoding
     */
    record EncodedInterval(String series, long startEpochMs, long endEpochMs, byte[] histogram) {}
}
