package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.IterationPath.Segment;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.RunId;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which outliers can be expected to have a stack, and which have one. Armed at 200 µs, moved by up to 50. */
class CoverageTest {
    private static final long US = 1_000;
    private static final long LONG_NS = (200 + 50 + 50) * US;

    private final Runs runs = new Runs();

    CoverageTest() {
        runs.sampler = SamplerSummary.of(SamplerMode.TRIGGERED, "")
                .armDelayNs(200 * US)
                .marginNs(50 * US)
                .build();
    }

    private Coverage coverage() {
        return Attribution.of(runs.run()).coverage();
    }

    private long outlier(long serviceNs) {
        long startNs = 10_000 * US * (1 + runs.outliers.size());
        runs.outlier(startNs, startNs, startNs + serviceNs);
        return startNs;
    }

    private void event(Kind kind, long startNs, long endNs) {
        long thread = kind == Kind.GC_PAUSE ? Evidence.ANY_THREAD : Runs.THREAD;
        runs.evidence.add(new Evidence(kind, startNs, endNs, thread, Place.NONE));
    }

    @Test
    void shouldExpectAStackOfWhatRanAWhileBeyondTheFirstCapture() {
        outlier(LONG_NS - 1);
        outlier(LONG_NS);
        runs.sample(outlier(LONG_NS) + 260 * US, "work");

        Coverage coverage = coverage();

        assertThat(coverage.outliers()).isEqualTo(3);
        assertThat(coverage.longNs()).isEqualTo(LONG_NS);
        assertThat(coverage.ran()).isEqualTo(new Coverage.Kind(2, 1));
        assertThat(coverage.ranLong()).isEqualTo(2);
        assertThat(coverage.withStack()).isEqualTo(1);
        assertThat(coverage.firstSeenNs()).isEqualTo(260 * US);
    }

    @Test
    void shouldTellStacksOfEventsFromSamples() {
        long both = outlier(LONG_NS);
        runs.eventStack(both + 10 * US, both + 200 * US, "read");
        runs.sample(both + 260 * US, "work");
        long event = outlier(LONG_NS);
        runs.eventStack(event + 10 * US, event + 200 * US, "read");
        outlier(LONG_NS);

        assertThat(coverage().bySample()).isEqualTo(1);
        assertThat(coverage().byEvent()).isEqualTo(1);
        assertThat(coverage().blocked()).isEqualTo(new Coverage.Kind(2, 2));
        assertThat(coverage().ran()).isEqualTo(new Coverage.Kind(1, 0));
        assertThat(coverage().firstSeenNs()).isEqualTo(10 * US);
    }

    @Test
    void shouldCountAnEventAsSeenFromItsBeginningThoughAFullerStackHasItsTime() {
        long read = outlier(LONG_NS);
        runs.eventStack(read + 10 * US, read + 300 * US, "task", "read");
        runs.samples.add(new StackSample(read + 260 * US, Runs.THREAD, false, Runs.stack("task", "read", "recv")));

        assertThat(coverage().bySample()).isEqualTo(1);
        assertThat(coverage().firstSeenNs()).isEqualTo(10 * US);
    }

    @Test
    void shouldTellByWhatTookHalfOfIt() {
        long read = outlier(400 * US);
        event(Kind.SOCKET_IO, read, read + 200 * US);
        long asleep = outlier(400 * US);
        runs.samples.add(new StackSample(asleep + 200 * US, Runs.THREAD, false, Runs.stack("native")));
        long paused = outlier(400 * US);
        event(Kind.GC_PAUSE, paused + 100 * US, paused + 300 * US);
        event(Kind.SOCKET_IO, paused, paused + 400 * US);
        long waited = outlier(400 * US);
        runs.usage.add(ThreadUsage.of(waited, Runs.THREAD)
                .between(waited, waited + 400 * US)
                .runDelayNs(200 * US)
                .cpuNs(200 * US)
                .involuntarySwitches(1)
                .build());
        long hardly = outlier(400 * US);
        event(Kind.SOCKET_IO, hardly, hardly + 199 * US);

        assertThat(coverage().blocked()).isEqualTo(new Coverage.Kind(2, 1));
        assertThat(coverage().stopped()).isEqualTo(new Coverage.Kind(2, 0));
        assertThat(coverage().ran()).isEqualTo(new Coverage.Kind(1, 0));
    }

    /** Queued until 900 µs, then without a core until 950: what is known of that needs no stack. */
    @Test
    void shouldExpectAStackOnlyOfTheTimeInWhichThreadsWorkedOnAnAsynchronousIteration() {
        CoverageCount count = new CoverageCount(runs.sampler);
        Iteration iteration = new Iteration(new RunId(0, 1), 0, 0, 1_000 * US, 0, 0);
        Outlier outlier = new Outlier(iteration, US, List.of(), Evidence.ANY_THREAD, "");
        for (long workedNs : List.of(50 * US, LONG_NS)) {
            long fromNs = 1_000 * US - workedNs;
            IterationPath path = new IterationPath(
                    List.of(new Segment(0, fromNs - 50 * US, fromNs, 1_000 * US, Runs.THREAD, "worker")));
            count.add(
                    new DiagnosedOutlier(
                            outlier,
                            List.of(),
                            List.of(),
                            List.of(),
                            List.of(),
                            1_000 * US,
                            List.of(),
                            List.of(),
                            List.of(),
                            0,
                            Set.of(Runs.THREAD),
                            Optional.of(path),
                            0),
                    List.of());
        }

        assertThat(count.coverage(0).ranLong()).isEqualTo(1);
    }
}
