package io.straggler.jfr.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.foreign.RecordingRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChunkHeadersTest {
    private static final int CHUNKS = 6;

    @TempDir
    static Path shared;

    private static Path file;
    private static byte[] recording;

    @BeforeAll
    static void record() throws IOException {
        file = Chunks.record(shared.resolve("chunks.jfr"), CHUNKS, number -> {});
        recording = Files.readAllBytes(file);
    }

    private static List<ChunkExtent> headers(byte[] bytes) throws IOException {
        return ChunkHeaders.of(
                (position, into) -> System.arraycopy(bytes, (int) position, into, 0, into.length), bytes.length);
    }

    @Test
    void shouldFindWhatAScanFinds() throws IOException {
        try (RecordedChunks chunks = RecordedChunks.open(file)) {
            assertThat(headers(recording)).hasSize(CHUNKS).isEqualTo(chunks.extents());
        }
    }

    @Test
    void shouldEndBeforeTheFirstChunkThatIsNotInOrder() throws IOException {
        List<ChunkExtent> chunks = headers(recording);
        ChunkExtent fourth = chunks.get(3);

        byte[] sizeless = recording.clone();
        ByteBuffer.wrap(sizeless).putLong((int) fourth.offsetBytes() + 8, 0);
        assertThat(headers(sizeless)).isEqualTo(chunks.subList(0, 3));

        byte[] huge = recording.clone();
        ByteBuffer.wrap(huge).putLong((int) fourth.offsetBytes() + 8, Long.MAX_VALUE);
        assertThat(headers(huge)).isEqualTo(chunks.subList(0, 3));

        // What the third says of its end is not confirmed by a header there.
        byte[] headless = recording.clone();
        headless[(int) fourth.offsetBytes()] = 'G';
        assertThat(headers(headless)).isEqualTo(chunks.subList(0, 2));

        assertThat(headers(Arrays.copyOf(recording, (int) fourth.offsetBytes() + 30)))
                .isEqualTo(chunks.subList(0, 2));
        assertThat(headers("this is no recording".getBytes())).isEmpty();
        assertThat(headers(new byte[0])).isEmpty();
    }

    @Test
    void shouldReadOfEachRangeTheChunksThatBeginInIt() throws IOException {
        List<ChunkExtent> chunks = headers(recording);
        long leastBytes = chunks.get(0).sizeBytes() + 1;
        List<RecordingRange> ranges = RecordingRange.of(chunks, recording.length, leastBytes);
        assertThat(ranges).hasSizeBetween(2, CHUNKS - 1);

        List<ChunkExtent> read = new ArrayList<>();
        for (RecordingRange range : ranges) {
            try (RecordedChunks part = RecordedChunks.openPart(file, range.fromBytes(), range.toBytes())) {
                read.addAll(part.extents());
                assertThat(part.problems()).isEmpty();
            }
        }
        assertThat(read).isEqualTo(chunks);
        assertThat(ranges.subList(0, ranges.size() - 1))
                .allMatch(range -> range.toBytes() - range.fromBytes() >= leastBytes);
    }
}
