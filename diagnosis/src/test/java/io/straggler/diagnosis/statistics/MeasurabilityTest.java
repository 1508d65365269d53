package io.straggler.diagnosis.statistics;

import static io.straggler.diagnosis.statistics.Sides.compare;
import static io.straggler.diagnosis.statistics.Sides.generated;
import static io.straggler.diagnosis.statistics.Sides.outlierRate;
import static io.straggler.diagnosis.statistics.Sides.percentile;
import static io.straggler.diagnosis.statistics.Sides.side;
import static io.straggler.diagnosis.statistics.Sides.written;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.straggler.model.LatencyCounts;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurabilityTest {
    private static final long MAX_PERIOD_BYTES = 700;

    private static void assertNotMeasurable(Difference difference, String note) {
        assertThat(difference.verdict()).isEqualTo(Verdict.NOT_MEASURABLE);
        assertThat(difference.absolute()).isEmpty();
        assertThat(difference.relative()).isEmpty();
        assertThat(difference.detectable()).isEmpty();
        assertThat(difference.note()).isEqualTo(note);
    }

    private static long allocatedBytes(int periods) {
        Side a = generated(1, periods, 0, 0, 1, 1);
        Side b = generated(1, periods, 0, 0, 1, 2);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(id);
        Comparison comparison = compare(a, b, Pairing.UNPAIRED);
        long after = threads.getThreadAllocatedBytes(id);
        assertThat(comparison.measurable()).isTrue();
        return after - before;
    }

    /** A log of a day has a hundred thousand periods: to pass through them for a metric allocates three numbers for each. */
    @Test
    void shouldPassThroughThePeriodsOnceForEachMetric() {
        allocatedBytes(100); // Classes are loaded.

        long bytes = allocatedBytes(3_000) - allocatedBytes(1_000);

        assertThat(bytes / (2 * 2_000)).isLessThan(MAX_PERIOD_BYTES);
    }

    @Test
    void shouldWantTenIterationsAboveAPercentile() {
        Side side = written(5, 20, 10, 10_000, 11_000, 12_000, 13_000);

        Comparison comparison = compare(side, side, Pairing.UNPAIRED);

        assertNotMeasurable(
                percentile(comparison, 99.9), "written has 4,000 iterations, which leave fewer than 10 above p99.9.");
        assertThat(percentile(comparison, 99.9).a()).isEmpty();
        assertThat(comparison.worst()).hasValue(new Metric.Percentile(99.7));
        assertThat(percentile(comparison, 99.7).verdict()).isEqualTo(Verdict.NO_DETECTABLE_DIFFERENCE);
    }

    @Test
    void shouldNotCallFewEventsABurst() {
        List<LatencyCounts> periods = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            periods.add(new LatencyCounts(new long[] {10_000, 50_000}, new long[] {1_000, i % 40 == 0 ? 1 : 0}));
        }

        Comparison comparison =
                compare(side("few", 1, periods), written(1, 100, 500, 10_000, 10_500), Pairing.UNPAIRED);

        assertNotMeasurable(outlierRate(comparison), "10 outliers of few are needed, not 3.");
    }

    @Test
    void shouldTakeABurstForOneEvent() {
        List<LatencyCounts> periods = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            periods.add(new LatencyCounts(new long[] {10_000, 50_000}, new long[] {1_000, i < 4 ? 50 : 0}));
        }
        Side bursts = side("bursts", 1, periods);
        Side calm = written(1, 100, 500, 10_000, 10_500);

        Comparison comparison = compare(bursts, calm, Pairing.UNPAIRED);

        assertNotMeasurable(
                percentile(comparison, 99.9),
                "The 200 iterations of bursts from p99.9 on are worth about 4 events, as they came together; 10 are"
                        + " needed.");
        assertThat(percentile(comparison, 99.9).a()).hasValue(50_000);
        assertNotMeasurable(
                outlierRate(comparison),
                "The 200 outliers of bursts are worth about 4 events, as they came together; 10 are needed.");
        assertThat(percentile(comparison, 50).verdict()).isNotEqualTo(Verdict.NOT_MEASURABLE);
    }

    @Test
    void shouldSayThatThereWereNoOutliers() {
        Side calm = written(3, 20, 500, 10_000, 10_500);

        Difference rate = outlierRate(compare(calm, calm, Pairing.UNPAIRED));

        assertNotMeasurable(rate, "There were no outliers.");
        assertThat(rate.a()).hasValue(0);
    }

    @Test
    void shouldWantARunToBeLongAgainstItsAutocorrelation() {
        // A trend: the first half is fast, the second slow.
        List<LatencyCounts> periods = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            periods.add(new LatencyCounts(
                    new long[] {10_000, 20_000}, i < 50 ? new long[] {900, 100} : new long[] {100, 900}));
        }
        Side drifting = side("drifting", 1, periods);

        Comparison comparison = compare(drifting, drifting, Pairing.UNPAIRED);

        Difference p90 = percentile(comparison, 90);
        assertThat(p90.verdict()).isEqualTo(Verdict.NOT_MEASURABLE);
        assertThat(p90.note())
                .matches("Neighbouring iterations depend on each other for about [234]\\.\\d+ s, so one JVM has to be"
                        + " measured for ([7-9]|1[0-2])\\d(\\.\\d)? s or longer\\.");
    }

    @Test
    void shouldSayThatNothingIsMeasurable() {
        Side few = written(1, 1, 5, 10_000, 10_500);

        Comparison comparison = compare(few, few, Pairing.UNPAIRED);

        assertThat(comparison.measurable()).isFalse();
        assertThat(comparison.basis().sentence()).startsWith("There is too little for any interval");
    }

    @Test
    void shouldKnowWhatItCoversByHowManyJvmsThereAre() {
        Side one = generated(1, 200, 0.02, 0, 1, 1);
        Side two = generated(2, 200, 0.02, 0, 1, 2);

        assertThat(compare(one, two, Pairing.UNPAIRED).basis().units()).isEqualTo(Basis.Units.TIME_BLOCKS);
        assertThat(compare(one, one, Pairing.PAIRED).basis().units()).isEqualTo(Basis.Units.TIME_BLOCKS);
        assertThat(compare(two, two, Pairing.UNPAIRED).basis().units()).isEqualTo(Basis.Units.FORKS);
        assertThat(compare(two, two, Pairing.PAIRED).basis().units()).isEqualTo(Basis.Units.PAIRS_OF_FORKS);
    }
}
