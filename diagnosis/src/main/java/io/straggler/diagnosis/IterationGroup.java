package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.model.Series;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Iterations that belong together, such as the calls of one method: what they took, and what made the slow ones slow.
 *
 * @param latencies of all of them
 * @param outliers how many of the outliers that are explained are among them
 * @param excessNs what these took beyond their usual work
 * @param leading what took most of that; empty if nothing did
 */
public record IterationGroup(Series latencies, long outliers, long excessNs, Optional<Leading> leading) {
    /**
     * Cause that took most of a group's excess.
     *
     * @param ns how much of it
     */
    public record Leading(Cause cause, long ns) {}

    /**
     * The groups that have a series, in its order. Outliers of further groups count for {@link Series#OTHER_GROUPS}.
     *
     * @param budgets of the same outliers, index by index
     */
    public static List<IterationGroup> of(
            List<Series> series, List<DiagnosedOutlier> outliers, List<TimeBudget> budgets) {
        Map<String, Sums> sums = new LinkedHashMap<>();
        series.stream()
                .filter(one -> one.runId() == null && one.name().startsWith(Series.GROUP_PREFIX))
                .forEach(one -> sums.put(one.name(), new Sums(one)));
        if (sums.isEmpty()) {
            return List.of();
        }
        for (int i = 0; i < outliers.size(); i++) {
            Sums group =
                    sums.get(Series.GROUP_PREFIX + outliers.get(i).outlier().group());
            group = group == null ? sums.get(Series.OTHER_GROUPS) : group;
            if (group != null) {
                group.add(budgets.get(i));
            }
        }
        List<IterationGroup> groups = new ArrayList<>();
        sums.values().forEach(one -> groups.add(one.group()));
        return groups;
    }

    /** The method, or the value of the field that groups them. */
    public String name() {
        return latencies.name().substring(Series.GROUP_PREFIX.length());
    }

    /** A percentile of their latencies; empty where too few lie above it to know. */
    public OptionalLong valueNs(double percentile) {
        return latencies.valueNs(percentile);
    }

    /** One group while its outliers are added up. */
    private static final class Sums {
        private final Series latencies;
        private final Map<Cause, Long> excessNs = new EnumMap<>(Cause.class);
        private long outliers;

        private Sums(Series latencies) {
            this.latencies = latencies;
        }

        private void add(TimeBudget budget) {
            outliers++;
            budget.excess().forEach(part -> excessNs.merge(part.cause(), part.ns(), Long::sum));
        }

        private IterationGroup group() {
            return new IterationGroup(
                    latencies,
                    outliers,
                    excessNs.values().stream().mapToLong(Long::longValue).sum(),
                    excessNs.entrySet().stream()
                            .max(Map.Entry.comparingByValue())
                            .map(most -> new Leading(most.getKey(), most.getValue())));
        }
    }
}
