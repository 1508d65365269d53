package io.straggler.benchmarks.recording;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.Footprint;
import io.straggler.benchmarks.support.TemporaryFolder;
import io.straggler.cli.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** How disk and memory grow while {@code straggler run} measures 100,000 iterations a second of which 0.1% are outliers. */
public final class RetentionBenchmark {
    private static final int LINES = 12;
    private static final double MEGABYTE = 1e6;

    private RetentionBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(args, Map.of("seconds", 180L, "rate", 100_000L), Map.of("seconds", 20L));
        System.out.println("retention " + arguments);
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Path out = folder.path().resolve("run");
            Process run = start(arguments, out);
            List<Footprint> footprints = sample(run, out, arguments.number("seconds"));
            // 2 is a run that could not keep its rate: bytes count all the same.
            if (run.waitFor() != 0 && run.exitValue() != 2) {
                throw new IllegalStateException("run must exit with 0 or 2: exitCode=" + run.exitValue());
            }
            print(footprints, new RunFolder(out), arguments);
        }
    }

    private static Process start(Arguments arguments, Path out) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xms64m", "-cp", System.getProperty("java.class.path"), Main.class.getName(), "run"));
        command.addAll(List.of(OneInThousand.class.getName(), "--out", out.toString()));
        command.addAll(List.of("--rate", arguments.number("rate") + "/s", "--warmup", "3s"));
        command.addAll(List.of("--duration", arguments.number("seconds") + "s"));
        command.addAll(List.of("--threshold", "200us", "--sample-after", "100us"));
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Once a second, as long as the measured JVM lives. */
    private static List<Footprint> sample(Process run, Path out, long seconds) throws InterruptedException {
        List<Footprint> footprints = new ArrayList<>();
        long startNs = System.nanoTime();
        boolean measured = false;
        while (!run.waitFor(1, TimeUnit.SECONDS)) {
            var child = run.children().findFirst();
            if (child.isEmpty() && measured) {
                break;
            }
            measured |= child.isPresent();
            long elapsedNs = System.nanoTime() - startNs;
            if (child.isPresent() && elapsedNs < TimeUnit.SECONDS.toNanos(seconds + 3)) {
                footprints.add(
                        Footprint.of(elapsedNs, out, run.pid(), child.get().pid()));
            }
        }
        return footprints;
    }

    private static void print(List<Footprint> all, RunFolder folder, Arguments arguments) throws IOException {
        if (all.size() < 4) {
            throw new IllegalStateException("run must last for some seconds: samples=" + all.size());
        }
        System.out.println("  time   kept MB   on disk MB   parent MB   measured MB");
        int step = Math.max(1, all.size() / LINES);
        for (int i = step - 1; i < all.size(); i += step) {
            Footprint one = all.get(i);
            System.out.printf(
                    Locale.ROOT,
                    "%5.0f s %9.1f %12.1f %11.0f %13.0f%n",
                    one.elapsedNs() / 1e9,
                    one.keptBytes() / MEGABYTE,
                    one.diskBytes() / MEGABYTE,
                    one.parentBytes() / MEGABYTE,
                    one.measuredBytes() / MEGABYTE);
        }
        Footprint middle = all.get(all.size() / 2);
        Footprint last = all.get(all.size() - 1);
        halves("kept", all.get(0), middle, last, Footprint::keptBytes);
        halves("on disk", all.get(0), middle, last, Footprint::diskBytes);
        halves("memory of the parent", all.get(0), middle, last, Footprint::parentBytes);
        halves("memory of the measured JVM", all.get(0), middle, last, Footprint::measuredBytes);
        extrapolate(folder, arguments);
    }

    private static void halves(
            String what, Footprint first, Footprint middle, Footprint last, ToLongFunction<Footprint> bytes) {
        System.out.printf(
                Locale.ROOT,
                "%-28s %+8.2f MB/min in the first half, %+8.2f MB/min in the second, %7.1f MB at the end%n",
                what,
                perMinute(bytes.applyAsLong(middle) - bytes.applyAsLong(first), first, middle),
                perMinute(bytes.applyAsLong(last) - bytes.applyAsLong(middle), middle, last),
                bytes.applyAsLong(last) / MEGABYTE);
    }

    private static double perMinute(long bytes, Footprint from, Footprint to) {
        return bytes / MEGABYTE / ((to.elapsedNs() - from.elapsedNs()) / 60e9);
    }

    /** An hour has as many outliers as asked for, not as many as the machine of today made. */
    private static void extrapolate(RunFolder folder, Arguments arguments) throws IOException {
        var run = Analysis.of(folder).run();
        double megabytes = Footprint.size(folder.recording()) / MEGABYTE;
        double hours = arguments.number("seconds") / 3600.0;
        double perOutlier = megabytes * 1e6 / Math.max(1, run.outliers());
        double outliersPerHour = arguments.number("rate") * 3600 / 1000.0;
        System.out.printf(
                Locale.ROOT,
                "outliers %,d of %,d iterations (%.3f%%); recording %.1f MB, %.0f bytes per outlier%n",
                run.outliers(),
                run.iterations(),
                100.0 * run.outliers() / run.iterations(),
                megabytes,
                perOutlier);
        System.out.println("retention: " + run.environment().get("retention"));
        System.out.printf(
                Locale.ROOT,
                "an hour like this: %.0f MB; an hour with 0.1%% outliers, at as many bytes for each: %.0f MB%n",
                megabytes / hours,
                perOutlier * outliersPerHour / MEGABYTE);
        run.warnings().forEach(warning -> System.out.println("note: " + warning));
    }
}
