package io.straggler.benchmarks.diagnosis;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whether predictions for a run without a cause come true: runs with an injected cause and runs without it, interleaved, each
 * in a JVM of its own.
 */
public final class CounterfactualBenchmark {
    private static final double[] PERCENTILES = {99.0, 99.9};

    private CounterfactualBenchmark() {}

    private record Pair(Figures with, Figures without) {
        double predictedToReal(double percentile) {
            return with.get("predicted" + percentile) / without.get("measured" + percentile);
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args, Map.of("pairs", 5L, "seconds", 20L, "seed", 1L), Map.of("pairs", 1L, "seconds", 11L));
        System.out.println("counterfactual " + arguments);
        System.out.println(
                "injected  percentile  with, µs  predicted without, µs  really without, µs  predicted / real  real / real");
        for (InjectedCause.Kind kind : List.of(InjectedCause.Kind.PARK, InjectedCause.Kind.GC)) {
            List<Pair> pairs = new ArrayList<>();
            for (int k = 0; k < arguments.count("pairs"); k++) {
                long seed = arguments.number("seed") + 2L * k;
                pairs.add(new Pair(
                        ChildJvm.run(CounterfactualRun.class, kind, arguments.number("seconds"), seed),
                        ChildJvm.run(
                                CounterfactualRun.class, InjectedCause.Kind.NONE, arguments.number("seconds"), seed)));
            }
            for (double percentile : PERCENTILES) {
                row(kind, percentile, pairs);
            }
        }
    }

    private static void row(InjectedCause.Kind kind, double percentile, List<Pair> pairs) {
        System.out.printf(
                Locale.ROOT,
                "%-8s %11.1f %9.1f %21.1f %19.1f %16.2f %12s%n",
                kind.name().toLowerCase(Locale.ROOT),
                percentile,
                Figures.median(pairs, pair -> pair.with.get("measured" + percentile)) / 1e3,
                Figures.median(pairs, pair -> pair.with.get("predicted" + percentile)) / 1e3,
                Figures.median(pairs, pair -> pair.without.get("measured" + percentile)) / 1e3,
                Figures.median(pairs, pair -> pair.predictedToReal(percentile)),
                apart(percentile, pairs));
    }

    /** How far two runs without anything injected are apart, the larger over the smaller, if there are two: no prediction can be closer. */
    private static String apart(double percentile, List<Pair> pairs) {
        List<Double> ratios = new ArrayList<>();
        for (int k = 1; k < pairs.size(); k++) {
            double one = pairs.get(k - 1).without.get("measured" + percentile);
            double next = pairs.get(k).without.get("measured" + percentile);
            ratios.add(Math.max(one, next) / Math.min(one, next));
        }
        return ratios.isEmpty() ? "–" : String.format(Locale.ROOT, "%.2f", Figures.median(ratios, ratio -> ratio));
    }
}
