package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import java.util.List;
import java.util.Map;

/**
 * Stacks and causes of each outlier of a run.
 *
 * @param outliers every outlier, in order of intended start
 * @param coverage what the stacks can speak for
 * @param outlierStacks where outliers spent their service time; what no stack covers is a stack of one bracketed frame
 * @param normalStacks the same for normal iterations, from normal samples; each stands for one capture
 * @param threadNames by the system's number of a watched thread
 * @param task the task's name, or the methods whose calls are iterations, as the user named them; empty if that is not known
 * @param leftOut how many outliers did not get all that was recorded in their time, because all overlap too much
 */
public record Diagnosis(
        List<DiagnosedOutlier> outliers,
        Coverage coverage,
        List<WeightedStack> outlierStacks,
        List<WeightedStack> normalStacks,
        Map<Long, String> threadNames,
        String task,
        long leftOut) {
    public Diagnosis {
        outliers = List.copyOf(outliers);
        outlierStacks = List.copyOf(outlierStacks);
        normalStacks = List.copyOf(normalStacks);
        threadNames = Map.copyOf(threadNames);
    }

    /** One whose threads have no names. */
    public Diagnosis(
            List<DiagnosedOutlier> outliers,
            Coverage coverage,
            List<WeightedStack> outlierStacks,
            List<WeightedStack> normalStacks) {
        this(outliers, coverage, outlierStacks, normalStacks, Map.of());
    }

    /** Diagnosis of an unknown task. */
    public Diagnosis(
            List<DiagnosedOutlier> outliers,
            Coverage coverage,
            List<WeightedStack> outlierStacks,
            List<WeightedStack> normalStacks,
            Map<Long, String> threadNames) {
        this(outliers, coverage, outlierStacks, normalStacks, threadNames, "", 0);
    }

    /** Whether iterations go from thread to thread, as outliers show. */
    public boolean asynchronous() {
        return outliers.stream().anyMatch(one -> one.outlier().handOver().isPresent());
    }
}
