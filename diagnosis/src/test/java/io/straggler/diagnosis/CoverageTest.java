package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Place;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
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
}
