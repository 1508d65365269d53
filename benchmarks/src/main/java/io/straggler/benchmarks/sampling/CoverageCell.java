package io.straggler.benchmarks.sampling;

import io.straggler.benchmarks.support.CommandRun;
import io.straggler.benchmarks.support.Tail;
import io.straggler.diagnosis.Attribution;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.jfr.read.RecordingReader;
import io.straggler.model.Capture;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackSample;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What one run of {@link CoverageBenchmark} came to.
 *
 * @param outliers all of them
 * @param ranLong outliers that ran themselves, not behind others, for so long that a stack is due
 * @param onPurpose how many of them were long on purpose
 * @param firstAfterNs median, over those with a sample, of the time from start to first sample; not a number without any
 * @param dueAfterEnd captures for late iterations that were due when the outlier had ended
 */
record CoverageCell(
        long outliers,
        long ranLong,
        long withStack,
        long withSample,
        long withEvent,
        long onPurpose,
        long showTheMethod,
        double firstAfterNs,
        long dueAfterEnd,
        long iterations,
        SamplerSummary sampler,
        RunStatus status,
        Tail latency) {
    /** An outlier that ran for this much longer than the sampler may wait is expected to have a stack. */
    private static final long PAST_DUE_NS = 50_000;

    /** @param longOnPurpose tags */
    static CoverageCell of(CommandRun measured, Set<Long> longOnPurpose, String knownMethod) throws IOException {
        RecordedRun recorded = RecordingReader.read(measured.folder().recording());
        SamplerSummary sampler = measured.run().sampler();
        List<DiagnosedOutlier> outliers = Attribution.of(recorded).outliers();
        long expectedNs = sampler.armDelayNs() + sampler.marginNs() + PAST_DUE_NS;
        List<SelfTime> ranLong = SelfTime.of(outliers).stream()
                .filter(one -> one.ns() >= expectedNs)
                .toList();
        List<SelfTime> onPurpose = ranLong.stream()
                .filter(one -> longOnPurpose.contains(
                        one.diagnosed().outlier().iteration().intendedNs()))
                .toList();
        return new CoverageCell(
                outliers.size(),
                ranLong.size(),
                with(ranLong, stack -> true),
                with(ranLong, stack -> !stack.ofEvent()),
                with(ranLong, StackSample::ofEvent),
                onPurpose.size(),
                with(onPurpose, stack -> shows(stack, knownMethod)),
                firstAfterNs(ranLong),
                dueAfterEnd(outliers, recorded.captures()),
                measured.run().iterations(),
                sampler,
                measured.run().status(),
                measured.tail("latency"));
    }

    private static long with(List<SelfTime> outliers, Predicate<StackSample> which) {
        return outliers.stream().filter(one -> one.stacks().anyMatch(which)).count();
    }

    private static boolean shows(StackSample stack, String method) {
        return stack.frames().stream().anyMatch(frame -> frame.name().equals(method));
    }

    private static double firstAfterNs(List<SelfTime> outliers) {
        double[] sorted = outliers.stream()
                .flatMapToDouble(one -> one.stacks()
                        .filter(stack -> !stack.ofEvent())
                        .limit(1)
                        .mapToDouble(stack -> stack.timeNs() - one.sinceNs()))
                .sorted()
                .toArray();
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    private static long dueAfterEnd(List<DiagnosedOutlier> outliers, List<Capture> captures) {
        Map<Long, Long> endNs = new HashMap<>();
        outliers.forEach(one -> endNs.put(
                one.outlier().iteration().intendedNs(),
                one.outlier().iteration().endNs()));
        return captures.stream()
                .filter(capture -> capture.purpose() == Capture.Purpose.LATE
                        && capture.dueNs() > endNs.getOrDefault(capture.intendedNs(), Long.MAX_VALUE))
                .count();
    }

    double innocentPerThousand() {
        return 1_000.0 * sampler.innocentCaptures() / Math.max(1, iterations);
    }
}
