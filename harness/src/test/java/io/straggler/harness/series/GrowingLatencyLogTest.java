package io.straggler.harness.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrowingLatencyLogTest {
    private static final Intervals NONE = consumer -> {};

    @TempDir
    private Path folder;

    private Path file;
    private GrowingLatencyLog log;

    @BeforeEach
    void begin() {
        file = folder.resolve("latency.hlog");
        log = new GrowingLatencyLog(file);
    }

    /** Each with one value. */
    private static Intervals intervals(long... values) {
        return consumer -> LongStream.of(values).forEach(value -> {
            Histogram interval = SeriesRecorder.newHistogram();
            interval.recordValue(value);
            interval.setTag("latency");
            interval.setStartTimeStamp(1_790_000_000_000L + value);
            interval.setEndTimeStamp(1_790_000_001_000L + value);
            consumer.accept(interval);
        });
    }

    private List<Long> read() throws IOException {
        List<Long> values = new ArrayList<>();
        LatencyLog.read(file).forEach(interval -> values.add(interval.getMaxValue()));
        return values;
    }

    @Test
    void shouldRefuseALink() throws IOException {
        Path victim = folder.resolve("victim");
        Files.createSymbolicLink(file, victim);
        assertThatThrownBy(() -> log.write(intervals(1), NONE)).hasMessage(file + ": it must be a file, and is a link");
        assertThat(victim).doesNotExist();
        Files.writeString(victim, "precious");
        assertThatThrownBy(() -> log.write(intervals(1), NONE)).hasMessage(file + ": it must be a file, and is a link");
        assertThat(victim).hasContent("precious");
    }

    @Test
    void shouldReplaceWhatIsOpenAndNothingElse() throws IOException {
        log.write(intervals(1, 2), intervals(3));
        assertThat(read()).containsExactly(1L, 2L, 3L);
        byte[] finished = Files.readAllBytes(file);
        log.write(NONE, NONE);
        assertThat(read()).containsExactly(1L, 2L);
        assertThat(Files.readAllBytes(file)).isEqualTo(Arrays.copyOf(finished, (int) Files.size(file)));
        log.write(intervals(4), intervals(5, 6));
        assertThat(read()).containsExactly(1L, 2L, 4L, 5L, 6L);
    }

    @Test
    void shouldWriteWhatAnyOtherLogWouldBe() throws IOException {
        log.write(intervals(1), intervals(7));
        log.write(intervals(2, 3), intervals(4));
        Path whole = folder.resolve("whole.hlog");
        LatencyLog.write(whole, List.of(intervals(1, 2, 3), intervals(4)));
        assertThat(file).hasSameTextualContentAs(whole);
    }

    @Test
    void shouldBeginAnewWhenWhatWasFinishedHasChanged() throws IOException {
        log.write(intervals(1, 2, 3), intervals(4));
        log.restart();
        assertThat(log.empty()).isTrue();
        log.write(intervals(8), NONE);
        assertThat(read()).containsExactly(8L);
    }

    @Test
    void shouldNotGoOnBehindAGap() throws IOException {
        log.write(intervals(1, 2), NONE);
        Files.delete(file);
        assertThatThrownBy(() -> log.write(intervals(3), NONE))
                .isInstanceOf(IOException.class)
                .hasMessage(file + " was deleted or cut off by somebody else");
    }
}
