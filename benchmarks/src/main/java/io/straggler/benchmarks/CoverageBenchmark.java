package io.straggler.benchmarks;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.Straggler;
import io.straggler.StragglerResult;
import io.straggler.diagnosis.DiagnosedOutlier;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackSample;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** How many of the iterations that were long on purpose have a stack, and how many of the stacks show where they were long. */
public final class CoverageBenchmark {
    private static final long ARM_DELAY_NS = 20_000;

    /** An iteration that ran for this much longer than the arm delay is expected to have a stack. */
    private static final long PAST_ARM_DELAY_NS = 50_000;

    private CoverageBenchmark() {}

    public static void main(String[] args) throws IOException {
        Arguments arguments = Arguments.of(args, Map.of("seconds", 60L, "seed", 1L), Map.of("seconds", 5L));
        System.out.println("coverage " + arguments);
        SeldomLong task = new SeldomLong(arguments.number("seed"));
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            StragglerResult result = Checked.measured(
                    Straggler.options()
                            .rate(5_000)
                            .warmUp(Duration.ofSeconds(3))
                            .duration(Duration.ofSeconds(arguments.number("seconds")))
                            .threshold("50us")
                            .armDelay(Duration.ofNanos(ARM_DELAY_NS))
                            .out(folder.path())
                            .run(task),
                    SamplerMode.TRIGGERED);
            Analysis analysis = Analysis.of(new RunFolder(folder.path()));
            printOutliers(task, analysis.conclusions().diagnosis().outliers());
            printFirstSeen(analysis.conclusions().diagnosis().coverage().firstSeenNs());
            printSampler(result.run().sampler());
        }
    }

    private static void printOutliers(SeldomLong task, List<DiagnosedOutlier> outliers) {
        List<DiagnosedOutlier> ranLong = outliers.stream()
                .filter(one -> one.outlier().iteration().serviceNs() >= ARM_DELAY_NS + PAST_ARM_DELAY_NS)
                .toList();
        List<DiagnosedOutlier> onPurpose = ranLong.stream()
                .filter(one -> task.burned(one.outlier().iteration().intendedNs()))
                .toList();
        System.out.printf(
                Locale.ROOT,
                "outliers %d, of which ran 50 µs past the arm delay: %d%n",
                outliers.size(),
                ranLong.size());
        share("all of these: with a stack", ranLong, CoverageBenchmark::withStack);
        System.out.println("of which long on purpose: " + onPurpose.size() + " (work " + task.kept() + ")");
        share("long on purpose: with a stack", onPurpose, CoverageBenchmark::withStack);
        share("long on purpose: with the known method in a stack", onPurpose, CoverageBenchmark::showsTheMethod);
        List<StackSample> stacks =
                onPurpose.stream().flatMap(one -> one.stacks().stream()).toList();
        share("stacks of these: with the known method", stacks, CoverageBenchmark::showsTheMethod);
    }

    private static boolean withStack(DiagnosedOutlier outlier) {
        return !outlier.stacks().isEmpty();
    }

    private static boolean showsTheMethod(DiagnosedOutlier outlier) {
        return outlier.stacks().stream().anyMatch(CoverageBenchmark::showsTheMethod);
    }

    private static boolean showsTheMethod(StackSample stack) {
        return stack.frames().stream().anyMatch(frame -> frame.name().equals(SeldomLong.KNOWN_METHOD));
    }

    private static <T> void share(String what, List<T> all, Predicate<T> which) {
        long some = all.stream().filter(which).count();
        System.out.printf(
                Locale.ROOT,
                "%-50s %6d of %6d  %6.2f%%%n",
                what,
                some,
                all.size(),
                100.0 * some / Math.max(1, all.size()));
    }

    private static void printFirstSeen(long firstSeenNs) {
        System.out.printf(Locale.ROOT, "first stack after, median: %.1f µs%n", firstSeenNs / 1e3);
    }

    private static void printSampler(SamplerSummary sampler) {
        long late = Math.max(1, sampler.signalsSent() - sampler.baselineCaptures());
        System.out.printf(
                Locale.ROOT,
                "sampler: %d signals, %d stacks, %d for the baseline; late by %.1f µs in the mean, %.1f µs at worst%n",
                sampler.signalsSent(),
                sampler.capturesTaken(),
                sampler.baselineCaptures(),
                sampler.lateTotalNs() / 1e3 / late,
                sampler.lateMaxNs() / 1e3);
    }
}
