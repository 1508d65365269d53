package io.straggler.flamegraph;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.TimeBudget;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An outlier by the number that people call it by.
 *
 * @param rank 1 for the longest latency; of equal ones the first comes first
 * @param diagnosed what was recorded about it
 * @param budget where its latency went
 */
public record RankedOutlier(int rank, DiagnosedOutlier diagnosed, TimeBudget budget) {
    /** All outliers of a run, the worst first. */
    public static List<RankedOutlier> worstFirst(Conclusions conclusions) {
        List<DiagnosedOutlier> outliers = conclusions.diagnosis().outliers();
        List<TimeBudget> budgets = conclusions.budget().budgets();
        int[] worstFirst = IntStream.range(0, outliers.size())
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) ->
                                outliers.get(i).outlier().iteration().latencyNs())
                        .reversed())
                .mapToInt(Integer::intValue)
                .toArray();
        return IntStream.range(0, worstFirst.length)
                .mapToObj(k -> new RankedOutlier(k + 1, outliers.get(worstFirst[k]), budgets.get(worstFirst[k])))
                .toList();
    }
}
