package io.straggler.cli.remedies;

import io.straggler.RunFolder;
import io.straggler.compare.RunSet;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.PairedEffect;
import io.straggler.model.ProcessUse;
import io.straggler.remedies.result.TriedRemedy.Cost;
import io.straggler.remedies.result.TriedRemedy.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Median latencies and resources of JVMs, side by side: the cost of a remedy elsewhere. For one thread. */
final class Costs {
    private static final Metric.Percentile MEDIAN = new Metric.Percentile(50);

    /** The chance with which the interval of the median misses. */
    private static final double MISSING = 0.05;

    /** Rounds that agree by chance in one of 64 trials. */
    private static final int TELLING = 6;

    private record Jvm(Fork latencies, Optional<ProcessUse> use) {}

    private final Map<TrySide, List<Jvm>> jvms = new IdentityHashMap<>();

    /** Reads what a JVM of a side left, which counts for a whole round. */
    Fork read(TrySide side, RunFolder left) {
        Fork latencies = RunSet.forks(left).get(0);
        jvms.computeIfAbsent(side, key -> new ArrayList<>())
                .add(new Jvm(latencies, left.readRun().use()));
        return latencies;
    }

    /** Returns the costs of a remedy; none if it was never measured. */
    List<Cost> of(TrySide asItIs, TrySide with) {
        List<Jvm> after = jvms.getOrDefault(with, List.of());
        if (after.size() < 2) {
            return List.of();
        }
        List<Jvm> before = jvms.getOrDefault(asItIs, List.of()).subList(0, after.size());
        List<Cost> costs = new ArrayList<>();
        PairedEffect.of(latencies(before), latencies(after), MEDIAN)
                .ifPresent(effect -> costs.add(new Cost(
                        Kind.P50,
                        effect.a(),
                        effect.b(),
                        effect.relative(MISSING).low() > 0)));
        use(Kind.CPU, ProcessUse::cpuNs, before, after).ifPresent(costs::add);
        use(Kind.MEMORY, ProcessUse::peakBytes, before, after).ifPresent(costs::add);
        return costs;
    }

    private static List<Fork> latencies(List<Jvm> jvms) {
        return jvms.stream().map(Jvm::latencies).toList();
    }

    private static Optional<Cost> use(Kind kind, ToLongFunction<ProcessUse> value, List<Jvm> before, List<Jvm> after) {
        int pairs = before.size();
        double[] was = new double[pairs];
        double[] is = new double[pairs];
        int larger = 0;
        for (int i = 0; i < pairs; i++) {
            if (before.get(i).use().isEmpty() || after.get(i).use().isEmpty()) {
                return Optional.empty();
            }
            was[i] = value.applyAsLong(before.get(i).use().get());
            is[i] = value.applyAsLong(after.get(i).use().get());
            larger += is[i] > was[i] ? 1 : 0;
        }
        return Optional.of(new Cost(kind, median(was), median(is), pairs >= TELLING && larger == pairs));
    }

    private static double median(double[] values) {
        double[] ordered = values.clone();
        Arrays.sort(ordered);
        int half = ordered.length / 2;
        return ordered.length % 2 == 1 ? ordered[half] : (ordered[half - 1] + ordered[half]) / 2;
    }
}
