package io.straggler.benchmarks.compare;

import io.straggler.benchmarks.compare.LatencyLaw.Length;
import io.straggler.benchmarks.compare.LatencyLaw.Spreads;
import io.straggler.benchmarks.support.Arguments;
import io.straggler.diagnosis.statistics.Comparison;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Pairing;
import io.straggler.diagnosis.statistics.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Whether comparisons say what is true: on generated latencies, of which the difference is known. How often they find one that is not
 * there, how often they find one that is, and how often the interval holds the truth.
 */
public final class StatisticsBenchmark {
    private static final List<String> METRICS =
            List.of("p50", "p90", "p99", "p99.9", "p99.99", "outlier rate", "excess latency");

    private static final double SHIFT = 1.1;

    private static final int ALL = 0;

    /** Time is up after so many. */
    private static final int MAX_PAIRS = 20;

    private final int trials;
    private final long seed;
    private final Length length;
    private final Length single;

    private StatisticsBenchmark(Arguments arguments) {
        trials = arguments.count("trials");
        seed = arguments.number("seed");
        length = new Length(arguments.number("per-second"), arguments.number("seconds"), 100);
        single = new Length(arguments.number("per-second"), arguments.number("single-seconds"), 600);
    }

    public static void main(String[] args) {
        Arguments arguments = Arguments.of(
                args,
                Map.of(
                        "part",
                        (long) ALL,
                        "trials",
                        1_000L,
                        "seed",
                        1L,
                        "per-second",
                        10_000L,
                        "seconds",
                        10L,
                        "single-seconds",
                        60L),
                Map.of("trials", 4L, "seconds", 2L, "single-seconds", 6L));
        System.out.println("statistics " + arguments);
        StatisticsBenchmark benchmark = new StatisticsBenchmark(arguments);
        List<Runnable> parts = List.of(
                benchmark::nothing,
                benchmark::coverage,
                benchmark::power,
                benchmark::detectable,
                () -> HourOfLatencies.compare(arguments.number("seed")),
                benchmark::nothingUntilNarrow);
        int only = arguments.count("part");
        (only == ALL ? parts : parts.subList(only - 1, only)).forEach(Runnable::run);
    }

    private LatencyLaw one(LatencyLaw law) {
        return law.with(single).with(new Spreads(0, 0, 0));
    }

    /** From as few JVMs as people measure who are in a hurry to as many as they should. */
    private void nothing() {
        List<Trial> cases = new ArrayList<>();
        cases.addAll(ofNothing("steady", LatencyLaw.steady(length), Pairing.PAIRED, 2, 3, 4, 6, 10, 20));
        cases.addAll(ofNothing("stalling", LatencyLaw.stalling(length), Pairing.PAIRED, 6, 20));
        cases.addAll(ofNothing("bursts", LatencyLaw.bursts(length), Pairing.PAIRED, 2, 4, 6, 20));
        cases.addAll(ofNothing("steady", LatencyLaw.steady(length), Pairing.UNPAIRED, 2, 3, 5, 20));
        cases.addAll(ofNothing("stalling", LatencyLaw.stalling(length), Pairing.UNPAIRED, 5, 20));
        cases.addAll(ofNothing("bursts", LatencyLaw.bursts(length), Pairing.UNPAIRED, 3, 20));
        cases.add(Trial.ofNothing("steady, one JVM", one(LatencyLaw.steady(length)), 1, Pairing.UNPAIRED));
        cases.add(Trial.ofNothing("stalling, one JVM", one(LatencyLaw.stalling(length)), 1, Pairing.UNPAIRED));
        cases.add(Trial.ofNothing("one JVM, JVMs differ", LatencyLaw.steady(single), 1, Pairing.UNPAIRED));
        System.out.println("nothing differs: intervals that exclude zero, and comparisons with a verdict nevertheless");
        header("any verdict");
        for (Trial trial : cases) {
            List<Comparison> comparisons = trial.run(trials, seed);
            row(
                    trial.name(),
                    comparisons,
                    difference -> difference.absolute().orElseThrow().excludesZero(),
                    share(comparisons, StatisticsBenchmark::anyVerdict));
        }
    }

