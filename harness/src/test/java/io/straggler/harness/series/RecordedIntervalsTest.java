package io.straggler.harness.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.RecordedInterval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RecordedIntervalsTest {
    private static RecordedInterval interval(long startMs, long valueNs) {
        Histogram histogram = SeriesRecorder.newHistogram();
        histogram.recordValue(valueNs);
        histogram.setTag("latency");
        histogram.setStartTimeStamp(startMs);
        histogram.setEndTimeStamp(startMs + 100);
        return LatencyLog.record(histogram);
    }

    @Test
    void shouldLeaveOutDamagedHistogramsAndCountThem() throws IOException {
        String damaged = interval(200, 7).histogram().substring(12);
        RecordedIntervals intervals = new RecordedIntervals(
                List.of(interval(300, 3), new RecordedInterval("latency", 200, 300, damaged), interval(100, 1)));
        List<Long> values = new ArrayList<>();

        intervals.forEach(histogram -> values.add(histogram.getMaxValue()));

        assertThat(intervals.damaged()).isEqualTo(1);
        assertThat(values).containsExactly(1L, 3L);
    }
}
