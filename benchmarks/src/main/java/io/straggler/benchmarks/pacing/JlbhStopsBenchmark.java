package io.straggler.benchmarks.pacing;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.CommandLine;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a benchmark for JLBH reports when its process is stopped from outside for known times: hosted by Straggler, and paced by JLBH
 * itself, one after the other, with the same stops, against arithmetic.
 */
public final class JlbhStopsBenchmark {
    private static final long STOP_NS = 20_000_000;

    private JlbhStopsBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args, Map.of("seconds", 10L, "stops", 20L, "seed", 1L), Map.of("seconds", 3L, "stops", 5L));
        System.out.println("jlbh-stops " + arguments);
        long seconds = arguments.number("seconds");
        Stops stops = new Stops(seconds * 1_000_000_000, arguments.count("stops"), STOP_NS, arguments.number("seed"));
        List<Long> hostedNs = new ArrayList<>();
        print("hosted by Straggler", hosted(seconds, stops, hostedNs), hostedNs, stops);
        List<Long> ownNs = new ArrayList<>();
        print("paced by JLBH", own(seconds, stops, ownNs), ownNs, stops);
    }

    private static String property(long seconds) {
        return "-D" + JlbhStopsTask.ITERATIONS + "=" + seconds * TruthBenchmark.PER_SECOND;
    }

    private static Figures hosted(long seconds, Stops stops, List<Long> lengthsNs)
            throws IOException, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            List<String> command = List.of(
                    "run",
                    "--jlbh",
                    JlbhStopsTask.class.getName(),
                    "--classpath",
                    System.getProperty("java.class.path"),
                    "--jvm-arg=" + property(seconds),
                    "--threshold",
                    "1ms",
                    "--out",
                    Path.of(folder.path().toString(), "run").toString());
            return CommandLine.run(
                    command, TruthBenchmark.MEASURING, processId -> lengthsNs.addAll(stops.stop(processId)));
        }
    }

    private static Figures own(long seconds, Stops stops, List<Long> lengthsNs)
            throws IOException, InterruptedException {
        try (ChildJvm child = ChildJvm.start(List.of(property(seconds)), JlbhStopsTask.class)) {
            child.awaitLine(TruthBenchmark.MEASURING);
            lengthsNs.addAll(stops.stop(child.processId()));
            return child.figures();
        }
    }

    private static void print(String name, Figures figures, List<Long> lengthsNs, Stops stops) {
        System.out.printf(
                Locale.ROOT,
                "%s: %d stops of %.1f ms in the median; %.3f s for %.0f s of iterations%n",
                name,
                lengthsNs.size(),
                Figures.median(lengthsNs, Long::doubleValue) / 1e6,
                figures.get("seconds"),
                stops.durationNs() / 1e9);
        for (long limitMs : TruthBenchmark.LIMITS_MS) {
            double sampled = figures.get("above" + limitMs);
            double predicted = TruthBenchmark.predictedShare(lengthsNs, limitMs * 1_000_000, stops.durationNs());
            System.out.printf(
                    Locale.ROOT,
                    "  above %2d ms  sampled %.4f%%  predicted %.4f%%  ratio %.4f%n",
                    limitMs,
                    100 * sampled,
                    100 * predicted,
                    sampled / predicted);
        }
        System.out.printf(
                Locale.ROOT,
                "  reported: p99 %.3f ms, worst %.3f ms%n",
                figures.get("p99Ns") / 1e6,
                figures.get("worstNs") / 1e6);
    }
}
