package io.straggler.harness.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.model.RecordedInterval;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyLogTest {
    private static final long EPOCH_MS = 1_790_000_000_123L;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("latency.hlog");
    }

    private static Histogram interval(String tag, long startMs, long lengthMs, long... values) {
        Histogram histogram = SeriesRecorder.newHistogram();
        Arrays.stream(values).forEach(histogram::recordValue);
        histogram.setTag(tag);
        histogram.setStartTimeStamp(EPOCH_MS + startMs);
        histogram.setEndTimeStamp(EPOCH_MS + startMs + lengthMs);
        return histogram;
    }

    private static Intervals source(Histogram... histograms) {
        return consumer -> List.of(histograms).forEach(consumer);
    }

    /** A copy forgets its tag. */
    private static List<Histogram> all(Intervals intervals) throws IOException {
        List<Histogram> all = new ArrayList<>();
        intervals.forEach(interval -> {
            Histogram copy = interval.copy();
            copy.setTag(interval.getTag());
            all.add(copy);
        });
        return all;
    }

    @Test
    void shouldReadBackWhatItWrote() throws IOException {
        Histogram latency = interval("latency", 0, 80, 700, 812_345, 3_600_000_000_000L);
        Histogram probe = interval("probe:parse", 0, 80, 5);
        Histogram later = interval("latency", 80, 81, 1, 2, 3);
        LatencyLog.write(file, List.of(source(latency, probe), source(later)));

        List<Histogram> read = all(LatencyLog.read(file));

        assertThat(read).containsExactly(latency, probe, later);
        assertThat(read).extracting(Histogram::getTag).containsExactly("latency", "probe:parse", "latency");
        // The reader cuts off what the seconds' binary fractions lack of a millisecond.
        assertThat(read.get(1).getStartTimeStamp()).isBetween(EPOCH_MS - 1, EPOCH_MS);
        assertThat(read.get(1).getEndTimeStamp()).isBetween(EPOCH_MS + 79, EPOCH_MS + 80);
        assertThat(read.get(2).getStartTimeStamp()).isBetween(EPOCH_MS + 79, EPOCH_MS + 80);
        assertThat(read.get(2).getEndTimeStamp()).isBetween(EPOCH_MS + 160, EPOCH_MS + 161);
    }

    @Test
    void shouldWriteDigitsThatEveryToolReadsWhateverTheLocale() throws IOException {
        assertThat(Locale.getDefault().getLanguage()).isEqualTo("ar");
        LatencyLog.write(file, List.of(source(interval("latency", 0, 80, 812_345))));
        Path distribution = folder.resolve("latency.hgrm");
        LatencyLog.writeDistributions(source(interval("latency", 0, 80, 1, 812_345)), folder);

        assertThat(Files.readString(file)).matches("\\p{ASCII}+").contains("Tag=latency,1790000000.123,0.080,");
        assertThat(Files.readString(distribution))
                .matches("\\p{ASCII}+")
                .contains("812543.000")
                .contains("#[Max     =");
    }

    @Test
    void shouldRefuseAFileThatIsNoLog() throws IOException {
        Files.writeString(file, "hello, world");

        assertThatThrownBy(() -> all(LatencyLog.read(file)))
                .isInstanceOf(IOException.class)
                .hasMessage(file + " is no histogram log: it begins with hello, w");
    }

    @Test
    void shouldReadWhatIsWholeInALogThatIsCutOff() throws IOException {
        Histogram first = interval("latency", 0, 80, 1, 2, 3);
        SplittableRandom random = new SplittableRandom(1);
        Histogram second =
                interval("latency", 80, 80, random.longs(1_000, 1, 1_000_000).toArray());
        LatencyLog.write(file, List.of(source(first)));
        long whole = Files.size(file);
        LatencyLog.write(file, List.of(source(first, second)));
        byte[] bytes = Files.readAllBytes(file);

        assertThat(all(LatencyLog.read(file))).hasSize(2);
        for (int length = (int) whole; length < bytes.length - 1; length += 7) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertThat(all(LatencyLog.read(file))).as("cut at %d", length).containsExactly(first);
        }
    }

    @Test
    void shouldSayThatAFileIsNoLog() throws IOException {
        Files.writeString(file, "Tag=latency,1.000,1.000,1.000,HISTFAAAno histogram\n");

        assertThatThrownBy(() -> all(LatencyLog.read(file)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + " is no histogram log: ");
    }

    @Test
    void shouldSayWhichFileIsMissing() {
        assertThatThrownBy(() -> all(LatencyLog.read(file)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void shouldSayThatTheDiskMayBeFull() {
        // The device that is always full.
        assertThatThrownBy(() -> LatencyLog.write(Path.of("/dev/full"), List.of(source(interval("latency", 0, 80, 1)))))
                .isInstanceOf(IOException.class)
                .hasMessage("not all of it could be written; is the disk full?");
    }

    @Test
    void shouldSayThatItCannotWrite() {
        assertThatThrownBy(() -> LatencyLog.write(folder.resolve("missing/latency.hlog"), List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("latency.hlog");
    }

    @Test
    void shouldPassAnIntervalThroughARecording() throws IOException {
        Histogram interval = interval("probe:parse", 5, 80, 700, 812_345);
        RecordedInterval recorded = LatencyLog.record(interval);
        Histogram restored = LatencyLog.restore(recorded);

        assertThat(recorded.series()).isEqualTo("probe:parse");
        assertThat(restored).isEqualTo(interval);
        assertThat(restored.getTag()).isEqualTo("probe:parse");
        assertThat(restored.getStartTimeStamp()).isEqualTo(EPOCH_MS + 5);
        assertThat(restored.getEndTimeStamp()).isEqualTo(EPOCH_MS + 85);
    }

    @Test
    void shouldSayWhichRecordedIntervalIsBroken() {
        assertThatThrownBy(() -> LatencyLog.restore(new RecordedInterval("service", 0, 1, "%%%")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("histogram of service must be readable: ");
        assertThatThrownBy(() -> LatencyLog.restore(new RecordedInterval("service", 0, 1, "AAAA")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("histogram of service must be readable: ");
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

        List<Series> series = LatencyLog.summarise(source(intervals), List.of());

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

        List<Series> series = LatencyLog.summarise(intervals, List.of(run(1, 0, 1_000), run(2, 3_000, 4_000)));

        assertThat(series)
                .extracting(Series::name, Series::runId, Series::count)
                .containsExactly(
                        tuple("latency", null, 3L),
                        tuple("service", null, 1L),
                        tuple("latency", new RunId(0, 1), 2L),
                        tuple("latency", new RunId(0, 2), 1L),
                        tuple("service", new RunId(0, 2), 1L));
    }

    @Test
    void shouldNotSplitTheSeriesOfOneRun() throws IOException {
        assertThat(LatencyLog.summarise(source(interval("latency", 0, 500, 1)), List.of(run(1, 0, 1_000))))
                .extracting(Series::runId)
                .containsOnlyNulls()
                .hasSize(1);
    }

    @Test
    void shouldSummariseALogWithoutTags() throws IOException {
        assertThat(LatencyLog.summarise(source(interval(null, 0, 500, 1)), List.of()))
                .extracting(Series::name)
                .containsExactly("");
    }

    private static RunOutcome run(int number, long startMs, long endMs) {
        return new RunOutcome(
                new RunId(0, number),
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
}
