package io.straggler.agent.inside.latency;

import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.Series;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * All durations since the start, second by second at first. When there are too many intervals, two neighbours become one: so memory does not depend on
 * how long the program runs. For one thread.
 */
public final class LatencyHistory {
    /** Half of it is enough for statistics over time. */
    private static final int MOST = 400;

    private final Histogram total = SeriesRecorder.newHistogram();
    private List<Encoded> intervals = new ArrayList<>();

    /** How many of what is added make one interval. */
    private int step = 1;

    private Histogram open = SeriesRecorder.newHistogram();
    private int inOpen;

    /** @param histogram HdrHistogram's compressed encoding */
    private record Encoded(long startEpochMs, long endEpochMs, byte[] histogram) {}

    /** Adds the calls that ended in a time that follows the one before. */
    public void add(Histogram calls, long startEpochMs, long endEpochMs) {
        total.add(calls);
        if (inOpen == 0) {
            open.reset();
            open.setStartTimeStamp(startEpochMs);
        }
        open.add(calls);
        open.setEndTimeStamp(endEpochMs);
        inOpen++;
        if (inOpen >= step) {
            close();
        }
    }

    private void close() {
        if (inOpen > 0 && open.getTotalCount() > 0) {
            intervals.add(encode(open));
        }
        inOpen = 0;
        if (intervals.size() >= MOST) {
            join();
        }
    }

    private void join() {
        List<Encoded> joined = new ArrayList<>();
        for (int i = 0; i < intervals.size(); i += 2) {
            if (i + 1 == intervals.size()) {
                joined.add(intervals.get(i));
            } else {
                Histogram first = decode(intervals.get(i));
                first.add(decode(intervals.get(i + 1)));
                first.setStartTimeStamp(intervals.get(i).startEpochMs());
                first.setEndTimeStamp(intervals.get(i + 1).endEpochMs());
                joined.add(encode(first));
            }
        }
        intervals = joined;
        step *= 2;
    }

    private static Encoded encode(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return new Encoded(
                histogram.getStartTimeStamp(), histogram.getEndTimeStamp(), Arrays.copyOf(buffer.array(), length));
    }

    private static Histogram decode(Encoded interval) {
        try {
            Histogram histogram = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(interval.histogram()), 0);
            histogram.setTag(Series.LATENCY);
            histogram.setStartTimeStamp(interval.startEpochMs());
            histogram.setEndTimeStamp(interval.endEpochMs());
            return histogram;
        } catch (DataFormatException e) {
            throw new IllegalStateException("a histogram in memory must be readable", e);
        }
    }

    /** All of them together. */
    public Histogram total() {
        return total;
    }

    /** What there is so far. */
    public Intervals intervals() {
        List<Encoded> closed = List.copyOf(intervals);
        Encoded last = inOpen > 0 && open.getTotalCount() > 0 ? encode(open) : null;
        return consumer -> {
            closed.forEach(interval -> consumer.accept(decode(interval)));
            if (last != null) {
                consumer.accept(decode(last));
            }
        };
    }
}
