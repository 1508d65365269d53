package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DamagedRecordingTest {
    private static final int OUTLIERS = 50;
    private static final int START_AT = 32;
    private static final int DURATION_AT = 40;

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    /** A whole recording of one chunk. */
    private static byte[] whole;

    /** Others, of other iterations. */
    private static final byte[][] OTHERS = new byte[3][];

    @BeforeAll
    static void record() {
        whole = recorded(0);
        for (int k = 0; k < OTHERS.length; k++) {
            OTHERS[k] = recorded((k + 1) * OUTLIERS);
            follow(k == 0 ? whole : OTHERS[k - 1], OTHERS[k]);
        }
    }

    /**
     * As if there were no pause between two recordings, which a busy machine makes long enough to be reported. A recording of more than
     * a second, on such a machine, holds copies of its header: they must go on saying what the header says.
     */
    private static void follow(byte[] before, byte[] next) {
        ByteBuffer header = ByteBuffer.wrap(before);
        long start = header.getLong(START_AT) + header.getLong(DURATION_AT);
        ByteBuffer bytes = ByteBuffer.wrap(next);
        for (int at = 0; at < next.length; at++) {
            if (ChunkExtent.beginsAt(bytes.position(at))) {
                bytes.putLong(at + START_AT, start);
            }
        }
    }

    private static byte[] recorded(int first) {
        return Recorded.bytes(Recorded.recording(shared.resolve(first + ".jfr"), 0, emitter -> {
            emitter.environment(Map.of("jvm", "some"));
            emitter.watching(new WatchedThread("me", Thread.currentThread().getId(), 17, ThreadRole.SEQUENTIAL));
            for (int i = 0; i < OUTLIERS; i++) {
                emitter.outlier(outlier(first + i));
            }
            System.gc();
        }));
    }

    private static Outlier outlier(int i) {
        return new Outlier(new Iteration(new RunId(0, 1), i, i + 1, i + 2, 0, 1), 2, List.of());
    }

    private Path file(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        Arrays.stream(parts).forEach(all::put);
        return Recorded.write(directory.resolve("damaged.jfr"), all.array());
    }

    @Test
    void shouldReadTheWholeFileWithoutProblems() {
        RecordedRun run = RecordingReader.read(file(whole));

        assertThat(run.outliers().size()).isEqualTo(OUTLIERS);
        assertThat(run.problems()).isEmpty();
    }

    @Test
    void shouldSayInOneLineThatAFileIsNoRecording() {
        Path garbage = file("hello, world".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> RecordingReader.read(garbage))
                .isInstanceOf(RecordingException.class)
                .hasMessage("Not a flight recording: " + garbage + " does not begin with the signature of one.");

        Path empty = file();
        assertThatThrownBy(() -> RecordingReader.read(empty))
                .isInstanceOf(RecordingException.class)
                .hasMessage("Not a flight recording: " + empty + " is empty.");

        Path missing = directory.resolve("missing.jfr");
        assertThatThrownBy(() -> RecordingReader.read(missing))
                .isInstanceOf(RecordingException.class)
                .hasMessage("recording must be an existing file: file=" + missing);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 67, 68, 69, 500, 5_000})
    void shouldTellWhatWasLostWhenTheFileEndsEarly(int bytes) {
        Path file = file(Arrays.copyOf(whole, bytes));

        RecordedRun run = RecordingReader.read(file);

        assertThat(run.outliers()).isEmpty();
        assertThat(run.problems().get(0))
                .startsWith(file + ", offset 0: ")
                .containsAnyOf(bytes + " bytes lost", bytes + " bytes skipped");
    }

    @Test
    void shouldKeepTheFirstChunkWhenTheLastIsTorn() {
        Path file = file(whole, Arrays.copyOf(whole, whole.length / 2));

        RecordedRun run = RecordingReader.read(file);

        assertThat(run.outliers().size()).isEqualTo(OUTLIERS);
        assertThat(run.problems())
                .singleElement()
                .asString()
                .startsWith(file + ", offset " + whole.length + ": chunk is incomplete");
    }

    @Test
    void shouldReadAChunkThatWasFlushedButNotFinished() {
        // What a JVM that was killed leaves: types and constants as of the last flush, and a size that stops there.
        byte[] tail = new byte[1000];
        Arrays.fill(tail, (byte) 0x7f);

        RecordedRun run = RecordingReader.read(file(whole, tail));
        RecordedRun sizeless = RecordingReader.read(file(withSize(whole, 0), OTHERS[0]));

        assertThat(run.outliers().size()).isEqualTo(OUTLIERS);
        assertThat(run.problems()).isNotEmpty();
        assertThat(sizeless.outliers().size()).isEqualTo(2 * OUTLIERS);
        assertThat(sizeless.problems())
                .singleElement()
                .asString()
                .contains("offset 0: chunk is incomplete, read as far as it goes: " + whole.length
                        + " bytes there, 0 stated");
    }

    @Test
    void shouldFindTheNextChunkBehindGarbageAndBehindAWrongSize() {
        byte[] garbage = new byte[3_000_000];
        new Random(1).nextBytes(garbage);

        RecordedRun run =
                RecordingReader.read(file(whole, garbage, OTHERS[0], withSize(OTHERS[1], 1 << 30), OTHERS[2], garbage));

        assertThat(run.outliers().size()).isEqualTo(4 * OUTLIERS);
        assertThat(run.problems()).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void shouldNotTakeTheNextChunkForACopyOfAHeaderBecauseOfItsSize() {
        byte[] longer = OTHERS[0].length > OTHERS[1].length ? OTHERS[0] : OTHERS[1];
        byte[] shorter = longer == OTHERS[0] ? OTHERS[1] : OTHERS[0];
        byte[] garbage = new byte[100_000];
        Arrays.fill(garbage, (byte) 0x7f);
        // A copy of the header states what lies before it and itself.
        byte[] next = withSize(shorter, longer.length + ChunkExtent.HEADER_BYTES);

        RecordedRun run = RecordingReader.read(file(withSize(longer, 1 << 30), next, garbage));

        assertThat(run.outliers().size()).isEqualTo(2 * OUTLIERS);
    }

    @Test
    void shouldNeitherHangNorFailOtherwiseWhateverBytesAreDamaged() {
        Random random = new Random(20261120);
        int complete = 0;
        int reported = 0;
        for (int round = 0; round < 200; round++) {
            byte[] damaged = whole.clone();
            int changes = 1 + random.nextInt(20);
            // Half of the rounds hit header, types and constants, where damage spreads furthest.
            int from = round % 2 == 0 ? 4 : (int) ByteBuffer.wrap(whole).getLong(16);
            for (int i = 0; i < changes; i++) {
                int at = from + random.nextInt(damaged.length - from);
                damaged[at] = random.nextBoolean() ? (byte) 0xff : (byte) random.nextInt(256);
            }
            RecordedRun run = RecordingReader.read(file(damaged, OTHERS[0]));
            assertThat(run.outliers().size()).isBetween(OUTLIERS, 2 * OUTLIERS);
            complete += run.outliers().size() == 2 * OUTLIERS ? 1 : 0;
            reported += run.problems().isEmpty() ? 0 : 1;
        }
        assertThat(complete).isPositive();
        assertThat(reported).isPositive();
    }

    @Test
    void shouldCountAChunkThatIsThereTwiceOnce() {
        Path file = file(whole, whole);

        RecordedRun run = RecordingReader.read(file);

        assertThat(run.outliers()).hasSize(OUTLIERS);
        assertThat(run.problems())
                .singleElement()
                .isEqualTo(file
                        + ": 1 of 2 chunks is a copy of another one, as in dumps of one recording that were joined."
                        + " Each was read once.");
    }

    @Test
    void shouldTellOfTheTimeThatAMissingChunkLeaves() {
        ByteBuffer header = ByteBuffer.wrap(whole);
        long endEpochNs = header.getLong(START_AT) + header.getLong(DURATION_AT);
        byte[] next = OTHERS[0].clone();
        ByteBuffer.wrap(next).putLong(START_AT, endEpochNs + 3_200_000_000L);
        Path file = file(whole, next);

        RecordedRun run = RecordingReader.read(file);

        assertThat(run.outliers()).hasSize(2 * OUTLIERS);
        assertThat(run.problems())
                .singleElement()
                .isEqualTo(file + ", offset " + whole.length
                        + ": 3.2 s before this chunk are missing: a chunk was lost, or nothing was recorded.");
    }

    @Test
    void shouldReadARecordingWithoutEventsOfOurs() throws IOException {
        Path file = directory.resolve("foreign.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.GCPhasePause");
            recording.start();
            System.gc();
            recording.stop();
            recording.dump(file);
        }

        RecordedRun run = RecordingReader.read(file);

        assertThat(run.outliers()).isEmpty();
        assertThat(run.evidence()).isNotEmpty();
        assertThat(run.problems())
                .containsExactly(
                        file + ": no straggler events; only what the JVM reported for all threads could be read, "
                                + "and its times are wall clock.");
    }

    private static byte[] withSize(byte[] recording, long size) {
        byte[] copy = recording.clone();
        ByteBuffer.wrap(copy).putLong(8, size);
        return copy;
    }
}
