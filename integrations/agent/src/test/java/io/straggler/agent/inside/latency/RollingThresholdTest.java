package io.straggler.agent.inside.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.Threshold;
import io.straggler.harness.series.SeriesRecorder;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RollingThresholdTest {
    private static final long SECOND_NS = 1_000_000_000;

    private static Histogram calls(int count, long ns) {
        Histogram second = SeriesRecorder.newHistogram();
        for (int i = 1; i <= count; i++) {
            second.recordValue(ns * i / count);
        }
        return second;
    }

    @Test
    void shouldStayWhatWasAskedFor() {
        RollingThreshold fixed = new RollingThreshold(Threshold.parse("5ms"), 0, 0);
        fixed.add(calls(100_000, 1_000), SECOND_NS);
        assertThat(fixed.ns()).isEqualTo(5_000_000);
        assertThat(fixed.known()).isTrue();
        assertThat(fixed.lowestNs()).isEqualTo(fixed.highestNs());
    }

    @Test
    void shouldSayThatThereWereTooFewCalls() {
        RollingThreshold p999 = new RollingThreshold(Threshold.parse("p99.9"), 0, 0);
        p999.add(calls(1_000, 1_000_000), SECOND_NS);
        assertThat(p999.known()).isFalse();
        assertThat(p999.ns()).isEqualTo(10_000_000);
    }

    @Test
    void shouldFollowTheLastMinutesAndForgetEarlierOnes() {
        RollingThreshold p99 = new RollingThreshold(Threshold.parse("p99"), 0, 0);
        long nowNs = 0;
        for (int i = 0; i < 60; i++) {
            p99.add(calls(2_000, 8_000_000), nowNs += SECOND_NS);
        }
        assertThat((double) p99.ns()).isBetween(7.8e6, 8.1e6);
        for (int i = 0; i < 500; i++) {
            p99.add(calls(2_000, 1_000_000), nowNs += SECOND_NS);
        }
        assertThat((double) p99.ns()).isBetween(0.95e6, 1.05e6);
        assertThat(p99.lowestNs()).isEqualTo(p99.ns());
        assertThat((double) p99.highestNs()).isBetween(7.8e6, 8.1e6);
    }

    @Test
    void shouldForgetTheWarmUpButGoOnFromWhatItCameTo() {
        RollingThreshold p99 = new RollingThreshold(Threshold.parse("p99"), 0, 0);
        p99.add(calls(2_000, 8_000_000), SECOND_NS);
        long warmNs = p99.ns();

        p99.forget(2 * SECOND_NS);

        assertThat(p99.known()).isFalse();
        assertThat(p99.ns()).isEqualTo(warmNs);
        p99.add(calls(2_000, 1_000_000), 3 * SECOND_NS);
        assertThat(p99.known()).isTrue();
        assertThat((double) p99.ns()).isBetween(0.95e6, 1.05e6);
        assertThat(p99.highestNs()).isEqualTo(p99.lowestNs());
        RollingThreshold fixed = new RollingThreshold(Threshold.parse("5ms"), 0, 0);
        fixed.forget(SECOND_NS);
        assertThat(fixed.known()).isTrue();
    }

    @Test
    void shouldBeginAnewWhereTheNextCallsAreNotLikeThoseBefore() {
        RollingThreshold p99 = new RollingThreshold(Threshold.parse("p99"), 0, 0);
        long firstNs = p99.ns();
        p99.add(calls(2_000, 800_000_000), SECOND_NS);
        assertThat(p99.ns()).isGreaterThan(firstNs);

        p99.beginAnew(2 * SECOND_NS);

        assertThat(p99.known()).isFalse();
        assertThat(p99.ns()).isEqualTo(firstNs);
        RollingThreshold fixed = new RollingThreshold(Threshold.parse("5ms"), 0, 0);
        fixed.beginAnew(SECOND_NS);
        assertThat(fixed.ns()).isEqualTo(5_000_000);
        assertThat(fixed.known()).isTrue();
    }

    @Test
    void shouldRaiseAPercentileThatIsTooLowToBeWatched() {
        RollingThreshold p99 = new RollingThreshold(Threshold.parse("p99"), 3_000_000, 0);
        p99.add(calls(10_000, 20_000), SECOND_NS);
        assertThat(p99.known()).isTrue();
        assertThat(p99.ns()).isEqualTo(3_000_000);
        assertThat(p99.raised()).isTrue();
        p99.add(calls(10_000, 20_000_000), 2 * SECOND_NS);
        assertThat(p99.raised()).isFalse();
        assertThat(new RollingThreshold(Threshold.parse("1ms"), 3_000_000, 0).ns())
                .isEqualTo(1_000_000);
    }
}
