package io.straggler.agent.inside.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.series.GrowingLatencyLog;
import io.straggler.harness.series.LatencyLog;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyHistoryTest {
    private static final String OF_METHOD = Series.GROUP_PREFIX + "Orders.place";

    /** So many writings are read back at once: reading takes longest. */
    private static final int EACH = 7;

    @Test
    void shouldKeepEveryCallInFewIntervalsHoweverLongItTakes() throws IOException {
        Random random = new Random(7);
        LatencyHistory history = new LatencyHistory();
        Histogram expected = SeriesRecorder.newHistogram();
        Histogram second = SeriesRecorder.newHistogram();
        for (int i = 0; i < 2_000; i++) {
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
        assertThat(intervals.get(intervals.size() - 1).getEndTimeStamp()).isEqualTo(2_000_000);
    }

    @Test
    void shouldHaveNoIntervalWithoutCalls() throws IOException {
        LatencyHistory history = new LatencyHistory();
        history.add(SeriesRecorder.newHistogram(), 0, 1_000);
        List<Histogram> intervals = new ArrayList<>();
        history.intervals().forEach(intervals::add);
        assertThat(intervals).isEmpty();
    }

    @Test
    void shouldBringItsLogUpToDateWithEachWriting(@TempDir Path folder) throws IOException {
        Random random = new Random(11);
        LatencyHistory history = new LatencyHistory();
        Path file = folder.resolve("latency.hlog");
        GrowingLatencyLog log = new GrowingLatencyLog(file);
        Histogram expected = SeriesRecorder.newHistogram();
        Histogram second = SeriesRecorder.newHistogram();
        int writings = 0;
        for (int i = 0; i < 500; i++) {
            second.reset();
            for (int call = random.nextInt(3); call > 0; call--) {
                second.recordValue(random.nextInt(1_000_000));
            }
            expected.add(second);
            history.add(second, 1_000L * i, 1_000L * (i + 1));
            if (random.nextInt(4) == 0) {
                history.write(log, consumer -> consumer.accept(ofMethod(expected)));
                if (++writings % EACH == 0) {
                    Map<String, Histogram> series = series(file);
                    assertThat(series.get(Series.LATENCY)).isEqualTo(expected);
                    assertThat(series.get(OF_METHOD)).isEqualTo(expected);
                }
            }
        }
        history.write(log, consumer -> {});
        assertThat(series(file).get(Series.LATENCY)).isEqualTo(expected);
        assertThat(Files.readString(file)).doesNotContain(OF_METHOD).containsOnlyOnce("StartTimestamp");
    }

    private static Histogram ofMethod(Histogram all) {
        Histogram same = all.copy();
        same.setTag(OF_METHOD);
        same.setStartTimeStamp(0);
        same.setEndTimeStamp(1);
        return same;
    }

    /** Sums of the log's intervals, by tag. */
    private static Map<String, Histogram> series(Path log) throws IOException {
        Map<String, Histogram> series = new HashMap<>();
        LatencyLog.read(log)
                .forEach(interval -> series.computeIfAbsent(interval.getTag(), tag -> SeriesRecorder.newHistogram())
                        .add(interval));
        return series;
    }
}
