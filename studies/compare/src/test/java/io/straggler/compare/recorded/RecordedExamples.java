package io.straggler.compare.recorded;

import io.straggler.compare.Tasks;
import io.straggler.compare.result.RecordedComparison;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Files as other tools write them: printed ones are resources, logs are written by HdrHistogram's own writer. */
final class RecordedExamples {
    static final Selection ANY = new Selection(Optional.empty(), Optional.empty());
    private static final int PER_INTERVAL = 400;

    private RecordedExamples() {}

    static Selection named(String series) {
        return new Selection(Optional.of(series), Optional.empty());
    }

    static Selection in(ValueUnit unit) {
        return new Selection(Optional.empty(), Optional.of(unit));
    }

    static RecordedSet read(Selection selection, Path... files) {
        return RecordedSet.read(files[0].getFileName().toString(), Arrays.asList(files), selection);
    }

    static RecordedComparison compare(RecordedSet a, RecordedSet b) {
        return RecordedRuns.compare(a, b, Tasks.SAME, 1);
    }

    static Difference metric(RecordedComparison runs, double percentile) {
        return runs.metrics().stream()
                .filter(one -> one.metric().equals(new Metric.Percentile(percentile)))
                .findFirst()
                .orElseThrow();
    }

    /** A resource, as a file of the same name. */
    static Path resource(String name, Path folder) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream in = RecordedExamples.class.getResourceAsStream(name)) {
            Files.write(file, in.readAllBytes());
        }
        return file;
    }

    static Path text(String text, Path file) throws IOException {
        return Files.writeString(file, text);
    }

    /** Exponential latencies with a mean of so many values; each seed is a run a little different from the others. */
    private static Histogram interval(SplittableRandom random, double mean, int number) {
        Histogram interval = new Histogram(3);
        for (int i = 0; i < PER_INTERVAL; i++) {
            interval.recordValue(Math.round(mean * (1 - 10 * Math.log1p(-random.nextDouble()))));
        }
        interval.setStartTimeStamp(1_700_000_000_000L + number * 1_000L);
        interval.setEndTimeStamp(1_700_000_001_000L + number * 1_000L);
        return interval;
    }

    /** A log of intervals of a second. */
    static Path log(Path file, long seed, double mean, int intervals, String comment, String... tags)
            throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        double pace = mean * (1 + 0.02 * random.nextDouble());
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            if (!comment.isEmpty()) {
                writer.outputComment(comment);
            }
            writer.outputLogFormatVersion();
            writer.outputStartTime(1_700_000_000_000L);
            writer.outputLegend();
            for (int i = 0; i < intervals; i++) {
                for (String tag : tags.length == 0 ? new String[] {null} : tags) {
                    Histogram interval = interval(random, pace, i);
                    interval.setTag(tag);
                    writer.outputIntervalHistogram(
                            interval.getStartTimeStamp() / 1e3, interval.getEndTimeStamp() / 1e3, interval);
                }
            }
        }
        return file;
    }

    /** So many logs of as many runs. */
    static Path[] logs(Path folder, String name, int runs, long seed, double mean) throws IOException {
        Path[] logs = new Path[runs];
        for (int i = 0; i < runs; i++) {
            logs[i] = log(folder.resolve(name + i + ".hlog"), seed * 100 + i, mean, 30, "");
        }
        return logs;
    }
}
