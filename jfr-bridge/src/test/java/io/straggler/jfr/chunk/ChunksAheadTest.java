package io.straggler.jfr.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.event.EventEmitter;
import io.straggler.jfr.read.Recorded;
import io.straggler.jfr.read.RecordingReader;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read does not depend on how many threads read it. */
class ChunksAheadTest {
    private static final int CHUNKS = 5;
    private static final int OUTLIERS = 20;
    private static final int MIDDLE = 2;
    private static final int START_AT = 32;
    private static final int DURATION_AT = 40;
    private static final long HOUR_NS = 3_600_000_000_000L;

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    private static List<byte[]> chunks;

    @BeforeAll
    static void record() {
        try (EventEmitter emitter = new EventEmitter(0)) {
            emitter.watching(new WatchedThread(
                    "me", Thread.currentThread().getId(), Recorded.osThreadId(), ThreadRole.SEQUENTIAL));
            chunks = Chunks.split(Chunks.record(shared.resolve("chunks.jfr"), CHUNKS, chunk -> {
                for (int i = 0; i < OUTLIERS; i++) {
                    long fromNs = System.nanoTime();
                    LockSupport.parkNanos(300_000);
                    System.gc();
                    emitter.outlier(new Outlier(
                            new Iteration(new RunId(0, 1), fromNs, fromNs, System.nanoTime(), 0, 0), 1, List.of()));
                    // What comes between outliers is skipped, if it can be: not in mapped files.
                    LockSupport.parkNanos(200_000);
                    LockSupport.parkNanos(200_000);
                }
            }));
        }
    }

    private Path file(byte[] middle) {
        return file(chunks, middle);
    }

    private Path file(List<byte[]> parts, byte[] middle) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < parts.size(); i++) {
            all.writeBytes(i == MIDDLE ? middle : parts.get(i));
        }
        return Recorded.write(directory.resolve("all.jfr"), all.toByteArray());
    }

    /** The same chunks, of which the middle one took an hour. */
    private static List<byte[]> withALongMiddle() {
        List<byte[]> longer = chunks.stream().map(byte[]::clone).toList();
        ByteBuffer middle = ByteBuffer.wrap(longer.get(MIDDLE));
        long moreNs = HOUR_NS - middle.getLong(DURATION_AT);
        middle.putLong(DURATION_AT, HOUR_NS);
        longer.stream()
                .skip(MIDDLE + 1)
                .map(ByteBuffer::wrap)
                .forEach(later -> later.putLong(START_AT, later.getLong(START_AT) + moreNs));
        return longer;
    }

    private static byte[] withoutTypes(byte[] chunk) {
        byte[] damaged = chunk.clone();
        int metadata = (int) ChunkExtent.parse(ByteBuffer.wrap(damaged), 0).metadataOffsetBytes();
        Arrays.fill(damaged, metadata, metadata + 9, (byte) 0xff);
        return damaged;
    }

    @ParameterizedTest
    @CsvSource({"1, 1000000000", "4, 1", "4, 300000", "4, 1000000000"})
    void shouldReadTheSameOnAnyNumberOfThreads(int threads, long mostBytesAhead) {
        Path file = file(chunks.get(MIDDLE));

        RecordedRun alone = RecordingReader.read(file, 1, 1);

        assertThat(alone.outliers()).hasSize(CHUNKS * OUTLIERS);
        assertThat(alone.evidence()).hasSizeGreaterThan(CHUNKS * OUTLIERS);
        assertThat(alone.problems()).isEmpty();
        assertThat(RecordingReader.read(file, threads, mostBytesAhead)).isEqualTo(alone);
    }

    @Test
    void shouldLoseNothingButWhatIsDamaged() {
        Random random = new Random(20261120);
        int lost = 0;
        for (int round = 0; round < 40; round++) {
            byte[] damaged = chunks.get(MIDDLE).clone();
            for (int i = 0; i < 10; i++) {
                int at = ChunkExtent.HEADER_BYTES + random.nextInt(damaged.length - ChunkExtent.HEADER_BYTES);
                damaged[at] = (byte) random.nextInt(256);
            }
            Path file = file(damaged);

            RecordedRun alone = RecordingReader.read(file, 1, 1);
            RecordedRun ahead = RecordingReader.read(file, 4, 1_000_000_000);

            assertThat(ahead).isEqualTo(alone);
            assertThat(ahead.outliers().size()).isBetween((CHUNKS - 1) * OUTLIERS, CHUNKS * OUTLIERS);
            List<String> damages = ahead.problems().stream()
                    .filter(problem -> problem.contains("chunk"))
                    // A damaged clock of one chunk is noticed in the next.
                    .filter(problem -> !problem.contains("clock jumped"))
                    .toList();
            assertThat(damages).allMatch(problem -> problem.startsWith(file + ", offset " + bytesBeforeMiddle()));
            lost += damages.isEmpty() ? 0 : 1;
        }
        assertThat(lost).isPositive();
    }

    /** However long it was: that time is not missing. */
    @Test
    void shouldTellOnceOfAChunkThatCannotBeReadAtAll() {
        List<byte[]> parts = withALongMiddle();
        Path file = file(parts, withoutTypes(parts.get(MIDDLE)));

        RecordedRun run = RecordingReader.read(file, 4, 1_000_000_000);

        assertThat(run.outliers()).hasSize((CHUNKS - 1) * OUTLIERS);
        assertThat(run.problems())
                .singleElement()
                .asString()
                .startsWith(file + ", offset " + bytesBeforeMiddle()
                        + ": chunk is damaged and was read up to there: metadata must lie within the chunk");
    }

    @Test
    void shouldTellOfAChunkThatIsMissing() {
        Path file = file(withALongMiddle(), new byte[0]);

        RecordedRun run = RecordingReader.read(file, 4, 1_000_000_000);

        assertThat(run.outliers()).hasSize((CHUNKS - 1) * OUTLIERS);
        assertThat(run.problems())
                .containsExactly(file + ", offset " + bytesBeforeMiddle()
                        + ": 3,600 s before this chunk are missing: a chunk was lost, or nothing was recorded.");
    }

    private static long bytesBeforeMiddle() {
        return chunks.stream().limit(MIDDLE).mapToLong(chunk -> chunk.length).sum();
    }
}
