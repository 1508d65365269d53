package io.straggler.benchmarks;

import io.straggler.model.SamplerMode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What sampling does to the latencies that it is to explain: none, triggered, and periodic of two kinds, each run in a JVM of its
 * own, in rounds whose order rotates.
 */
public final class ObserverEffectBenchmark {
    private final List<Map<Sampling, Figures>> rounds = new ArrayList<>();

    private ObserverEffectBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments =
                Arguments.of(args, Map.of("rounds", 7L, "seconds", 10L), Map.of("rounds", 1L, "seconds", 3L));
        System.out.println("observer-effect " + arguments);
        ObserverEffectBenchmark benchmark = new ObserverEffectBenchmark();
        for (int round = 0; round < arguments.count("rounds"); round++) {
            benchmark.round(round, arguments.number("seconds"));
        }
        benchmark.printMedians();
    }

    private void round(int round, long seconds) throws IOException, InterruptedException {
        Sampling[] all = Sampling.values();
        Map<Sampling, Figures> measured = new EnumMap<>(Sampling.class);
        for (int i = 0; i < all.length; i++) {
            Sampling sampling = all[(round + i) % all.length];
            Figures figures = ChildJvm.runWithin(limit(seconds), ObservedRun.class, sampling.name(), seconds)
                    .orElseGet(Figures::unknown);
            measured.put(sampling, figures);
            System.out.printf(
                    Locale.ROOT,
                    "round %d  %-17s  p50 %.3f µs  p99 %.3f µs%n",
                    round + 1,
                    sampling.label(),
                    figures.get("p50Ns") / 1e3,
                    figures.get("p99Ns") / 1e3);
        }
        rounds.add(measured);
    }

    /** A period shorter than a capture takes keeps the thread in the profiler's handler: such a run may never end. */
    private static Duration limit(long seconds) {
        return Duration.ofSeconds(30 + 4 * seconds);
    }

    private void printMedians() {
        System.out.println("medians of " + rounds.size() + " rounds; to off: the median of the ratios in each round");
        System.out.println("NaN: the run did not end in reasonable time in half of the rounds or more");
        System.out.println("sampling             p50 µs   to off   p99 µs   to off  p99.9 µs   to off"
                + "  ran >= 15 µs  with stack  stacks/s");
        for (Sampling sampling : Sampling.values()) {
            System.out.printf(
                    Locale.ROOT,
                    "%-17s %s %s  %s %13.0f %11s %9.0f%n",
                    sampling.label(),
                    column(sampling, "p50Ns"),
                    column(sampling, "p99Ns"),
                    column(sampling, "p99.9Ns"),
                    median(sampling, "slow"),
                    withStack(sampling),
                    median(sampling, "stacksPerSecond"));
        }
    }

    /** The stacks of async-profiler on its own are not in the run's recording. */
    private String withStack(Sampling sampling) {
        return sampling.mode() == SamplerMode.OFF
                ? "-"
                : String.format(Locale.ROOT, "%.1f%%", 100 * median(sampling, "shareWithStack"));
    }

    private String column(Sampling sampling, String name) {
        double toOff = Figures.median(
                rounds,
                round -> round.get(sampling).get(name) / round.get(Sampling.OFF).get(name));
        return String.format(Locale.ROOT, "%8.3f %8.2f", median(sampling, name) / 1e3, toOff);
    }

    private double median(Sampling sampling, String name) {
        return Figures.median(rounds, round -> round.get(sampling).get(name));
    }
}
