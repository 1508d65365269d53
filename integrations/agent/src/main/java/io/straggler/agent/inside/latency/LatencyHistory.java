package io.straggler.agent.inside.latency;

import io.straggler.harness.series.GrowingLatencyLog;
import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.Series;
import java.io.IOException;
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

    private final Histogram open = SeriesRecorder.newHistogram();
    private int inOpen;

    /** How many of the intervals its log has. */
    private int written;

    /** @param histogram HdrHistogram's compressed encoding */
    private record Encoded(long startEpochMs, long endEpochMs, byte[] histogram) {}

    /** Adds the calls that ended in a time that follows the one before. */
    public void add(Histogram calls, long startEpochMs, long endEpochMs) {
        total.add(calls);
        if (inOpen == 0) {
            open.reset();
            open.setTag(Series.LATENCY);
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
        written = 0;
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

    /** Returns the intervals so far. */
    public Intervals intervals() {
        return consumer -> {
            from(0).forEach(consumer);
            unfinished().forEach(consumer);
        };
    }

    /**
     * Brings a log up to date, which is the same each time.
     *
     * @param others what stands behind these intervals, all of it
     */
    public void write(GrowingLatencyLog log, Intervals others) throws IOException {
        if (written == 0) {
            log.restart();
        }
        log.write(from(written), consumer -> {
            unfinished().forEach(consumer);
            others.forEach(consumer);
        });
        written = intervals.size();
    }

    private Intervals from(int first) {
        List<Encoded> some = List.copyOf(intervals.subList(first, intervals.size()));
        return consumer -> some.forEach(interval -> consumer.accept(decode(interval)));
    }

    private Intervals unfinished() {
        return consumer -> {
            if (inOpen > 0 && open.getTotalCount() > 0) {
                consumer.accept(open);
            }
        };
    }
}
