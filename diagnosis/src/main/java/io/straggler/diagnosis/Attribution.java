package io.straggler.diagnosis;

import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadAccounting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives every outlier what was recorded about it: the stacks taken while it ran, the evidence while it was late, and what the
 * operating system charged to it.
 *
 * <p>A stack stands for the stretch between the midpoints to its neighbours; the last until the end of the outlier, the first
 * only from its own instant: what lies before it was not seen and is not spread over what was. So the weights and the unseen
 * time add up to the service time, to the nanosecond.
 *
 * <p>Iterations of a sequential task do not overlap. Those of an asynchronous task may; a stack then counts for each of them.
 */
public final class Attribution {
    private final RecordedRun run;
    private final List<Outlier> outliers;
    private final SampleTimes samples;
    private final StackSums outlierStacks = new StackSums();
    private final List<DiagnosedOutlier> diagnosed = new ArrayList<>();
    private final List<Long> firstSeenNs = new ArrayList<>();
    private long unseenNs;

    private Attribution(RecordedRun run) {
        this.run = run;
        this.outliers = new ArrayList<>(run.outliers());
        outliers.sort(Comparator.comparingLong(
                        (Outlier outlier) -> outlier.iteration().intendedNs())
                .thenComparing(outlier -> outlier.iteration().runId()));
        this.samples = new SampleTimes(run.samples());
    }

    /** Attributes what a recording holds to its outliers. Changes nothing in the recording. */
    public static Diagnosis of(RecordedRun run) {
        return new Attribution(run).attribute();
    }

    private Diagnosis attribute() {
        List<List<Evidence>> evidence = EvidenceOverlaps.of(run, outliers);
        Map<Long, List<ThreadAccounting>> accounting = new HashMap<>();
        for (ThreadAccounting one : run.accounting()) {
            accounting
                    .computeIfAbsent(one.intendedNs(), tag -> new ArrayList<>())
                    .add(one);
        }
        for (int i = 0; i < outliers.size(); i++) {
            Outlier outlier = outliers.get(i);
            long tag = outlier.iteration().intendedNs();
            diagnose(outlier, evidence.get(i), accounting.getOrDefault(tag, List.of()));
        }
        List<StackSample> normal = samples.ofBaseline(run.captures());
        StackSums normalStacks = new StackSums();
        normal.forEach(sample -> normalStacks.add(sample.frames(), 1));
        return new Diagnosis(
                diagnosed, coverage(normal.size()), outlierStacks.heaviestFirst(), normalStacks.heaviestFirst());
    }

    private void diagnose(Outlier outlier, List<Evidence> evidence, List<ThreadAccounting> accounting) {
        Iteration iteration = outlier.iteration();
        List<StackSample> stacks = samples.within(iteration.startNs(), iteration.endNs());
        List<Long> stacksNs = weights(stacks, iteration.endNs());
        long unseen = stacks.isEmpty() ? iteration.serviceNs() : stacks.get(0).timeNs() - iteration.startNs();
        for (int i = 0; i < stacks.size(); i++) {
            outlierStacks.add(stacks.get(i).frames(), stacksNs.get(i));
        }
        if (unseen > 0) {
            outlierStacks.addUnseen(stacks.isEmpty() ? StackSums.NO_STACK : StackSums.BEFORE_FIRST_STACK, unseen);
        }
        if (!stacks.isEmpty()) {
            firstSeenNs.add(unseen);
        }
        unseenNs += unseen;
        diagnosed.add(new DiagnosedOutlier(outlier, stacks, stacksNs, unseen, evidence, accounting));
    }

    private static List<Long> weights(List<StackSample> stacks, long endNs) {
        List<Long> weights = new ArrayList<>(stacks.size());
        for (int i = 0; i < stacks.size(); i++) {
            long timeNs = stacks.get(i).timeNs();
            long fromNs = i == 0 ? timeNs : middle(stacks.get(i - 1).timeNs(), timeNs);
            long toNs = i == stacks.size() - 1
                    ? endNs
                    : middle(timeNs, stacks.get(i + 1).timeNs());
            weights.add(toNs - fromNs);
        }
        return weights;
    }

    private static long middle(long earlierNs, long laterNs) {
        return earlierNs + (laterNs - earlierNs) / 2;
    }

    private Coverage coverage(long normal) {
        long serviceNs = outliers.stream()
                .mapToLong(outlier -> outlier.iteration().serviceNs())
                .sum();
        long ranLong = run.sampler() == null
                ? 0
                : outliers.stream()
                        .filter(outlier ->
                                outlier.iteration().serviceNs() > run.sampler().armDelayNs())
                        .count();
        firstSeenNs.sort(Comparator.naturalOrder());
        return new Coverage(
                outliers.size(),
                ranLong,
                firstSeenNs.size(),
                firstSeenNs.isEmpty() ? 0 : firstSeenNs.get(firstSeenNs.size() / 2),
                serviceNs,
                serviceNs - unseenNs,
                samples.outsideOutliers() - normal);
    }
}
