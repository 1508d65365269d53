package io.straggler.harness.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.model.RecordedInterval;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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
        assertThat(read.get(1).getStartTimeStamp()).isEqualTo(EPOCH_MS);
        assertThat(read.get(1).getEndTimeStamp()).isEqualTo(EPOCH_MS + 80);
        assertThat(read.get(2).getStartTimeStamp()).isEqualTo(EPOCH_MS + 80);
        assertThat(read.get(2).getEndTimeStamp()).isEqualTo(EPOCH_MS + 161);
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
    void shouldSayThatTheDiskMayBeFull() throws IOException {
        // The device that is always full.
        try (OutputStream full = new FileOutputStream("/dev/full")) {
            assertThatThrownBy(() -> LatencyLog.write(full, true, source(interval("latency", 0, 80, 1))))
                    .isInstanceOf(IOException.class)
                    .hasMessage("not all of it could be written; is the disk full?");
        }
    }

    @Test
    void shouldLeaveTheEarlierLogIfTheNextCannotBeWritten() throws IOException {
        LatencyLog.write(file, List.of(source(interval("latency", 0, 80, 1))));
        byte[] earlier = Files.readAllBytes(file);

        assertThatThrownBy(() -> LatencyLog.write(
                        file,
                        List.of(source(interval("latency", 0, 80, 2)), LatencyLog.read(folder.resolve("missing")))))
                .isInstanceOf(IOException.class);

        assertThat(file).hasBinaryContent(earlier);
        assertThat(folder.toFile().list()).containsExactly(file.getFileName().toString());
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
        Histogram restored = LatencyLog.restore(recorded).histogram();

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

    /** Values of an event's field are groups, and can be anything. */
    @Test
    void shouldReadBackGroupsOfAnyName() throws IOException {
        Histogram group = interval("group:select a, \"b\"\nfrom c", 0, 80, 700);
        Histogram next = interval("latency", 80, 80, 800);
        LatencyLog.write(file, List.of(source(group, next)));

        assertThat(all(LatencyLog.read(file)))
                .extracting(Histogram::getTag)
                .containsExactly("group:select a, \"b\"\nfrom c", "latency");
        assertThat(Files.readString(file)).contains("Tag=group:select%20a%2C%20%22b%22%0Afrom%20c,");
    }
}
