package io.straggler.jfr.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.read.Recorded;
import io.straggler.model.Notice;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChunkCopiesTest {
    @TempDir
    static Path shared;

    @TempDir
    private Path folder;

    private static List<byte[]> chunks;

    @BeforeAll
    static void record() {
        chunks = Chunks.split(Chunks.record(shared.resolve("whole.jfr"), 3, number -> {}));
    }

    private RecordedChunks joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return RecordedChunks.open(Recorded.write(folder.resolve("joined.jfr"), all.toByteArray()));
    }

    private void assertSizes(RecordedChunks read, byte[]... parts) {
        assertThat(read.extents())
                .extracting(ChunkExtent::sizeBytes)
                .containsExactly(
                        Arrays.stream(parts).map(part -> (long) part.length).toArray(Long[]::new));
    }

    @Test
    void shouldReadEachChunkOfOverlappingDumpsOnce() {
        byte[] first = chunks.get(0);
        byte[] second = chunks.get(1);
        byte[] third = chunks.get(2);
        try (RecordedChunks read = joined(first, second, first, second, third, second, third)) {
            assertSizes(read, first, second, third);
            assertThat(read.copies()).contains(Notice.of(Notice.Code.COPIED_CHUNKS, 4, 7));
        }
    }

    @Test
    void shouldReportNoCopiesWhereThereAreNone() {
        try (RecordedChunks read = joined(chunks.toArray(byte[][]::new))) {
            assertSizes(read, chunks.toArray(byte[][]::new));
            assertThat(read.copies()).isEmpty();
        }
    }

    /** Whoever copies a chunk while the JVM writes it gets the beginning of it. */
    @Test
    void shouldReadTheLongestCopyOfAChunkWhereverItIs() {
        byte[] whole = chunks.get(0);
        byte[] early = Arrays.copyOf(whole, whole.length - 3);
        ByteBuffer.wrap(early).putLong(8, early.length);
        for (byte[][] order : new byte[][][] {{early, whole, chunks.get(1)}, {whole, chunks.get(1), early}}) {
            try (RecordedChunks read = joined(order)) {
                assertSizes(read, whole, chunks.get(1));
                assertThat(read.copies()).contains(Notice.of(Notice.Code.COPIED_CHUNKS, 1, 3));
            }
        }
    }

    /** Parts that were filtered from one chunk have its header. */
    @Test
    void shouldKeepDifferentChunksWithOneBeginning() {
        byte[] one = chunks.get(0);
        byte[] other = one.clone();
        other[other.length - 1] ^= 1;
        try (RecordedChunks read = joined(one, other)) {
            assertSizes(read, one, other);
            assertThat(read.copies()).isEmpty();
        }
    }
}
