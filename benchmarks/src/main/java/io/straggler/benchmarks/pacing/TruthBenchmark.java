package io.straggler.benchmarks.pacing;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.Figures;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whether latencies are true when the whole process stands still: it is stopped from outside for known times, and the shares of
 * late iterations are compared with arithmetic. Straggler and JLBH, one after the other, with the same stops.
 */
public final class TruthBenchmark {
    static final int PER_SECOND = 100_000;
    static final long[] LIMITS_MS = {1, 5, 10};

    /** The child prints this line when its measured run is about to begin. */
    static final String MEASURING = "measuring";

    private static final long STOP_NS = 20_000_000;

    private TruthBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args, Map.of("seconds", 10L, "stops", 20L, "seed", 1L), Map.of("seconds", 3L, "stops", 5L));
        System.out.println("truth " + arguments);
        long seconds = arguments.number("seconds");
        Stops stops = new Stops(seconds * 1_000_000_000, arguments.count("stops"), STOP_NS, arguments.number("seed"));
        printUndisturbed(ChildJvm.run(StoppedStraggler.class, seconds));
        stop("Straggler", StoppedStraggler.class, stops);
        stop("JLBH", StoppedJlbh.class, stops);
    }

    /**
     * Prints the undisturbed latencies of the machine: where they are not far below the predictions, these cannot be
     * met.
     */
    private static void printUndisturbed(Figures figures) {
        System.out.println("Straggler, not stopped:");
        for (long limitMs : LIMITS_MS) {
            System.out.printf(
                    Locale.ROOT, "  above %2d ms  observed %.4f%%%n", limitMs, 100 * figures.get("above" + limitMs));
        }
    }

    private static void stop(String name, Class<?> side, Stops stops) throws IOException, InterruptedException {
        try (ChildJvm child = ChildJvm.start(side, stops.durationNs() / 1_000_000_000)) {
            child.awaitLine(MEASURING);
            List<Long> lengthsNs = stops.stop(child.processId());
            print(name, child.figures(), lengthsNs, stops.durationNs());
        }
    }

    private static void print(String name, Figures figures, List<Long> lengthsNs, long durationNs) {
        System.out.printf(
                Locale.ROOT,
                "%s: %d stops of %.1f ms in the median, the longest %.1f ms%n",
                name,
                lengthsNs.size(),
                Figures.median(lengthsNs, Long::doubleValue) / 1e6,
                lengthsNs.stream().mapToLong(Long::longValue).max().orElse(0) / 1e6);
        for (long limitMs : LIMITS_MS) {
            double observed = figures.get("above" + limitMs);
            double predicted = predictedShare(lengthsNs, limitMs * 1_000_000, durationNs);
            System.out.printf(
                    Locale.ROOT,
                    "  above %2d ms  observed %.4f%%  predicted %.4f%%  ratio %.4f%n",
                    limitMs,
                    100 * observed,
                    100 * predicted,
                    observed / predicted);
        }
        System.out.printf(
                Locale.ROOT,
                "  reported: p99 %.3f ms, worst %.3f ms%n",
                figures.get("p99Ns") / 1e6,
                figures.get("worstNs") / 1e6);
    }

    /**
     * An iteration that was to start while the process stood still waited until the end of the stop: longer than the limit if it was to
     * start earlier than that before it. The queue behind a stop is worked off in well under a millisecond, and is neglected.
     */
    static double predictedShare(List<Long> lengthsNs, long limitNs, long durationNs) {
        long lateNs = lengthsNs.stream()
                .mapToLong(lengthNs -> Math.max(0, lengthNs - limitNs))
                .sum();
        return (double) lateNs / durationNs;
    }
}
