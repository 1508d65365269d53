package io.straggler.benchmarks.fuzz;

import io.straggler.benchmarks.support.StragglerCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The files that mutants are made from, one for each {@link Format}: a recording, a run and a comparison are made by this JVM's version, logs by
 * HdrHistogram, and tables of other tools are resources.
 */
final class Seeds {
    /** Placeholder of the folder of chunks in the seed of an unfinished run. */
    static final String REPOSITORY = "@REPOSITORY@";

    private static final List<Format> RESOURCES = List.of(Format.WRK, Format.WRK2, Format.JMH, Format.K6, Format.JLBH);

    private static final int ORDERS = 60;
    private static final int SLOW_ONE_IN = 10;

    private Seeds() {}

    /** An iteration of the recording. */
    @Name("acme.Order")
    private static final class Order extends Event {
        @SuppressWarnings("unused") // JFR reads it.
        String route = "";
    }

    /** Writes all of them into a folder. */
    static void write(Path corpus) throws IOException, InterruptedException {
        Files.createDirectories(corpus);
        recording(corpus.resolve(Format.RECORDING.fileName()));
        profiler(corpus.resolve(Format.PROFILER.fileName()));
        run(corpus);
        Files.writeString(
                corpus.resolve(Format.UNFINISHED.fileName()),
                "#Tue Dec 01 00:00:00 UTC 2026\npid=4194999\nrepository=" + REPOSITORY + "\nsince=1700000000000\n");
        logs(corpus);
        for (Format format : RESOURCES) {
            try (InputStream in = Seeds.class.getResourceAsStream(format.fileName())) {
                Files.copy(in, corpus.resolve(format.fileName()));
            }
        }
    }

    /** Orders of which some sleep, as the JVM records them. */
    private static void recording(Path file) throws IOException, InterruptedException {
        try (Recording recording = new Recording()) {
            recording.enable(Order.class).withoutStackTrace();
            recording.enable("jdk.ThreadSleep").withThreshold(Duration.ofMillis(1));
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            recording.enable("jdk.GCPhasePause");
            recording.start();
            for (int i = 0; i < ORDERS; i++) {
                Order order = new Order();
                order.begin();
                Thread.sleep(i % SLOW_ONE_IN == 0 ? 15 : 1);
                order.route = i % 2 == 0 ? "EU" : "US";
                order.commit();
            }
            recording.stop();
            recording.dump(file);
        }
    }

    /** A recording with the types of async-profiler, which has a chunk without the JVM's own. */
    private static void profiler(Path file) throws IOException {
        int wall = RecordingWriter.FREE;
        int span = RecordingWriter.FREE + 1;
        RecordingWriter writer = new RecordingWriter().usualOrders();
        writer.type(
                wall,
                "profiler.WallClockSample",
                "jdk.jfr.Event",
                List.of(
                        RecordingWriter.field("startTime", RecordingWriter.LONG),
                        RecordingWriter.constant("sampledThread", RecordingWriter.THREAD),
                        RecordingWriter.constant("stackTrace", RecordingWriter.STACK),
                        RecordingWriter.constant("state", RecordingWriter.FRAME_TYPE),
                        RecordingWriter.field("samples", RecordingWriter.INT)));
        writer.event(span, "profiler.Span", RecordingWriter.field("tag", RecordingWriter.TEXT));
        for (int i = 0; i < 100; i++) {
            long startNs = 1_000_000L + i * 20_000_000L;
            writer.raw(new ByteWriter().numbers(wall, startNs + 500_000, 1, 1, 1, 3));
            writer.raw(new ByteWriter()
                    .numbers(span, startNs, i % 10 == 0 ? 15_000_000 : 100_000, 1, 0)
                    .text("checkout"));
        }
        Files.write(file, writer.bytes());
    }

    /** A short run's folder without its page, and what a comparison of it with another writes. */
    private static void run(Path corpus) throws IOException, InterruptedException {
        Path run = corpus.resolve(Format.RUN_FOLDER.fileName());
        Path other = corpus.resolve("other-run");
        for (Path each : List.of(run, other)) {
            command(List.of(
                    "run",
                    FuzzedTask.class.getName(),
                    "--classpath",
                    ownJar(),
                    "--rate",
                    "100/s",
                    "--threshold",
                    "5ms",
                    "--warmup",
                    "300ms",
                    "--duration",
                    "1s",
                    "--out",
                    each.toString()));
            Files.delete(each.resolve("report.html"));
        }
        Path comparison = corpus.resolve("compared");
        command(List.of("compare", run.toString(), other.toString(), "--out", comparison.toString()));
        Files.move(
                comparison.resolve(Format.COMPARISON_JSON.fileName()),
                corpus.resolve(Format.COMPARISON_JSON.fileName()),
                StandardCopyOption.REPLACE_EXISTING);
        CopiedFiles.delete(comparison);
        CopiedFiles.delete(other);
    }

    private static void command(List<String> arguments) throws IOException, InterruptedException {
        int code = StragglerCommand.run(List.of(), arguments).exitCode();
        // A busy machine does not keep the rate, and its run folder is as good a seed.
        if (code != 0 && code != 2) {
            throw new IllegalStateException(
                    "command must make a seed: exitCode=" + code + " arguments=" + String.join(" ", arguments));
        }
    }

    private static String ownJar() {
        return Stream.of(System.getProperty("java.class.path").split(":"))
                .filter(entry -> entry.endsWith("straggler-benchmarks.jar"))
                .findFirst()
                .orElseThrow();
    }

    private static void logs(Path corpus) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        Histogram all = new Histogram(3);
        try (PrintStream out =
                new PrintStream(corpus.resolve(Format.LOG.fileName()).toFile(), StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputComment("[Values in nanoseconds]");
            writer.outputLogFormatVersion();
            writer.outputStartTime(1_700_000_000_000L);
            writer.outputLegend();
            for (int i = 0; i < 40; i++) {
                Histogram interval = new Histogram(3);
                interval.setTag(i % 2 == 0 ? "latency" : "service");
                interval.setStartTimeStamp(1_700_000_000_000L + i / 2 * 1_000L);
                interval.setEndTimeStamp(1_700_000_001_000L + i / 2 * 1_000L);
                for (int value = 0; value < 500; value++) {
                    interval.recordValue(1_000 + random.nextInt(random.nextInt(50) == 0 ? 1_000_000 : 2_000));
                }
                all.add(interval);
                writer.outputIntervalHistogram(interval);
            }
        }
        try (PrintStream out =
                new PrintStream(corpus.resolve(Format.HGRM.fileName()).toFile(), StandardCharsets.UTF_8)) {
            all.outputPercentileDistribution(out, 1_000.0);
        }
    }
}
