package io.straggler.agent.inside.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.series.SeriesRecorder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyHistoryTest {
    @Test
    void shouldKeepEveryCallInFewIntervalsHoweverLongItTakes() throws IOException {
        Random random = new Random(7);
        LatencyHistory history = new LatencyHistory();
        Histogram expected = SeriesRecorder.newHistogram();
        Histogram second = SeriesRecorder.newHistogram();
        for (int i = 0; i < 5_000; i++) {
            second.reset();
            for (int call = random.nextInt(20); call > 0; call--) {
                second.recordValue(random.nextInt(1_000_000));
            }
            expected.add(second);
            history.add(second, 1_000L * i, 1_000L * (i + 1));
        }

        List<Histogram> intervals = new ArrayList<>();
        history.intervals().forEach(intervals::add);

        Histogram all = SeriesRecorder.newHistogram();
        intervals.forEach(all::add);
        assertThat(all).isEqualTo(expected);
        assertThat(history.total()).isEqualTo(expected);
        assertThat(intervals).hasSizeBetween(200, 401);
        for (int i = 1; i < intervals.size(); i++) {
            assertThat(intervals.get(i).getStartTimeStamp())
                    .isGreaterThanOrEqualTo(intervals.get(i - 1).getEndTimeStamp());
        }
        assertThat(intervals.get(intervals.size() - 1).getEndTimeStamp()).isEqualTo(5_000_000);
    }

    @Test
    void shouldHaveNoIntervalWithoutCalls() throws IOException {
        LatencyHistory history = new LatencyHistory();
        history.add(SeriesRecorder.newHistogram(), 0, 1_000);
        List<Histogram> intervals = new ArrayList<>();
        history.intervals().forEach(intervals::add);
        assertThat(intervals).isEmpty();
    }
}
