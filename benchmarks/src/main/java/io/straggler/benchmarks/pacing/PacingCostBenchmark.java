package io.straggler.benchmarks.pacing;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Cost of one iteration of a task that does nothing at a rate that cannot be reached: Straggler with everything on, and
 * JLBH, interleaved, each in a separate JVM.
 */
public final class PacingCostBenchmark {
    private PacingCostBenchmark() {}

    private record Pair(double stragglerNs, double jlbhNs) {
        double ratio() {
            return stragglerNs / jlbhNs;
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("pairs", 7L, "iterations", 50_000_000L, "warm-up-seconds", 4L),
                Map.of("pairs", 2L, "iterations", 5_000_000L, "warm-up-seconds", 1L));
        System.out.println("pacing-cost " + arguments);
        System.out.println("pair  Straggler ns  JLBH ns  ratio");
        List<Pair> pairs = new ArrayList<>();
        for (int k = 1; k <= arguments.count("pairs"); k++) {
            Pair pair = new Pair(run(PacingCostOfStraggler.class, arguments), run(PacingCostOfJlbh.class, arguments));
            pairs.add(pair);
            row(Integer.toString(k), pair.stragglerNs, pair.jlbhNs, pair.ratio());
        }
        row(
                "median",
                Figures.median(pairs, Pair::stragglerNs),
                Figures.median(pairs, Pair::jlbhNs),
                Figures.median(pairs, Pair::ratio));
    }

    private static double run(Class<?> side, Arguments arguments) throws IOException, InterruptedException {
        return ChildJvm.run(side, arguments.number("iterations"), arguments.number("warm-up-seconds"))
                .get("nsPerIteration");
    }

    private static void row(String name, double stragglerNs, double jlbhNs, double ratio) {
        System.out.printf(Locale.ROOT, "%-6s %11.1f %8.1f %6.2f%n", name, stragglerNs, jlbhNs, ratio);
    }
}
