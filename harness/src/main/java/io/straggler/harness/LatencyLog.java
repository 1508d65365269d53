package io.straggler.harness;

import io.straggler.model.Percentiles;
import io.straggler.model.RecordedInterval;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.Series;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The file {@code latency.hlog}: HdrHistogram's interval log, values in nanoseconds, one tag per series, wall-clock seconds
 * since the epoch. Any tool that reads HdrHistogram logs reads it.
 */
public final class LatencyLog {
    /** The log's own column of maxima is in nanoseconds too. */
    private static final double MAX_VALUE_UNIT = 1.0;

    private LatencyLog() {}

    /** Writes interval histograms, which carry their tag and time stamps, in order of time. */
    public static void write(Path file, List<Histogram> intervals) throws IOException {
        List<Histogram> ordered = new ArrayList<>(intervals);
        ordered.sort(Comparator.comparingLong(Histogram::getStartTimeStamp));
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputComment("[Values are nanoseconds]");
            writer.outputLogFormatVersion();
            if (!ordered.isEmpty()) {
                writer.outputStartTime(ordered.get(0).getStartTimeStamp());
            }
            writer.outputLegend();
            for (Histogram interval : ordered) {
                writer.outputIntervalHistogram(
                        interval.getStartTimeStamp() / 1000.0,
                        interval.getEndTimeStamp() / 1000.0,
                        interval,
                        MAX_VALUE_UNIT);
            }
            out.flush();
            if (out.checkError()) {
                throw new IOException("could not write " + file);
            }
        }
    }

    /** Reads a log back, tags and time stamps included. Lines that are cut off at the end are left out. */
    public static List<Histogram> read(Path file) throws IOException {
        List<Histogram> intervals = new ArrayList<>();
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            while (reader.hasNext()) {
                EncodableHistogram next = reader.nextIntervalHistogram();
                if (next instanceof Histogram histogram) {
                    intervals.add(histogram);
                }
            }
        } catch (FileNotFoundException e) {
            throw e;
        } catch (RuntimeException e) {
            if (intervals.isEmpty()) {
                throw new IOException(file + " is no histogram log: " + e.getMessage(), e);
            }
        }
        return intervals;
    }

    /** Writes the percentile distribution of one series as {@code .hgrm}, in nanoseconds. It cannot be read back. */
    public static void writeDistribution(Path file, Histogram histogram) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            histogram.outputPercentileDistribution(out, 5, MAX_VALUE_UNIT);
            if (out.checkError()) {
                throw new IOException("could not write " + file);
            }
        }
    }

    /** An interval histogram as a recording keeps it. */
    public static RecordedInterval record(Histogram interval) {
        return new RecordedInterval(
                interval.getTag(), interval.getStartTimeStamp(), interval.getEndTimeStamp(), base64(interval));
    }

    private static String base64(Histogram interval) {
        ByteBuffer buffer = ByteBuffer.allocate(interval.getNeededByteBufferCapacity());
        int length = interval.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /** The reverse of {@link #record}. */
    public static Histogram restore(RecordedInterval interval) {
        try {
            Histogram histogram = Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(interval.histogram())), 0);
            histogram.setTag(interval.series());
            histogram.setStartTimeStamp(interval.startEpochMs());
            histogram.setEndTimeStamp(interval.endEpochMs());
            return histogram;
        } catch (DataFormatException e) {
            throw new UncheckedIOException(
                    new IOException("histogram of " + interval.series() + " must be readable: " + e.getMessage(), e));
        }
    }

    /**
     * Summarises a log: each series over everything, and, where there are several runs, run by run.
     *
     * @param intervals as {@link #read} returns them
     * @param runs to tell by their times which run an interval belongs to
     */
    public static List<Series> summarise(List<Histogram> intervals, List<RunOutcome> runs) {
        Map<String, List<Histogram>> byName = new LinkedHashMap<>();
        for (Histogram interval : intervals) {
            byName.computeIfAbsent(interval.getTag() == null ? "" : interval.getTag(), name -> new ArrayList<>())
                    .add(interval);
        }
        List<Series> series = new ArrayList<>();
        byName.forEach((name, all) -> series.add(summary(name, null, all)));
        if (runs.size() > 1) {
            for (RunOutcome run : runs) {
                byName.forEach((name, all) -> {
                    List<Histogram> own = all.stream()
                            .filter(interval -> within(interval, run))
                            .toList();
                    if (!own.isEmpty()) {
                        series.add(summary(name, run.runId(), own));
                    }
                });
            }
        }
        return series;
    }

    private static boolean within(Histogram interval, RunOutcome run) {
        long middleMs = (interval.getStartTimeStamp() + interval.getEndTimeStamp()) / 2;
        // A recording begins a little before the schedule does and ends a little after its last iteration.
        return middleMs >= run.startEpochMs() - 1 && middleMs <= run.endEpochMs() + 1
                || interval.getStartTimeStamp() >= run.startEpochMs()
                        && interval.getStartTimeStamp() <= run.endEpochMs();
    }

    /** One series from its interval histograms. */
    static Series summary(String name, RunId runId, List<Histogram> intervals) {
        Histogram merged = SeriesRecorder.newHistogram();
        List<Series.Interval> points = new ArrayList<>();
        for (Histogram interval : intervals) {
            merged.add(interval);
            points.add(new Series.Interval(
                    interval.getStartTimeStamp(),
                    interval.getEndTimeStamp(),
                    interval.getTotalCount(),
                    interval.getValueAtPercentile(50),
                    interval.getValueAtPercentile(99),
                    interval.getMaxValue()));
        }
        points.sort(Comparator.comparingLong(Series.Interval::startEpochMs));
        boolean empty = merged.getTotalCount() == 0;
        return new Series(
                name,
                runId,
                merged.getTotalCount(),
                empty ? 0 : merged.getMinValue(),
                empty ? 0 : merged.getMaxValue(),
                empty ? 0 : merged.getMean(),
                empty ? List.of() : curve(merged),
                points);
    }

    /** Dense enough to draw, and with every percentile that the tables show. */
    private static List<Series.Point> curve(Histogram histogram) {
        TreeMap<Double, Long> points = new TreeMap<>();
        histogram
                .percentiles(10)
                .forEach(value -> points.put(value.getPercentileLevelIteratedTo(), value.getValueIteratedTo()));
        for (double percentile : Percentiles.SHOWN) {
            points.put(percentile, histogram.getValueAtPercentile(percentile));
        }
        List<Series.Point> curve = new ArrayList<>();
        points.forEach((percentile, valueNs) -> curve.add(new Series.Point(percentile, valueNs)));
        return curve;
    }
}
