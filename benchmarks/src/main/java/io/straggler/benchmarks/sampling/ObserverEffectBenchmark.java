package io.straggler.benchmarks.sampling;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.Arguments.Listed;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.MarkdownTable;
import io.straggler.benchmarks.support.PairedRatio;
import io.straggler.model.SamplerMode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What sampling does to the latencies that it is to explain: none, triggered, and periodic of two kinds, each run in a JVM of its
 * own, in rounds whose order rotates.
 */
public final class ObserverEffectBenchmark {
    private final Arguments arguments;

    private ObserverEffectBenchmark(Arguments arguments) {
        this.arguments = arguments;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("pairs", 10L, "seconds", 5L, "warm-up-seconds", 3L),
                Map.of("pairs", 1L, "seconds", 2L, "warm-up-seconds", 1L),
                Map.of(
                        "rates",
                        Listed.numbers("4000,20000,100000", "4000,20000"),
                        "sampling",
                        new Listed(all(","), all(","), all("|"))));
        System.out.println("observer-effect " + arguments);
        ObserverEffectBenchmark benchmark = new ObserverEffectBenchmark(arguments);
        for (int rate : arguments.numbers("rates")) {
            List<Map<Sampling, Figures>> rounds = new ArrayList<>();
            for (int round = 0; round < arguments.count("pairs"); round++) {
                rounds.add(benchmark.round(rate, round));
            }
            benchmark.print(rate, rounds);
        }
    }

    private static String all(String separator) {
        return Stream.of(Sampling.values()).map(Sampling::argument).collect(Collectors.joining(separator));
    }

    /** Off is always measured: all else is compared with it. */
    private List<Sampling> chosen() {
        List<String> named = arguments.list("sampling");
        return Stream.of(Sampling.values())
                .filter(sampling -> sampling == Sampling.OFF || named.contains(sampling.argument()))
                .toList();
    }

    private Map<Sampling, Figures> round(int rate, int round) throws IOException, InterruptedException {
        List<Sampling> all = chosen();
        Map<Sampling, Figures> measured = new EnumMap<>(Sampling.class);
        for (int i = 0; i < all.size(); i++) {
            Sampling sampling = all.get((round + i) % all.size());
            Figures figures = measure(sampling, rate);
            measured.put(sampling, figures);
            System.err.printf(
                    Locale.ROOT,
                    "%d/s  round %d  %-17s  p50 %.3f µs  p99 %.3f µs  p99.9 %.3f µs%n",
                    rate,
                    round + 1,
                    sampling.label(),
                    figures.get("p50Ns") / 1e3,
                    figures.get("p99Ns") / 1e3,
                    figures.get("p99.9Ns") / 1e3);
        }
        return measured;
    }

    /** A period shorter than a capture takes keeps the thread in the profiler's handler: such a run may never end. */
    private Figures measure(Sampling sampling, int rate) throws IOException, InterruptedException {
        long seconds = arguments.number("seconds");
        long warmUpSeconds = arguments.number("warm-up-seconds");
        return ChildJvm.runWithin(
                        Duration.ofSeconds(60 + 4 * (seconds + warmUpSeconds)),
                        ObservedRun.class,
                        sampling.name(),
                        rate,
                        seconds,
                        warmUpSeconds)
                .orElseGet(Figures::unknown);
    }

    private void print(int rate, List<Map<Sampling, Figures>> rounds) {
        MarkdownTable table = new MarkdownTable(
                String.format(Locale.ROOT, "sampling at %,d/s", rate),
                "p50, µs",
                "to off",
                "p99, µs",
                "to off",
                "p99.9, µs",
                "to off",
                "worst, µs",
                "ran ≥ 25 µs",
                "with a stack",
                "stacks/s");
        for (Sampling sampling : chosen()) {
            table.row(
                    sampling.label(),
                    us(rounds, sampling, "p50Ns"),
                    toOff(rounds, sampling, "p50Ns"),
                    us(rounds, sampling, "p99Ns"),
                    toOff(rounds, sampling, "p99Ns"),
                    us(rounds, sampling, "p99.9Ns"),
                    toOff(rounds, sampling, "p99.9Ns"),
                    us(rounds, sampling, "worstNs"),
                    MarkdownTable.number(median(rounds, sampling, "slow"), 0),
                    withStack(rounds, sampling),
                    sampling == Sampling.OFF
                            ? "–"
                            : MarkdownTable.number(median(rounds, sampling, "stacksPerSecond"), 0));
        }
    }

    private static String us(List<Map<Sampling, Figures>> rounds, Sampling sampling, String name) {
        return MarkdownTable.us(median(rounds, sampling, name));
    }

    private static String toOff(List<Map<Sampling, Figures>> rounds, Sampling sampling, String name) {
        return sampling == Sampling.OFF
                ? "1"
                : PairedRatio.of(rounds, of(sampling, name), of(Sampling.OFF, name))
                        .toString();
    }

    /** The stacks of async-profiler on its own are not in the run's recording. */
    private static String withStack(List<Map<Sampling, Figures>> rounds, Sampling sampling) {
        return sampling.mode() == SamplerMode.OFF
                ? "–"
                : MarkdownTable.number(100 * median(rounds, sampling, "shareWithStack"), 1) + "%";
    }

    private static double median(List<Map<Sampling, Figures>> rounds, Sampling sampling, String name) {
        return Figures.median(rounds, of(sampling, name));
    }

    private static ToDoubleFunction<Map<Sampling, Figures>> of(Sampling sampling, String name) {
        return round -> round.get(sampling).get(name);
    }
}
