package io.straggler.compare.recorded;

import io.straggler.compare.Tasks;
import io.straggler.compare.result.RecordedComparison;
import io.straggler.compare.result.RunDifference;
import io.straggler.diagnosis.statistics.Basis;
import io.straggler.diagnosis.statistics.Comparison;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.Pairing;
import io.straggler.diagnosis.statistics.Verdict;
import io.straggler.model.Percentiles;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Compares what other tools recorded: with the statistics of run folders where the files hold enough, else side by side. */
public final class RecordedRuns {
    private static final String ONE_LOG =
            "With one log a side nothing is known of how much one run differs from the next: record several, and "
                    + "name them with commas between.";

    private static final String NO_CAUSES = "Such files hold no stacks and no events, so nothing is said of causes.";

    private RecordedRuns() {}

    /**
     * Compares two sides.
     *
     * @param tasks whether the sides may be different benchmarks or series
     * @param seed of the resampling
     * @throws io.straggler.compare.IncomparableException if that would mean nothing
     */
    public static RecordedComparison compare(RecordedSet a, RecordedSet b, Tasks tasks, long seed) {
        requireComparable(a, b, tasks);
        String missing = a.whyNotResampled().isEmpty() ? b.whyNotResampled() : a.whyNotResampled();
        if (!missing.isEmpty()) {
            return comparison(a, b, sideBySide(a, b), Optional.empty(), missing);
        }
        // There is no threshold of outliers.
        Comparison comparison = Comparison.of(a.latencies(), b.latencies(), Pairing.UNPAIRED, Long.MAX_VALUE, 0, seed);
        List<Difference> percentiles = comparison.differences().stream()
                .filter(difference -> difference.metric() instanceof Metric.Percentile)
                .toList();
        return percentiles.stream().allMatch(one -> one.verdict() == Verdict.NOT_MEASURABLE)
                ? comparison(
                        a,
                        b,
                        sideBySide(a, b),
                        Optional.empty(),
                        percentiles.get(0).note())
                : comparison(a, b, percentiles, Optional.of(basis(comparison.basis())), "");
    }

    private static void requireComparable(RecordedSet a, RecordedSet b, Tasks tasks) {
        if (a.tool() != b.tool()) {
            throw RecordedFiles.refused(
                    "the sides must come from one tool, because each counts latencies in its own way: "
                            + a.tool().label() + " against " + b.tool().label());
        }
        if (tasks == Tasks.SAME && !a.side().series().equals(b.side().series())) {
            throw RecordedFiles.refused("the sides are different " + a.tool().noun() + ": " + name(a) + " against "
                    + name(b) + ". If that is what you want to compare, say --different-tasks.");
        }
    }

    private static String name(RecordedSet set) {
        return set.side().series().isEmpty() ? "one without a name" : set.side().series();
    }

    private static Basis basis(Basis basis) {
        return basis.block().isEmpty()
                ? basis
                : new Basis(
                        basis.units(),
                        basis.unitsA(),
                        basis.unitsB(),
                        basis.block(),
                        basis.resamples(),
                        basis.seed(),
                        ONE_LOG);
    }

    private static RecordedComparison comparison(
            RecordedSet a, RecordedSet b, List<Difference> metrics, Optional<Basis> basis, String noVerdict) {
        Set<String> limits = new LinkedHashSet<>();
        limits.add(a.tool().limits());
        limits.addAll(a.notes());
        limits.addAll(b.notes());
        limits.add(NO_CAUSES);
        return new RecordedComparison(
                a.side(), b.side(), metrics, basis, noVerdict, differences(a, b), List.copyOf(limits));
    }

    private static List<RunDifference> differences(RecordedSet a, RecordedSet b) {
        List<RunDifference> all = new ArrayList<>();
        if (!name(a).equals(name(b))) {
            all.add(new RunDifference(a.tool().noun(), name(a), name(b)));
        }
        Set<String> facts = new TreeSet<>(a.facts().keySet());
        facts.addAll(b.facts().keySet());
        for (String fact : facts) {
            String inA = words(a.facts().getOrDefault(fact, "not known"));
            String inB = words(b.facts().getOrDefault(fact, "not known"));
            if (!inA.equals(inB)) {
                all.add(new RunDifference(fact, inA, inB));
            }
        }
        return all;
    }

    private static String words(String fact) {
        return fact.isEmpty() ? "none" : fact;
    }

    private static List<Difference> sideBySide(RecordedSet a, RecordedSet b) {
        List<Difference> metrics = new ArrayList<>();
        for (double percentile : Percentiles.SHOWN) {
            OptionalDouble inA = asDouble(a.valueNs(percentile));
            OptionalDouble inB = asDouble(b.valueNs(percentile));
            if (inA.isPresent() || inB.isPresent()) {
                metrics.add(new Difference(
                        new Metric.Percentile(percentile),
                        inA,
                        inB,
                        Optional.empty(),
                        Optional.empty(),
                        OptionalDouble.empty(),
                        Verdict.NOT_MEASURABLE,
                        ""));
            }
        }
        if (metrics.isEmpty()) {
            throw RecordedFiles.refused("there are too few latencies to compare anything: "
                    + a.side().label() + " and " + b.side().label() + " have no percentile with ten above it.");
        }
        return metrics;
    }

    private static OptionalDouble asDouble(OptionalLong value) {
        return value.isPresent() ? OptionalDouble.of(value.getAsLong()) : OptionalDouble.empty();
    }
}
