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

/** How long {@code straggler compare} takes, from its start to its end, for two runs of an hour at 100,000/s, with a small heap. */
public final class CompareBenchmark {
    private CompareBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(args, Map.of("repeats", 5L, "heap-mb", 512L), Map.of("repeats", 1L));
        System.out.println("compare " + arguments);
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Path a = folder.path().resolve("a");
            Path b = folder.path().resolve("b");
            new HourLongRun(1, 1).write(a);
            new HourLongRun(2, 1.02).write(b);
            System.out.printf(
                    Locale.ROOT,
                    "each side: latency.hlog %.1f MB, diagnosis.json %.1f MB%n",
                    mb(a.resolve("latency.hlog")),
                    mb(a.resolve("diagnosis.json")));
            List<StragglerCommand.Ended> runs = new ArrayList<>();
            for (int k = 0; k < arguments.count("repeats"); k++) {
                Path out = folder.path().resolve("comparison-" + k);
                // As the launcher starts it.
                StragglerCommand.Ended ended = StragglerCommand.run(
                        List.of(
                                "-Xms64m",
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
            System.out.printf(
                    Locale.ROOT, "median %.2f s%n", Figures.median(runs, StragglerCommand.Ended::wallMs) / 1e3);
        }
    }

    private static double mb(Path file) throws IOException {
        return Files.size(file) / 1e6;
    }
}
