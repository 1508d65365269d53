package io.straggler.diagnosis;

import java.util.List;

/**
 * What was concluded about a run.
 *
 * @param outliers every outlier, in order of intended start
 * @param coverage what the stacks can speak for
 * @param outlierStacks where outliers spent their service time; what no stack covers is a stack of one bracketed frame
 * @param normalStacks the same for normal iterations, from baseline captures; each stands for one capture
 */
public record Diagnosis(
        List<DiagnosedOutlier> outliers,
        Coverage coverage,
        List<WeightedStack> outlierStacks,
        List<WeightedStack> normalStacks) {
    public Diagnosis {
        outliers = List.copyOf(outliers);
        outlierStacks = List.copyOf(outlierStacks);
        normalStacks = List.copyOf(normalStacks);
    }
}
