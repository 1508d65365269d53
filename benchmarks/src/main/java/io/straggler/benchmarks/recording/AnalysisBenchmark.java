package io.straggler.benchmarks.recording;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How long it takes to analyse a large recording: Straggler from file to report, and the profiler's converter from file to
 * latency flame graph, in interleaved runs, each in a JVM of its own with the same small heap. Four sizes, each twice the one before.
 */
public final class AnalysisBenchmark {
    private static final int SIZES = 4;

    /** The launcher's; the converter is run with what Java chooses, as its own launcher does. */
    private static final List<String> LAUNCHERS_FLAGS = List.of(
            "-Xms64m",
            "-XX:NewRatio=6",
            "-XX:MinHeapFreeRatio=20",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xlog:cds*=off");

    private static final boolean HAS_CACHES = Runtime.version().feature() >= 25;

    private final Arguments arguments;
    private final Path folder;

    private AnalysisBenchmark(Arguments arguments, Path folder) {
        this.arguments = arguments;
        this.folder = folder;
    }

    private record Pair(Figures straggler, Figures converter) {
        double ratio(String figure) {
            return straggler.get(figure) / converter.get(figure);
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("pairs", 5L, "mb", 520L, "heap-mb", 512L, "slow", 150L, "rounds", 50L),
                Map.of("pairs", 2L, "mb", 40L, "slow", 100L, "rounds", 5L));
        System.out.println("analysis " + arguments);
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            new AnalysisBenchmark(arguments, folder.path()).run();
        }
    }

    private void run() throws IOException, InterruptedException {
        Path base = LargeRecording.smallOne(folder, List.of(), arguments.number("slow"), arguments.number("rounds"));
        System.out.printf(Locale.ROOT, "small recording: %.1f MB%n", mb(base));
        archiveClasses(base);
        System.out.println("    MB  outliers  Straggler s    (CPU)  converter s    (CPU)  ratio  (CPU)  ms per MB");
        double[] msPerMb = new double[SIZES];
        for (int k = 0; k < SIZES; k++) {
            Path recording = folder.resolve("recording-" + k + ".jfr");
            LargeRecording.repeat(base, recording, (arguments.number("mb") << k >> SIZES - 1) * 1_000_000);
            msPerMb[k] = row(recording, pairs(recording));
            Files.delete(recording);
        }
        System.out.printf(
                Locale.ROOT,
                "time grows with size to the power of %.2f; per MB, the largest takes %.2f times what the second smallest does%n",
                1 + Math.log(msPerMb[SIZES - 1] / msPerMb[1]) / Math.log(1 << SIZES - 2),
                msPerMb[SIZES - 1] / msPerMb[1]);
    }

    /**
     * Archives classes as the launcher does when it is first used with a JDK, but with an analysis where the launcher
     * runs an example and analyses that.
     */
    private void archiveClasses(Path recording) throws IOException, InterruptedException {
        ChildJvm.runBare(
                launchersFlags(HAS_CACHES ? "-XX:AOTCacheOutput" : "-XX:ArchiveClassesAtExit"),
                AnalysisByStraggler.class,
                recording,
                report());
        if (!Files.exists(classes()) || Files.size(classes()) == 0) {
            throw new IllegalStateException("this JVM must be able to archive classes: archive=" + classes());
        }
    }

    private List<Pair> pairs(Path recording) throws IOException, InterruptedException {
        List<String> ours = launchersFlags(HAS_CACHES ? "-XX:AOTCache" : "-XX:SharedArchiveFile");
        List<Pair> pairs = new ArrayList<>();
        for (int k = 0; k < arguments.count("pairs"); k++) {
            Figures straggler = ChildJvm.runBare(ours, AnalysisByStraggler.class, recording, report());
            Figures converter = ChildJvm.runBare(List.of(heap()), AnalysisByConverter.class, recording, report());
            pairs.add(new Pair(straggler, converter));
        }
        return pairs;
    }

    private Path report() {
        return folder.resolve("report.html");
    }

    private Path classes() {
        return folder.resolve("straggler.classes");
    }

    private String heap() {
        return "-Xmx" + arguments.number("heap-mb") + "m";
    }

    /** @param archive the flag that takes the archive of classes */
    private List<String> launchersFlags(String archive) {
        List<String> flags = new ArrayList<>(LAUNCHERS_FLAGS);
        flags.addAll(List.of(heap(), archive + "=" + classes()));
        if (Runtime.version().feature() >= 22) {
            flags.add("--enable-native-access=ALL-UNNAMED");
        }
        return flags;
    }

    /** @return our milliseconds per megabyte */
    private static double row(Path recording, List<Pair> pairs) throws IOException {
        double wallMs = Figures.median(pairs, pair -> pair.straggler.get("wallMs"));
        System.out.printf(
                Locale.ROOT,
                "%6.0f %9.0f %12.2f %8.2f %12.2f %8.2f %6.2f %6.2f %10.2f%n",
                mb(recording),
                pairs.get(0).straggler.get("outliers"),
                wallMs / 1e3,
                Figures.median(pairs, pair -> pair.straggler.get("cpuMs")) / 1e3,
                Figures.median(pairs, pair -> pair.converter.get("wallMs")) / 1e3,
                Figures.median(pairs, pair -> pair.converter.get("cpuMs")) / 1e3,
                Figures.median(pairs, pair -> pair.ratio("wallMs")),
                Figures.median(pairs, pair -> pair.ratio("cpuMs")),
                wallMs / mb(recording));
        return wallMs / mb(recording);
    }

    private static double mb(Path file) throws IOException {
        return Files.size(file) / 1e6;
    }
}
