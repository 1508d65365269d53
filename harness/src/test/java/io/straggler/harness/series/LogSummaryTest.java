package io.straggler.harness.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.model.LatencyCounts;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.Series;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LogSummaryTest {
    private static final long EPOCH_MS = 1_700_000_000_000L;

    private static Histogram interval(String series, long startMs, long lengthMs, long... valuesNs) {
        Histogram histogram = SeriesRecorder.newHistogram();
        for (long valueNs : valuesNs) {
            histogram.recordValue(valueNs);
        }
        histogram.setTag(series);
        histogram.setStartTimeStamp(EPOCH_MS + startMs);
        histogram.setEndTimeStamp(EPOCH_MS + startMs + lengthMs);
        return histogram;
    }

    private static RunOutcome run(int fork, long startMs, long endMs) {
        return RunOutcome.of(new RunId(fork, 1))
                .startEpochMs(EPOCH_MS + startMs)
                .endEpochMs(EPOCH_MS + endMs)
                .targetPerSecond(1)
                .achievedPerSecond(1)
                .iterations(1)
                .thresholdNs(1)
                .worstNs(1)
                .build();
    }

    private static Intervals source(Histogram... intervals) {
        return consumer -> List.of(intervals).forEach(consumer);
    }

    private static LatencyCounts counts(long... valuesNs) {
        long[] ones = new long[valuesNs.length];
        java.util.Arrays.fill(ones, 1);
        return new LatencyCounts(valuesNs, ones);
    }

    private static void assertSame(LatencyCounts actual, LatencyCounts expected) {
        assertThat(actual.valuesNs()).isEqualTo(expected.valuesNs());
        assertThat(actual.counts()).isEqualTo(expected.counts());
    }

    @Test
    void shouldKeepTheRunsApartAndTheirIntervalsInOrder() throws IOException {
        List<LatencyPeriods> runs = LogSummary.of(
                        source(
                                interval("latency", 80, 80, 7),
                                interval("service", 0, 80, 1),
                                interval("latency", 0, 80, 5),
                                interval("latency", 160, 20, 9),
                                interval("latency", 1_000, 100, 11),
                                interval("latency", 5_000, 100, 13)),
                        List.of(run(0, 0, 180), run(1, 1_000, 1_100)))
                .periods();

        assertThat(runs).extracting(LatencyPeriods::runId).containsExactly(new RunId(0, 1), new RunId(1, 1));
        assertThat(runs).extracting(LatencyPeriods::periodNs).containsExactly(60_000_000L, 100_000_000L);
        assertThat(runs.get(0).periods()).hasSize(3);
        assertSame(runs.get(0).periods().get(0).all(), counts(5));
        assertSame(runs.get(0).periods().get(1).all(), counts(7));
        assertSame(runs.get(1).periods().get(0).all(), counts(11));
    }

    /** On a busy machine whoever closes intervals may have had no core before a run, during all of it and long after. */
    @Test
    void shouldTellWhichRunAnIntervalBelongsToThatIsMuchLonger() throws IOException {
        List<Series> series = LogSummary.of(
                        source(
                                interval("latency", -900, 1_500, 5, 6, 7),
                                interval("latency", 600, 2_600, 8, 9),
                                interval("latency", 3_201, 99, 10),
                                interval("latency", 3_302, 10, 11)),
                        List.of(run(0, 0, 600), run(1, 601, 1_200), run(2, 3_200, 3_300)))
                .series();

        assertThat(series)
                .extracting(Series::runId, Series::count)
                .containsExactly(
                        tuple(null, 7L),
                        tuple(new RunId(0, 1), 3L),
                        tuple(new RunId(1, 1), 2L),
                        tuple(new RunId(2, 1), 1L));
    }

    /** Periods without iterations are left out, but their time is not. */
    @Test
    void shouldBeAsLongAsTheRunIfPeriodsAreEmpty() throws IOException {
        LatencyPeriods run = LogSummary.of(
                        source(
                                interval("latency", 100, 10, 5),
                                interval("latency", 500, 10, 5),
                                interval("latency", 700, 10, 5, 5)),
                        List.of(run(0, 0, 1_000)))
                .periods()
                .get(0);

        assertThat(run.periods()).hasSize(3);
        assertThat(run.periodNs()).isEqualTo(333_333_333L);
        assertThat(run.lengthNs()).isEqualTo(999_999_999L);
    }

    @Test
    void shouldTellWhatStartedWhileTheSamplerWasOff() throws IOException {
        LatencyPeriods.Period period = LogSummary.of(
                        source(interval("latency", 0, 80, 5, 5, 7), interval("latency:unsampled", 0, 80, 5)),
                        List.of(run(0, 0, 80)))
                .periods()
                .get(0)
                .periods()
                .get(0);

        assertSame(period.unsampled(), counts(5));
        assertSame(period.sampled(), counts(5, 7));
    }

    /** Somebody else's histogram may reach as far as a long does. */
    @Test
    void shouldCountUpToTheLargestValueThatThereIs() {
        Histogram wide = new Histogram(1, Long.MAX_VALUE, 2);
        wide.recordValue(0);
        wide.recordValue(1_000);
        wide.recordValue(1_001);
        wide.recordValue(Long.MAX_VALUE);

        LatencyCounts counts = LatencyPeriods.counts(wide);

        assertThat(counts.valuesNs()).containsExactly(0, 1_003, Long.MAX_VALUE);
        assertThat(counts.counts()).containsExactly(1, 2, 1);
        assertThat(LatencyPeriods.counts(SeriesRecorder.newHistogram()).total()).isZero();
    }

    @Test
    void shouldSummariseLikeAMerge() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        Histogram merged = SeriesRecorder.newHistogram();
        Histogram[] intervals = new Histogram[20];
        for (int i = 0; i < intervals.length; i++) {
            intervals[i] = interval(
                    "latency", 100L * i, 100, random.longs(500, 1, 5_000_000).toArray());
            merged.add(intervals[i]);
        }

        List<Series> series = LogSummary.of(source(intervals), List.of()).series();

        assertThat(series).hasSize(1);
        Series latency = series.get(0);
        assertThat(latency.name()).isEqualTo("latency");
        assertThat(latency.runId()).isNull();
        assertThat(latency.count()).isEqualTo(10_000);
        assertThat(latency.minNs()).isEqualTo(merged.getMinValue());
        assertThat(latency.maxNs()).isEqualTo(merged.getMaxValue());
        assertThat(latency.meanNs()).isEqualTo(merged.getMean());
        for (double percentile : new double[] {50, 90, 99, 99.7, 99.9, 99.99}) {
            assertThat(latency.percentiles())
                    .contains(new Series.Point(percentile, merged.getValueAtPercentile(percentile)));
        }
        assertThat(latency.percentiles()).isSortedAccordingTo((a, b) -> Double.compare(a.percentile(), b.percentile()));
        assertThat(latency.percentiles().get(latency.percentiles().size() - 1))
                .isEqualTo(new Series.Point(100, merged.getMaxValue()));
        assertThat(latency.intervals()).hasSize(20);
        assertThat(latency.intervals().get(3))
                .isEqualTo(new Series.Interval(
                        EPOCH_MS + 300,
                        EPOCH_MS + 400,
                        500,
                        intervals[3].getValueAtPercentile(50),
                        intervals[3].getValueAtPercentile(99),
                        intervals[3].getMaxValue()));
    }

    @Test
    void shouldTellRunsApartByTheirTimes() throws IOException {
        Intervals intervals = source(
                interval("latency", 0, 500, 1),
                interval("latency", 500, 500, 2),
                interval("latency", 3_000, 1_000, 3),
                interval("service", 3_000, 1_000, 4));

        List<Series> series = LogSummary.of(intervals, List.of(run(0, 0, 1_000), run(1, 3_000, 4_000)))
                .series();

        assertThat(series)
                .extracting(Series::name, Series::runId, Series::count)
                .containsExactly(
                        tuple("latency", null, 3L),
                        tuple("service", null, 1L),
                        tuple("latency", new RunId(0, 1), 2L),
                        tuple("latency", new RunId(1, 1), 1L),
                        tuple("service", new RunId(1, 1), 1L));
    }

    @Test
    void shouldNotSplitTheSeriesOfOneRun() throws IOException {
        assertThat(LogSummary.of(source(interval("latency", 0, 500, 1)), List.of(run(0, 0, 1_000)))
                        .series())
                .extracting(Series::runId)
                .containsOnlyNulls()
                .hasSize(1);
    }

    @Test
    void shouldSummariseALogWithoutTags() throws IOException {
        assertThat(LogSummary.of(source(interval(null, 0, 500, 1)), List.of()).series())
                .extracting(Series::name)
                .containsExactly("");
    }
}
