package io.straggler.harness.series;

import io.straggler.model.RecordedInterval;
import io.straggler.model.file.WholeFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The file {@code latency.hlog}: HdrHistogram's interval log, values in nanoseconds, one tag per series, wall-clock seconds
 * since the epoch. Any tool that reads HdrHistogram logs reads it.
 */
public final class LatencyLog {
    /** The log's own column of maxima is in nanoseconds too. */
    private static final double MAX_VALUE_UNIT = 1.0;

    private LatencyLog() {}

    /** Writes interval histograms, one source after the other; each is in order of time, and so should they be. */
    public static void write(Path file, List<Intervals> sources) throws IOException {
        WholeFile.write(
                file,
                out -> write(out, true, consumer -> {
                    for (Intervals source : sources) {
                        source.forEach(consumer);
                    }
                }));
    }

    /**
     * Writes a part of a log to {@code to}, which is flushed and stays open.
     *
     * @param begins whether nothing is before it
     */
    static void write(OutputStream to, boolean begins, Intervals intervals) throws IOException {
        PrintStream out = new PrintStream(to, false, StandardCharsets.UTF_8);
        HistogramLogWriter writer = new HistogramLogWriter(out);
        if (begins) {
            writer.outputComment("[Values are nanoseconds]");
            writer.outputLogFormatVersion();
            writer.outputLegend();
        }
        intervals.forEach(interval -> writer.outputIntervalHistogram(
                interval.getStartTimeStamp() / 1000.0,
                interval.getEndTimeStamp() / 1000.0,
                named(interval),
                MAX_VALUE_UNIT));
        if (out.checkError()) {
            throw new IOException("not all of it could be written; is the disk full?");
        }
    }

    /** Interval with a tag that a log can hold. */
    private static Histogram named(Histogram interval) {
        String tag = SeriesTag.write(interval.getTag());
        if (Objects.equals(tag, interval.getTag())) {
            return interval;
        }
        Histogram named = interval.copy();
        named.setTag(tag);
        return named;
    }

    /**
     * The intervals of a log. Lines that are cut off or damaged are left out; a file that does not begin like a log is refused when it is
     * read.
     */
    public static Intervals read(Path file) {
        return new LogFile(file);
    }

    /**
     * Writes the percentile distribution of each series as a {@code .hgrm} file, in nanoseconds. Such a file cannot be read back.
     *
     * @param folder gets one file per series: {@code latency.hgrm}, {@code probe-NAME.hgrm}
     */
    public static void writeDistributions(Intervals intervals, Path folder) throws IOException {
        Map<String, Histogram> merged = new LinkedHashMap<>();
        intervals.forEach(interval -> merged.computeIfAbsent(interval.getTag(), tag -> SeriesRecorder.newHistogram())
                .add(interval));
        for (Map.Entry<String, Histogram> series : merged.entrySet()) {
            Path file = folder.resolve(series.getKey().replaceAll("[^\\w.-]", "-") + ".hgrm");
            WholeFile.write(file, out -> writeDistribution(series.getValue(), out));
        }
    }

    /**
     * Writes the percentile distribution of one series, in nanoseconds, to {@code to}, which is flushed and stays open. A series
     * that the intervals do not have is an empty distribution.
     */
    public static void writeDistribution(Intervals intervals, String series, OutputStream to) throws IOException {
        Histogram merged = SeriesRecorder.newHistogram();
        intervals.forEach(interval -> {
            if (series.equals(interval.getTag())) {
                merged.add(interval);
            }
        });
        writeDistribution(merged, to);
    }

    private static void writeDistribution(Histogram merged, OutputStream to) throws IOException {
        PrintStream out = new PrintStream(to, false, StandardCharsets.UTF_8);
        merged.outputPercentileDistribution(out, 5, MAX_VALUE_UNIT);
        if (out.checkError()) {
            throw new IOException("not all of it could be written; is the disk full?");
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
    public static CountedInterval restore(RecordedInterval interval) throws IOException {
        try (EncodedCounts histograms = new EncodedCounts()) {
            return restore(interval, histograms);
        }
    }

    static CountedInterval restore(RecordedInterval interval, EncodedCounts histograms) throws IOException {
        try {
            return new CountedInterval(
                    interval.series(),
                    interval.startEpochMs(),
                    interval.endEpochMs(),
                    histograms
                            .read(Base64.getDecoder().decode(interval.histogram()))
                            .orElseThrow(() -> new IOException("its values must be whole numbers")));
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException("histogram of " + interval.series() + " must be readable: " + e.getMessage(), e);
        }
    }
}
