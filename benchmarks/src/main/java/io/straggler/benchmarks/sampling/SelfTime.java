package io.straggler.benchmarks.sampling;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.Iteration;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * An outlier, and when its own turn began: a thread that works off iterations handed to it in order begins one when it has ended the
 * one before, which is later than its start if that was long too.
 */
record SelfTime(DiagnosedOutlier diagnosed, long sinceNs) {
    /** Of all outliers of one run, handed on in order. */
    static List<SelfTime> of(List<DiagnosedOutlier> outliers) {
        List<DiagnosedOutlier> ordered = outliers.stream()
                .sorted(Comparator.comparingLong(
                        one -> one.outlier().iteration().intendedNs()))
                .toList();
        List<SelfTime> own = new ArrayList<>(ordered.size());
        long lastEndNs = Long.MIN_VALUE;
        for (DiagnosedOutlier one : ordered) {
            Iteration iteration = one.outlier().iteration();
            own.add(new SelfTime(one, Math.max(iteration.startNs(), lastEndNs)));
            lastEndNs = Math.max(lastEndNs, iteration.endNs());
        }
        return own;
    }

    /** How long it ran. */
    long ns() {
        return diagnosed.outlier().iteration().endNs() - sinceNs;
    }

    /**
     * Those of its turn. The pacing thread of an asynchronous task is watched too, but what it did meanwhile explains nothing.
     */
    Stream<StackSample> stacks() {
        return diagnosed.stacks().stream()
                .filter(stack -> stack.timeNs() >= sinceNs)
                .filter(stack ->
                        diagnosed.owners().isEmpty() || diagnosed.owners().contains(stack.osThreadId()));
    }
}
