package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.series.SeriesRecorder;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ReportedFromTest {
    private static final long THRESHOLD_NS = 1_000_000;

    private final ReportedFrom reported = new ReportedFrom(THRESHOLD_NS, 100);
    private final Histogram latencies = SeriesRecorder.newHistogram();

    private void count(int times, long latencyNs) {
        for (int i = 0; i < times; i++) {
            reported.count(latencyNs, latencyNs);
        }
    }

    @Test
    void shouldCountOutliersAtAnyThresholdThatMayBeChosen() {
        count(1, 100);
        count(2, 1_000);
        count(3, THRESHOLD_NS);

        assertThat(reported.outliers(THRESHOLD_NS)).isEqualTo(3);
        assertThat(reported.outliers(1_001)).isEqualTo(3);
        assertThat(reported.outliers(1_000)).isEqualTo(5);
        assertThat(reported.outliers(100)).isEqualTo(6);
    }

    /** A reader compares latencies as they were reported. */
    @Test
    void shouldCountWhatIsAnOutlierOnlyWithWhatANormalSampleTook() {
        reported.count(THRESHOLD_NS - 1, THRESHOLD_NS + 5_000);

        assertThat(reported.outliers(THRESHOLD_NS)).isEqualTo(1);
    }

    @Test
    void shouldCountWhatWasRefusedAtAnyThreshold() {
        reported.refuse(500);
        reported.refuse(THRESHOLD_NS);

        assertThat(reported.unreported(THRESHOLD_NS)).isEqualTo(1);
        assertThat(reported.unreported(500)).isEqualTo(2);
        assertThat(reported.unreported(Long.MAX_VALUE)).isZero();
    }

    @Test
    void shouldRiseToWhatOneIterationIn500LiesAboveWhenTooManyBelowTheThresholdAreReported() {
        latencies.recordValueWithCount(200, 997);
        latencies.recordValueWithCount(40_000, 3);
        count(ReportedFrom.MAX_BELOW, 200);

        reported.follow(0, latencies);
        assertThat(reported.ns()).isEqualTo(100);

        count(1, 200);
        reported.follow(200, latencies);
        assertThat(reported.ns()).as("a long run may have more").isEqualTo(100);

        reported.follow(0, latencies);
        assertThat(reported.ns()).isEqualTo(latencies.lowestEquivalentValue(40_000));
    }

    @Test
    void shouldNotRiseAboveTheThresholdNorFall() {
        count(ReportedFrom.MAX_BELOW + 1, 200);
        latencies.recordValue(5 * THRESHOLD_NS);

        reported.follow(0, latencies);
        assertThat(reported.ns()).isEqualTo(THRESHOLD_NS);

        latencies.reset();
        latencies.recordValue(1);
        reported.follow(0, latencies);
        assertThat(reported.ns()).isEqualTo(THRESHOLD_NS);
    }
}
