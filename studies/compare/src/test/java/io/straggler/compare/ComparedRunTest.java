package io.straggler.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.WrittenRuns;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.LogSummary;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparedRunTest {
    @TempDir
    private Path directory;

    private static Histogram interval(long startMs, long endMs) {
        Histogram interval = new Histogram(1, 3_600_000_000_000L, 3);
        interval.recordValueWithCount(1_000, 100);
        interval.setTag("latency");
        interval.setStartTimeStamp(startMs);
        interval.setEndTimeStamp(endMs);
        return interval;
    }

    private static RunOutcome outcome(int number, long startMs, long endMs) {
        return RunOutcome.of(new RunId(0, number))
                .startEpochMs(startMs)
                .endEpochMs(endMs)
                .targetPerSecond(1)
                .achievedPerSecond(1)
                .iterations(200)
                .thresholdNs(50_000)
                .worstNs(1_000)
                .build();
    }

    /** The periods of one of its runs may be longer than those of another. */
    @Test
    void shouldTakeAForkForAsLongAsItsRunsAre() throws IOException {
        ComparedRun run = ComparedRun.of(new WrittenRuns().tenths(1).write(directory.resolve("run")));
        Intervals intervals = consumer -> {
            consumer.accept(interval(0, 100));
            consumer.accept(interval(100, 200));
            consumer.accept(interval(1_000, 1_100));
        };

        List<Fork> forks =
                run.forks(LogSummary.of(intervals, List.of(outcome(1, 0, 200), outcome(2, 1_000, 3_200))), 0);

        assertThat(forks).hasSize(1);
        assertThat(forks.get(0).periods()).hasSize(3);
        assertThat(forks.get(0).lengthNs()).isEqualTo(2_400_000_000L);
    }
}
