package io.straggler.benchmarks.compare;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.StragglerCommand;
import io.straggler.benchmarks.support.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How long {@code straggler compare} takes, from its start to its end, with a small heap: for two runs of an hour at 100,000/s, and for two logs
 * of another tool, of an interval each second.
 */
public final class CompareBenchmark {
    private static final long[] LATENCIES_PER_INTERVAL = {10, 100};

    private final Arguments arguments;
    private final Path folder;
    private int comparisons;

    private CompareBenchmark(Arguments arguments, Path folder) {
        this.arguments = arguments;
        this.folder = folder;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("repeats", 5L, "heap-mb", 512L, "intervals", 100_000L),
                Map.of("repeats", 1L, "intervals", 10_000L));
        System.out.println("compare " + arguments);
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            CompareBenchmark benchmark = new CompareBenchmark(arguments, folder.path());
            benchmark.runs();
            for (long latencies : LATENCIES_PER_INTERVAL) {
                benchmark.logs(latencies);
            }
        }
    }

    private void runs() throws IOException, InterruptedException {
        Path a = folder.resolve("a");
        Path b = folder.resolve("b");
        new HourLongRun(1, 1).write(a);
        new HourLongRun(2, 1.02).write(b);
        System.out.printf(
                Locale.ROOT,
                "runs of an hour, each side: latency.hlog %.1f MB, diagnosis.json %.1f MB%n",
                mb(a.resolve("latency.hlog")),
                mb(a.resolve("diagnosis.json")));
        compare(a, b);
    }

    private void logs(long latencies) throws IOException, InterruptedException {
        Path a = folder.resolve("a-" + latencies + ".hlog");
        Path b = folder.resolve("b-" + latencies + ".hlog");
        new LongLog(1, 1).write(a, arguments.number("intervals"), latencies);
        new LongLog(2, 1.03).write(b, arguments.number("intervals"), latencies);
        System.out.printf(
                Locale.ROOT,
                "logs of %,d intervals of %d latencies, each side: %.1f MB%n",
                arguments.number("intervals"),
                latencies,
                mb(a));
        compare(a, b);
    }

    private void compare(Path a, Path b) throws IOException, InterruptedException {
        List<StragglerCommand.Ended> runs = new ArrayList<>();
        for (int k = 0; k < arguments.count("repeats"); k++) {
            Path out = folder.resolve("comparison-" + comparisons++);
            // As the launcher starts it.
            StragglerCommand.Ended ended = StragglerCommand.run(
                    List.of(
                            "-Xms64m",
                            "-XX:NewRatio=6",
                            "-XX:MinHeapFreeRatio=20",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Xmx" + arguments.number("heap-mb") + "m"),
                    List.of("compare", a.toString(), b.toString(), "--out", out.toString()));
            if (ended.exitCode() != 0) {
                throw new IllegalStateException("compare must end with 0: exitCode=" + ended.exitCode());
            }
            runs.add(ended);
            System.out.printf(Locale.ROOT, "%.2f s%n", ended.wallMs() / 1e3);
        }
        System.out.printf(Locale.ROOT, "median %.2f s%n", Figures.median(runs, StragglerCommand.Ended::wallMs) / 1e3);
    }

    private static double mb(Path file) throws IOException {
        return Files.size(file) / 1e6;
    }
}
