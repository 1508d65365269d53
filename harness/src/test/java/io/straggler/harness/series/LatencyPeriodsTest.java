package io.straggler.harness.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.LatencyCounts;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import java.io.IOException;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyPeriodsTest {
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
        return new RunOutcome(
                new RunId(fork, 1),
                0,
                EPOCH_MS + startMs,
                EPOCH_MS + endMs,
                1,
                1,
                1,
                0,
                0,
                1,
                1,
                0,
                0,
                RunStatus.OK,
                "");
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
        List<LatencyPeriods> runs = LatencyPeriods.of(
                source(
                        interval("latency", 80, 80, 7),
                        interval("service", 0, 80, 1),
                        interval("latency", 0, 80, 5),
                        interval("latency", 160, 20, 9),
                        interval("latency", 1_000, 100, 11),
                        interval("latency", 5_000, 100, 13)),
                List.of(run(0, 0, 180), run(1, 1_000, 1_100)));

        assertThat(runs).extracting(LatencyPeriods::runId).containsExactly(new RunId(0, 1), new RunId(1, 1));
        assertThat(runs).extracting(LatencyPeriods::periodNs).containsExactly(80_000_000L, 100_000_000L);
        assertThat(runs.get(0).periods()).hasSize(3);
        assertSame(runs.get(0).periods().get(0).all(), counts(5));
        assertSame(runs.get(0).periods().get(1).all(), counts(7));
        assertSame(runs.get(1).periods().get(0).all(), counts(11));
    }

    @Test
    void shouldTellWhatStartedWhileTheSamplerRested() throws IOException {
        LatencyPeriods.Period period = LatencyPeriods.of(
                        source(interval("latency", 0, 80, 5, 5, 7), interval("latency:unsampled", 0, 80, 5)),
                        List.of(run(0, 0, 80)))
                .get(0)
                .periods()
                .get(0);

        assertSame(period.unsampled(), counts(5));
        assertSame(period.sampled(), counts(5, 7));
    }
}
