package io.straggler.benchmarks.recording;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.TemporaryFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A fleet of generated run folders merged in one process: how long that takes with one core and with two, with how much heap, how long again when everything
 * has been read, and whether the bad host is named first and alone.
 */
public final class FleetBenchmark {
    private static final long RECORDINGS_A_DAY = 100_000;

    /** Of which the first half warm the JVM up. */
    private static final int REPORTS = 200;

    private FleetBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("hosts", 200L, "recordings", 10L, "bad", 17L, "seed", 1L),
                Map.of("hosts", 20L, "recordings", 2L));
        System.out.println("fleet " + arguments);
        try (TemporaryFolder temporary = TemporaryFolder.create()) {
            Path folder = temporary.path();
            Path runs = folder.resolve("runs");
            GeneratedFleet.measure(folder.resolve("measured"))
                    .write(
                            runs,
                            (int) arguments.number("hosts"),
                            (int) arguments.number("recordings"),
                            (int) arguments.number("bad"),
                            arguments.number("seed"));
            double one = seconds("1 core, all new", runs, folder.resolve("one"), 1);
            double oneAgain = seconds("1 core, nothing new", runs, folder.resolve("one"), 1);
            double two = seconds("2 cores, all new", runs, folder.resolve("two"), 2);
            System.out.printf(Locale.ROOT, "2 cores are %.2f times as fast as 1%n", one / two);
            seconds("2 cores, nothing new", runs, folder.resolve("two"), 2);
            long recordings = arguments.number("hosts") * arguments.number("recordings");
            printBesideReport((one - oneAgain) / recordings, warmReport(runs));
            printPlan(recordings, one - oneAgain, bytes(runs), folder.resolve("one/tables"));
        }
    }

    /** Seconds that {@code report} takes for one of the run folders in a JVM that has compiled what it needs: the median. */
    private static double warmReport(Path runs) throws IOException {
        List<Path> folders;
        try (Stream<Path> hosts = Files.list(runs)) {
            folders = hosts.sorted()
                    .map(host -> host.resolve("run-0"))
                    .limit(REPORTS)
                    .toList();
        }
        double[] seconds = new double[folders.size()];
        for (int i = 0; i < seconds.length; i++) {
            long startNs = System.nanoTime();
            Analysis.of(new RunFolder(folders.get(i))).write();
            seconds[i] = (System.nanoTime() - startNs) / 1e9;
        }
        double[] warm = Arrays.copyOfRange(seconds, seconds.length / 2, seconds.length);
        Arrays.sort(warm);
        return warm[warm.length / 2];
    }

    private static void printBesideReport(double read, double report) {
        System.out.printf(
                Locale.ROOT,
                "report takes           %8.1f ms for a recording in a warm JVM; reading one of a fleet takes %.2f times as long%n",
                1e3 * report,
                read / report);
    }

    /** What a recording takes; docs/fleet.md makes a plan of it. */
    private static void printPlan(long recordings, double secondsToRead, long bytesRead, Path tables)
            throws IOException {
        double kept = (double) bytes(tables.resolve("results")) / recordings;
        System.out.printf(
                Locale.ROOT,
                "each recording         %8.1f ms of a core to read its %,d bytes; %,.0f bytes of results, %,.0f of tables%n",
                1e3 * secondsToRead / recordings,
                bytesRead / recordings,
                kept,
                (double) bytes(tables) / recordings - kept);
        System.out.printf(
                Locale.ROOT,
                "%,d a day         %8.2f core hours, %,.2f GB of results%n",
                RECORDINGS_A_DAY,
                secondsToRead / recordings * RECORDINGS_A_DAY / 3_600,
                kept * RECORDINGS_A_DAY / 1e9);
    }

    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toFile)
                    .filter(File::isFile)
                    .mapToLong(File::length)
                    .sum();
        }
    }

    private static double seconds(String what, Path runs, Path out, int cores)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("straggler.home"), "straggler").toString(),
                "fleet",
                runs.toString(),
                "--out",
                out.toString(),
                "--cores",
                Integer.toString(cores),
                "--heap",
                "4g",
                "--by",
                "version,region"));
        long startNs = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.resolveSibling(out.getFileName() + ".txt").toFile())
                .start();
        int code = process.waitFor();
        double seconds = (System.nanoTime() - startNs) / 1e9;
        System.out.printf(Locale.ROOT, "%-22s %8.1f s, exit code %d%n", what, seconds, code);
        Files.readAllLines(out.resolveSibling(out.getFileName() + ".txt")).stream()
                .filter(line -> line.contains("unlike the rest") || line.contains("of an iteration there"))
                .forEach(System.out::println);
        return seconds;
    }
}
