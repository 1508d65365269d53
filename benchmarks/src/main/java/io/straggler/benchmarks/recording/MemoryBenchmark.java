package io.straggler.benchmarks.recording;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.Footprint;
import io.straggler.benchmarks.support.TemporaryFolder;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How much memory {@code straggler report FILE.jfr} takes at most, as its launcher starts it, beside the profiler's converter, which makes a flame graph
 * of all stacks of the same file. In interleaved runs, each in a process of its own.
 */
public final class MemoryBenchmark {
    /** Peaks only grow, so the last one that is read before the end is short of the true one by what came within so many milliseconds. */
    private static final long POLL_MS = 2;

    private static final List<Kind> KINDS = List.of(
            new Kind("small", List.of(), 20, 10, 0),
            new Kind("middle", List.of(), 150, 50, 50),
            new Kind("large", List.of(), 150, 50, 520),
            new Kind("large, of long chunks", List.of("-XX:FlightRecorderOptions:maxchunksize=400m"), 1_500, 60, 520),
            new Kind("large, of outliers only", List.of(), 1_500, 5, 520));

    private final Arguments arguments;
    private final Path folder;

    private MemoryBenchmark(Arguments arguments, Path folder) {
        this.arguments = arguments;
        this.folder = folder;
    }

    /**
     * A kind of recording.
     *
     * @param flags of the JVM that is recorded
     * @param slow iterations in the recording that is repeated
     * @param rounds of other threads for each of them
     * @param mb size of the whole
     */
    private record Kind(String name, List<String> flags, long slow, long rounds, long mb) {}

    private record Pair(long straggler, long converter) {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments =
                Arguments.of(args, Map.of("pairs", 5L, "percent", 100L), Map.of("pairs", 1L, "percent", 10L));
        System.out.println("memory " + arguments);
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            MemoryBenchmark benchmark = new MemoryBenchmark(arguments, folder.path());
            System.out.println("recording                      MB  Straggler MB  converter MB  ratio");
            for (Kind kind : KINDS) {
                benchmark.row(kind);
            }
        }
    }

    private void row(Kind kind) throws IOException, InterruptedException {
        Path own = Files.createTempDirectory(folder, "kind");
        Path recording = own.resolve("recording.jfr");
        LargeRecording.repeat(
                LargeRecording.smallOne(own, kind.flags, kind.slow, kind.rounds),
                recording,
                Math.max(1, kind.mb * arguments.number("percent") * 10_000));
        straggler(recording); // The archive of classes is made.
        List<Pair> pairs = new ArrayList<>();
        for (int k = 0; k < arguments.count("pairs"); k++) {
            pairs.add(new Pair(straggler(recording), converter(recording)));
        }
        System.out.printf(
                Locale.ROOT,
                "%-24s %8.1f %13.0f %13.0f %6.2f%n",
                kind.name,
                Files.size(recording) / 1e6,
                Figures.median(pairs, Pair::straggler) / 1e6,
                Figures.median(pairs, Pair::converter) / 1e6,
                Figures.median(pairs, pair -> (double) pair.straggler / pair.converter));
        Files.delete(recording);
    }

    private long straggler(Path recording) throws IOException, InterruptedException {
        String launcher =
                Path.of(System.getProperty("straggler.home"), "straggler").toString();
        return peakBytes(launcher, "report", recording.toString(), "--out", page());
    }

    private long converter(Path recording) throws IOException, InterruptedException {
        return peakBytes(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "one.convert.Main",
                "--output",
                "html",
                recording.toString(),
                page());
    }

    private String page() {
        return folder.resolve("page.html").toString();
    }

    /** The launcher becomes the JVM that it starts, and both have one number. */
    private static long peakBytes(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start();
        long peakBytes = 0;
        do {
            peakBytes = Math.max(peakBytes, Footprint.peak(process.pid()));
        } while (!process.waitFor(POLL_MS, TimeUnit.MILLISECONDS));
        if (process.exitValue() != 0) {
            throw new IllegalStateException("command must end with 0: exitCode=" + process.exitValue() + ", command="
                    + String.join(" ", command));
        }
        return peakBytes;
    }
}
