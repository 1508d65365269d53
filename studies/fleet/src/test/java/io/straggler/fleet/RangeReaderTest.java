package io.straggler.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.Threshold;
import io.straggler.jfr.foreign.Condition;
import io.straggler.jfr.foreign.IterationQuery;
import io.straggler.jfr.foreign.OutlierTally;
import io.straggler.jfr.foreign.RecordingRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The oracle is the same recording, read whole. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class RangeReaderTest {
    private static final int CHUNKS = 7;
    private static final String NAME = "somewhere/program.jfr";

    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private static Path file;

    private int written;

    @BeforeAll
    static void record() throws Exception {
        file = ChunkedProgram.record(shared.resolve("program.jfr"), CHUNKS);
    }

    private static IterationQuery query(String event, String... where) {
        return new IterationQuery(event, Stream.of(where).map(Condition::of).toList(), Optional.empty());
    }

    private static SourceSummary whole(Path recording, IterationQuery query, String threshold, long rangeBytes)
            throws UnusableSourceException {
        return new SourceReader(Optional.of(query), Threshold.parse(threshold), rangeBytes).read(recording, NAME);
    }

    /** All that is handed over goes the way that it goes from machine to machine. */
    private SourceSummary inRanges(Path recording, IterationQuery query, String threshold, long rangeBytes)
            throws Exception {
        RangeReader reader = new RangeReader(query, Threshold.parse(threshold));
        List<RecordingRange> ranges = sent(new ArrayList<>(RangeReader.ranges(recording, rangeBytes)));
        FirstReadings first = null;
        for (RecordingRange range : ranges) {
            FirstReadings next = sent(reader.latencies(recording, range));
            if (first == null) {
                first = next;
            } else {
                first.add(next);
            }
        }
        OutlierLimits limits = sent(reader.limits(first, NAME));
        for (RecordingRange range : ranges) {
            OutlierTally next = sent(reader.outliers(recording, range, limits));
            first.add(next);
        }
        first = sent(first);
        List<ReducedRange> reduced = new ArrayList<>();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (RecordingRange range : ranges) {
            Path to = folder.resolve("reduced-" + written++);
            reduced.add(sent(reader.reduce(alone(recording, range), range.alone(), first, NAME, to)));
            all.write(Files.readAllBytes(to));
        }
        Path together = Files.write(folder.resolve("reduced-" + written++), all.toByteArray());
        return reader.conclude(together, first, reduced, NAME);
    }

    /** The bytes of a range are a recording. */
    private Path alone(Path recording, RecordingRange range) throws IOException {
        byte[] bytes = Files.readAllBytes(recording);
        int to = (int) Math.min(bytes.length, range.toBytes());
        return Files.write(
                folder.resolve("range-" + written++), Arrays.copyOfRange(bytes, (int) range.fromBytes(), to));
    }

    @SuppressWarnings("unchecked")
    private static <T> T sent(T object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }

    private static void assertSame(SourceSummary split, SourceSummary whole) {
        assertThat(split.digest()).isEqualTo(whole.digest());
        assertThat(split.labels()).isEqualTo(whole.labels());
        assertThat(split.startEpochMs()).isEqualTo(whole.startEpochMs());
        assertThat(split.outliers()).isEqualTo(whole.outliers());
        assertThat(SummaryCodec.encode(split.summary())).isEqualTo(SummaryCodec.encode(whole.summary()));
    }

    @ParameterizedTest
    @CsvSource({
        "test.ChunkedOrder, , auto, 1",
        "test.ChunkedOrder, kind=lock, 1ms, 400000",
        "test.ChunkedOrder, , 1000s, 1",
        "jdk.JavaMonitorEnter, , 1us, 1"
    })
    void shouldConcludeWhatAReadingOfTheWholeConcludes(String event, String where, String threshold, long rangeBytes)
            throws Exception {
        IterationQuery query = where == null ? query(event) : query(event, where);
        assertThat(RangeReader.ranges(file, rangeBytes).size()).isBetween(2, 2 * CHUNKS);
        SourceSummary whole = whole(file, query, threshold, rangeBytes);
        assertThat(whole.summary().totals().iterations()).isPositive();

        SourceSummary split = inRanges(file, query, threshold, rangeBytes);

        assertSame(split, whole);
        assertThat(split.warnings()).isEqualTo(whole.warnings());
    }

    @Test
    void shouldHandOnLittle() throws Exception {
        RangeReader reader = new RangeReader(query(ChunkedProgram.ORDER), Threshold.parse("auto"));
        RecordingRange all = RecordingRange.ALL;
        FirstReadings first = reader.latencies(file, all);
        first.add(reader.outliers(file, all, reader.limits(first, NAME)));
        Path to = folder.resolve("reduced.jfr");

        reader.reduce(file, all, first, NAME, to);

        assertThat(Files.size(to)).isLessThan(Files.size(file) / 2);
    }

    @Test
    void shouldRefuseWithTheSameReason() {
        for (IterationQuery query : List.of(query("test.Ordr"), query(ChunkedProgram.ORDER, "kind=none"))) {
            assertThat(reason(() -> inRanges(file, query, "auto", 1)))
                    .isEqualTo(reason(() -> whole(file, query, "auto", 1)).replace(file.toString(), NAME))
                    .contains(NAME + ": ");
        }
        assertThat(reason(() -> inRanges(file, query(ChunkedProgram.ORDER, "kind=across"), "p99", 1)))
                .isEqualTo(reason(() -> whole(file, query(ChunkedProgram.ORDER, "kind=across"), "p99", 1)))
                .startsWith("--threshold must have ten iterations above it");
    }

    private interface Action {
        void run() throws Exception;
    }

    /** Why something cannot be used; nothing if it can. */
    private static String reason(Action action) {
        try {
            action.run();
            return "";
        } catch (Exception e) {
            assertThat(e).isInstanceOf(UnusableSourceException.class);
            return e.getMessage();
        }
    }
}