    private static List<Trial> ofNothing(String name, LatencyLaw law, Pairing pairing, int... forks) {
        String units = pairing == Pairing.PAIRED ? " pairs" : " forks";
        return Arrays.stream(forks)
                .mapToObj(many -> Trial.ofNothing(name + ", " + many + units, law, many, pairing))
                .toList();
    }

    /** Pairs until an interval is narrow, as {@code ab} measures them. */
    private void nothingUntilNarrow() {
        System.out.println("nothing differs, and pairs are added until the interval of p99 is narrow enough");
        System.out.println(
                "case                               precision   least   pairs (median)   p99 excludes zero   any verdict");
        for (int least : new int[] {6, 2}) {
            for (double precision : new double[] {0.05, 0.1}) {
                narrow("steady", LatencyLaw.steady(length), precision, least);
            }
        }
        narrow("stalling", LatencyLaw.stalling(length), 0.05, 6);
    }

    private void narrow(String name, LatencyLaw law, double precision, int least) {
        List<Comparison> ended = Trial.ofNothing(name, law, MAX_PAIRS, Pairing.PAIRED)
                .runUntilNarrow(trials, seed + 5, precision, least);
        double[] pairs =
                ended.stream().mapToDouble(one -> one.basis().unitsA()).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "%-34s %9.0f%% %7d %16.0f %19s %13s%n",
                name,
                100 * precision,
                least,
                pairs[pairs.length / 2],
                share(
                        ended,
                        one -> find(one, "p99")
                                .absolute()
                                .filter(Estimate::excludesZero)
                                .isPresent()),
                share(ended, StatisticsBenchmark::anyVerdict));
    }

    private void coverage() {
        System.out.println("everything is 10% slower: intervals of the relative difference that hold it");
        header("");
        for (Trial trial : List.of(
                Trial.of("steady, 20 forks", LatencyLaw.steady(length), SHIFT, 20, Pairing.UNPAIRED),
                Trial.of("steady, 20 pairs", pairs(LatencyLaw.steady(length)), SHIFT, 20, Pairing.PAIRED),
                Trial.of("steady, 5 forks", LatencyLaw.steady(length), SHIFT, 5, Pairing.UNPAIRED),
                Trial.of("steady, 3 forks", LatencyLaw.steady(length), SHIFT, 3, Pairing.UNPAIRED),
                Trial.of("stalling, 20 forks", LatencyLaw.stalling(length), SHIFT, 20, Pairing.UNPAIRED),
                Trial.of("stalling, 20 pairs", pairs(LatencyLaw.stalling(length)), SHIFT, 20, Pairing.PAIRED),
                Trial.of("stalling, 5 forks", LatencyLaw.stalling(length), SHIFT, 5, Pairing.UNPAIRED),
                Trial.of("steady, one JVM", one(LatencyLaw.steady(length)), SHIFT, 1, Pairing.UNPAIRED),
                Trial.of("stalling, one JVM", one(LatencyLaw.stalling(length)), SHIFT, 1, Pairing.UNPAIRED))) {
            List<Comparison> comparisons = trial.run(trials, seed + 1);
            double[] truths = METRICS.stream()
                    .mapToDouble(label -> truth(label, comparisons))
                    .toArray();
            row(trial.name(), comparisons, difference -> holds(difference, truths), "");
        }
    }

    private static LatencyLaw pairs(LatencyLaw law) {
        return law.with(new Spreads(0.02, 0.2, 0.1));
    }

    /** Percentiles scale with the latencies. Rates do not; what all trials have together is a sample that is large enough. */
    private static double truth(String label, List<Comparison> comparisons) {
        if (label.startsWith("p")) {
            return SHIFT - 1;
        }
        double a = comparisons.stream()
                .mapToDouble(one -> find(one, label).a().orElseThrow())
                .sum();
        double b = comparisons.stream()
                .mapToDouble(one -> find(one, label).b().orElseThrow())
                .sum();
        return b / a - 1;
    }

    private static boolean holds(Difference difference, double[] truths) {
        double truth = truths[METRICS.indexOf(difference.metric().label())];
        return difference
                .relative()
                .map(relative -> relative.low() <= truth && truth <= relative.high())
                .orElse(false);
    }

    private void power() {
        System.out.println("everything is 10% slower: comparisons that find that a metric regressed");
        header("");
        for (double spread : new double[] {0.01, 0.02, 0.05, 0.1, 0.2}) {
            for (int forks : new int[] {5, 10, 20}) {
                LatencyLaw law = LatencyLaw.steady(length).with(new Spreads(spread, 10 * spread, 0));
                Trial trial = Trial.of(
                        String.format(Locale.ROOT, "%2d forks that differ by %.0f%%", forks, 100 * spread),
                        law,
                        SHIFT,
                        forks,
                        Pairing.UNPAIRED);
                regressed(trial);
            }
        }
        LatencyLaw drifting = LatencyLaw.steady(length).with(new Spreads(0.02, 0.2, 0.2));
        regressed(Trial.of("20 forks, machine drifts by 20%", drifting, SHIFT, 20, Pairing.UNPAIRED));
        regressed(Trial.of("20 pairs, machine drifts by 20%", drifting, SHIFT, 20, Pairing.PAIRED));
        regressed(Trial.of("one JVM", one(LatencyLaw.steady(length)), SHIFT, 1, Pairing.UNPAIRED));
    }

    private void regressed(Trial trial) {
        row(
                trial.name(),
                trial.run(Math.max(1, trials / 2), seed + 2),
                difference -> difference.verdict() == Verdict.REGRESSED,
                "");
    }

    private void detectable() {
        System.out.println("slower by what is said to be detectable at p99: comparisons that find it; should be 80%");
        System.out.println("case                               detectable   found");
        for (int forks : new int[] {1, 5, 10, 20}) {
            LatencyLaw law = forks == 1 ? one(LatencyLaw.steady(length)) : LatencyLaw.steady(length);
            double[] said =
                    Trial.ofNothing("", law, forks, Pairing.UNPAIRED).run(Math.max(1, trials / 2), seed + 3).stream()
                            .mapToDouble(one -> find(one, "p99").detectable().orElse(Double.NaN))
                            .sorted()
                            .toArray();
            double median = said[said.length / 2];
            List<Comparison> found =
                    Trial.of("", law, 1 + median, forks, Pairing.UNPAIRED).run(Math.max(1, trials / 2), seed + 4);
            System.out.printf(
                    Locale.ROOT,
                    "%-34s %9.1f%% %7s%n",
                    forks == 1 ? "one JVM" : forks + " forks that differ by 2%",
                    100 * median,
                    share(found, one -> find(one, "p99").verdict() == Verdict.REGRESSED));
        }
    }

    private static boolean anyVerdict(Comparison comparison) {
        return comparison.differences().stream()
                .anyMatch(difference ->
                        difference.verdict() == Verdict.IMPROVED || difference.verdict() == Verdict.REGRESSED);
    }

    private static Difference find(Comparison comparison, String label) {
        return comparison.differences().stream()
                .filter(difference -> difference.metric().label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    private static void header(String last) {
        System.out.println("case                               "
                + METRICS.stream()
                        .map(label -> String.format(Locale.ROOT, "%18s", label))
                        .collect(Collectors.joining())
                + "   " + last);
    }

    /** Shares of those comparisons in which a metric is measurable. */
    private static void row(String name, List<Comparison> comparisons, Predicate<Difference> counts, String last) {
        System.out.printf(Locale.ROOT, "%-35s", name);
        for (String label : METRICS) {
            List<Difference> measurable = comparisons.stream()
                    .map(one -> find(one, label))
                    .filter(difference -> difference.verdict() != Verdict.NOT_MEASURABLE)
                    .toList();
            long counted = measurable.stream().filter(counts).count();
            System.out.printf(
                    Locale.ROOT,
                    "%18s",
                    measurable.isEmpty()
                            ? "–"
                            : String.format(Locale.ROOT, "%.1f%%", 100.0 * counted / measurable.size())
                                    + (measurable.size() == comparisons.size() ? "" : " of " + measurable.size()));
        }
        System.out.println("   " + last);
    }

    private static String share(List<Comparison> comparisons, Predicate<Comparison> counts) {
        return String.format(
                Locale.ROOT,
                "%.1f%%",
                100.0 * comparisons.stream().filter(counts).count() / comparisons.size());
    }
}
