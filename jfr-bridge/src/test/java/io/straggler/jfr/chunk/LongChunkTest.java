package io.straggler.jfr.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A chunk that is read in pieces says what it says when it is read at once. */
@Timeout(60)
class LongChunkTest {
    private static final String WORK = "test.LongChunkWork";

    private static final int POOLS_AT = 16;
    private static final int METADATA_AT = 24;

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    private static Path whole;
    private static List<String> events;

    @Name(WORK)
    static final class Work extends Event {
        String what;
    }

    @BeforeAll
    static void record() throws IOException {
        whole = shared.resolve("whole.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            for (int i = 0; i < 2_000; i++) {
                Work work = new Work();
                work.begin();
                work.what = "number " + i % 7;
                work.commit();
            }
            recording.stop();
            recording.dump(whole);
        }
        events = read(whole, RecordedChunks.Options.of(2, 1 << 20));
        assertThat(events).hasSize(2_000).allMatch(event -> event.contains("LongChunkTest"));
        assertThat(events).anyMatch(event -> event.contains("number 5"));
    }

    private static List<String> read(Path file, RecordedChunks.Options options) {
        List<String> found = new ArrayList<>();
        try (RecordedChunks chunks = RecordedChunks.open(file, options)) {
            chunks.readAll(
                    number -> name -> name.equals(WORK) ? EventFilter.ALL : null,
                    (number, reading) -> reading.with(chunk -> chunk.events(name -> row -> found.add(text(row)))));
            found.addAll(chunks.problems().sentences());
        }
        return found;
    }

    private static String text(EventView row) {
        EventView stack = row.row("stackTrace");
        EventView thread = row.row("eventThread");
        List<EventView> frames = stack == null ? List.of() : stack.rows("frames");
        return row.startTicks() + " " + row.endTicks() + " " + row.text("what") + " "
                + (thread == null ? "" : thread.text("javaName")) + " "
                + frames.stream()
                        .map(frame -> frame.row("method").row("type").text("name"))
                        .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {400, 20_000, 1 << 30})
    void shouldSayTheSameInPiecesOfAnyLength(long pieceBytes) {
        assertThat(read(whole, new RecordedChunks.Options(2, 1 << 20, 0, pieceBytes)))
                .isEqualTo(events);
        assertThat(read(whole, new RecordedChunks.Options(1, 1, 0, pieceBytes)))
                .as("mapped")
                .isEqualTo(events);
    }

    /** Constants that cannot be copied to a file of their own leave what can be read of the chunk without that. */
    @ParameterizedTest
    @ValueSource(ints = {POOLS_AT, METADATA_AT})
    void shouldReadAChunkAtOnceIfItCannotBeReadInPieces(int offset) throws IOException {
        ByteBuffer damaged = ByteBuffer.wrap(Files.readAllBytes(whole));
        damaged.putLong(offset, damaged.getLong(offset) + 1);
        Path file = Files.write(directory.resolve("damaged.jfr"), damaged.array());

        assertThat(read(file, new RecordedChunks.Options(1, 1 << 20, 0, 4_000)))
                .isEqualTo(read(file, RecordedChunks.Options.of(1, 1 << 20)))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {64L << 20, 512L << 20, 6L << 30, 1L << 40})
    void shouldReadAheadNoMoreThanAPartOfTheHeapAndAHundredMegabytes(long heapBytes) {
        for (int processors = 1; processors <= 64; processors *= 2) {
            RecordedChunks.Options options = RecordedChunks.Options.usual(processors, heapBytes);

            assertThat(options.mostBytesAhead()).isLessThanOrEqualTo(Math.min(100L << 20, heapBytes / 8));
            assertThat(options.longestBytes()).isEqualTo(options.pieceBytes()).isBetween(16L << 20, 100L << 20);
        }
    }

    /** The file has holes: it takes no more room on the disk than the recording that it is made of. */
    @Test
    void shouldReadAChunkOfMoreThanTwoGigabytes() throws IOException {
        ByteBuffer chunk = ByteBuffer.wrap(Files.readAllBytes(whole));
        ByteBuffer filler = ByteBuffer.allocate(16);
        int fillerBytes = 800 << 20;
        varint(fillerBytes, filler);
        varint(1 << 20, filler); // A type that there is none of.
        long more = 3L * fillerBytes;
        assertThat(more).isGreaterThan(Integer.MAX_VALUE);
        chunk.putLong(Long.BYTES, chunk.getLong(Long.BYTES) + more)
                .putLong(POOLS_AT, chunk.getLong(POOLS_AT) + more)
                .putLong(METADATA_AT, chunk.getLong(METADATA_AT) + more);
        Path file = directory.resolve("long.jfr");
        try (FileChannel out = FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.SPARSE, StandardOpenOption.WRITE))) {
            out.write(chunk.slice(0, ChunkExtent.HEADER_BYTES));
            for (int i = 0; i < 3; i++) {
                out.write(filler.duplicate().flip(), ChunkExtent.HEADER_BYTES + (long) i * fillerBytes);
            }
            out.write(
                    chunk.slice(ChunkExtent.HEADER_BYTES, chunk.capacity() - ChunkExtent.HEADER_BYTES),
                    ChunkExtent.HEADER_BYTES + more);
        }

        assertThat(read(file, RecordedChunks.Options.of(2, 1 << 20))).isEqualTo(events);
    }

    private static void varint(int number, ByteBuffer to) {
        int left = number;
        while (left >= 0x80) {
            to.put((byte) (left | 0x80));
            left >>>= 7;
        }
        to.put((byte) left);
    }

    @Test
    void shouldReadALongChunkThatIsDamagedUpToThere() throws IOException {
        byte[] damaged = Files.readAllBytes(whole);
        String text = new String(damaged, StandardCharsets.ISO_8859_1);
        int at = text.indexOf("number 6", text.indexOf("number 6") + 10_000);
        Arrays.fill(damaged, at, at + 100, (byte) 0);
        Path file = Files.write(directory.resolve("damaged.jfr"), damaged);
        List<String> atOnce = read(file, RecordedChunks.Options.of(1, 1 << 20));

        List<String> inPieces = read(file, new RecordedChunks.Options(1, 1 << 20, 0, 4_000));

        assertThat(atOnce).hasSizeLessThan(events.size()).hasSizeGreaterThan(10);
        assertThat(inPieces).hasSameSizeAs(atOnce);
        assertThat(inPieces.subList(0, inPieces.size() - 1)).isEqualTo(atOnce.subList(0, atOnce.size() - 1));
        assertThat(inPieces.get(inPieces.size() - 1)).contains("chunk is damaged and was read up to there");
    }
}
