package io.straggler.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
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

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    private static List<byte[]> chunks;

    @BeforeAll
    static void record() {
        try (EventEmitter emitter = new EventEmitter(0)) {
            emitter.watching(new WatchedThread("me", Thread.currentThread().getId(), Recorded.osThreadId()));
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
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < chunks.size(); i++) {
            all.writeBytes(i == MIDDLE ? middle : chunks.get(i));
        }
        return Recorded.write(directory.resolve("all.jfr"), all.toByteArray());
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
        long middleFrom = (long) chunks.get(0).length + chunks.get(1).length;
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
                    .toList();
            assertThat(damages).allMatch(problem -> problem.startsWith(file + ", offset " + middleFrom));
            lost += damages.isEmpty() ? 0 : 1;
        }
        assertThat(lost).isPositive();
    }

    @Test
    void shouldTellOfAChunkThatCannotBeReadAtAll() {
        byte[] damaged = chunks.get(MIDDLE).clone();
        int metadata = (int) ChunkExtent.parse(ByteBuffer.wrap(damaged), 0).metadataOffsetBytes();
        Arrays.fill(damaged, metadata, metadata + 9, (byte) 0xff);
        Path file = file(damaged);

        RecordedRun run = RecordingReader.read(file, 4, 1_000_000_000);

        long middleFrom = (long) chunks.get(0).length + chunks.get(1).length;
        assertThat(run.outliers()).hasSize((CHUNKS - 1) * OUTLIERS);
        assertThat(run.problems())
                .anyMatch(problem -> problem.startsWith(file + ", offset " + middleFrom
                        + ": chunk is damaged and was read up to there: metadata must lie within the chunk"));
    }
}
