package io.straggler.benchmarks.agent;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Cost of the agent to a program whose calls are iterations: the same threads with and without it, in JVMs that take
 * turns.
 */
public final class AgentCostBenchmark {
    private static final String CALLS = ServedCalls.class.getName() + ".";

    private AgentCostBenchmark() {}

    private record Pair(Figures with, Figures without) {
        double ratio(String name) {
            return with.get(name) / without.get(name);
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of(
                        "pairs",
                        7L,
                        "threads",
                        4L,
                        "seconds",
                        10L,
                        "rounds",
                        20_000L,
                        "pause-us",
                        500L,
                        "threshold-us",
                        4_000L),
                Map.of("pairs", 2L, "seconds", 2L));
        Path agent = AgentJar.require();
        System.out.println("agent-cost " + arguments);
        List<Pair> pairs = new ArrayList<>();
        for (int k = 0; k < arguments.count("pairs"); k++) {
            // The first one changes with each pair.
            Figures first = k % 2 == 0 ? with(agent, arguments) : without(arguments);
            Figures second = k % 2 == 0 ? without(arguments) : with(agent, arguments);
            pairs.add(k % 2 == 0 ? new Pair(first, second) : new Pair(second, first));
        }
        System.out.println("                                with  without  ratio, median of pairs");
        row("one request after the other, /s", pairs, "busyPerSecond", 1);
        row("  p50, us", pairs, "busyP50Ns", 1_000);
        row("  p99, us", pairs, "busyP99Ns", 1_000);
        row("with pauses, /s", pairs, "pausedPerSecond", 1);
        row("  p50, us", pairs, "pausedP50Ns", 1_000);
        row("  p99, us", pairs, "pausedP99Ns", 1_000);
        row("handed on twice, /s", pairs, "handedPerSecond", 1);
        row("  p50, us", pairs, "handedP50Ns", 1_000);
        row("  p99, us", pairs, "handedP99Ns", 1_000);
        row("an empty call, ns", pairs, "emptyNs", 1);
    }

    private static Figures without(Arguments arguments) throws IOException, InterruptedException {
        return run(List.of(), arguments);
    }

    private static Figures with(Path agent, Arguments arguments) throws IOException, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            return run(
                    List.of("-javaagent:" + agent + "=iterations=" + CALLS + "serve,iterations=" + CALLS
                            + "empty,iterations=" + CALLS + "serveLater,threshold=" + arguments.number("threshold-us")
                            + "us,out="
                            + folder.path().resolve("run")),
                    arguments);
        }
    }

    private static Figures run(List<String> flags, Arguments arguments) throws IOException, InterruptedException {
        return ChildJvm.run(
                flags,
                ServedCalls.class,
                arguments.number("threads"),
                arguments.number("seconds"),
                arguments.number("rounds"),
                1_000 * arguments.number("pause-us"));
    }

    private static void row(String name, List<Pair> pairs, String figure, double unit) {
        ToDoubleFunction<Pair> with = pair -> pair.with().get(figure) / unit;
        ToDoubleFunction<Pair> without = pair -> pair.without().get(figure) / unit;
        System.out.printf(
                Locale.ROOT,
                "%-31s %10.1f %8.1f %6.3f%n",
                name,
                Figures.median(pairs, with),
                Figures.median(pairs, without),
                Figures.median(pairs, pair -> pair.ratio(figure)));
    }
}
