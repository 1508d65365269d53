package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TimeSlicesTest {
    private static final long MS = 1_000_000;

    @Test
    void shouldLoseNothingHoweverLongAndDisorderedItIs() throws IOException {
        TimeSlices slices = new TimeSlices();
        SplittableRandom random = new SplittableRandom(3);
        long startNs = 1_700_000_000_000L * MS;
        for (int i = 0; i < 10_000; i++) {
            slices.add(startNs + random.nextLong(3_600_000) * MS, 1_000 + i % 100);
        }

        List<Histogram> intervals = new ArrayList<>();
        slices.counts().intervals(0, Long.MAX_VALUE).forEach(intervals::add);
        assertThat(intervals).hasSizeBetween(100, 200);
        assertThat(intervals.stream().mapToLong(Histogram::getTotalCount).sum()).isEqualTo(10_000);
        assertThat(slices.counts().all().getTotalCount()).isEqualTo(10_000);
        for (int i = 1; i < intervals.size(); i++) {
            assertThat(intervals.get(i).getStartTimeStamp())
                    .isGreaterThanOrEqualTo(intervals.get(i - 1).getEndTimeStamp());
        }
        assertThat(intervals.get(0).getStartTimeStamp()).isLessThanOrEqualTo(startNs / MS + 60_000);
    }

    @Test
    void shouldSayWhenALatencyWas() throws IOException {
        TimeSlices slices = new TimeSlices();
        slices.add(50 * MS, 7);

        slices.counts().intervals(0, Long.MAX_VALUE).forEach(interval -> {
            assertThat(interval.getStartTimeStamp()).isEqualTo(50);
            assertThat(interval.getEndTimeStamp()).isEqualTo(60);
            assertThat(interval.getMaxValue()).isEqualTo(7);
        });
    }

    /** A slice that begins before the first iteration would belong to no run. */
    @Test
    void shouldNotReachBeyondTheIterations() throws IOException {
        for (long lateMs = 0; lateMs < 640; lateMs += 10) {
            TimeSlices slices = new TimeSlices();
            long firstNs = (1_700_000_000_000L + lateMs) * MS;
            long lastNs = firstNs + 55_000 * MS;
            slices.add(firstNs, 7);
            slices.add(lastNs, 7);

            List<Histogram> intervals = new ArrayList<>();
            slices.counts().intervals(firstNs, lastNs).forEach(intervals::add);
            assertThat(intervals).hasSize(2);
            assertThat(intervals.get(0).getStartTimeStamp()).isEqualTo(firstNs / MS);
            assertThat(intervals.get(1).getEndTimeStamp()).isEqualTo(lastNs / MS + 1);
        }
    }
}
