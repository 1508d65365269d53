package io.straggler.jfr.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.chunk.Chunks;
import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.read.Recorded;
import io.straggler.jfr.read.RecordingReader;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The oracle is the JDK's own reader: what it says of a kept event must not change. */
class FilteredChunkTest {
    @TempDir
    static Path shared;

    private static byte[] whole;

    @TempDir
    Path directory;

    @BeforeAll
    static void record() throws IOException {
        Path file = Recorded.recording(shared.resolve("whole.jfr"), 0, emitter -> {
            emitter.environment(Map.of("jvm", "some", "a longer text that JFR keeps once", "and another one, as long"));
            emitter.watching(new WatchedThread("me", Thread.currentThread().getId(), 17, ThreadRole.SEQUENTIAL));
            for (int i = 0; i < 500; i++) {
                emitter.outlier(new Outlier(new Iteration(new RunId(0, 1), i, i + 1, i + 2, 0, 1), 2, List.of()));
                readSomething();
            }
            System.gc();
            System.gc();
        });
        whole = Recorded.bytes(file);
    }

    private static void readSomething() {
        try (FileChannel channel = FileChannel.open(Path.of("/proc/self/status"))) {
            channel.read(ByteBuffer.allocate(100));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path filter(Predicate<RawEvent> wanted) throws IOException {
        Path file = directory.resolve("filtered.jfr");
        try (FileChannel out = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            long bytes = FilteredChunk.append(Chunks.raw(whole), wanted, out);
            assertThat(bytes).isEqualTo(out.size());
        }
        return file;
    }

    private static List<String> events(Path file, Predicate<String> wanted) throws IOException {
        try (RecordingFile recording = new RecordingFile(file)) {
            Stream.Builder<String> all = Stream.builder();
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (wanted.test(event.getEventType().getName())) {
                    // With stack, thread and every constant that it refers to, to any depth.
                    all.add(event.toString() + event.getStackTrace());
                }
            }
            return all.build().toList();
        }
    }

    @Test
    void shouldSayTheSameOfEveryEventWhenAllAreKept() throws IOException {
        Path original = Recorded.write(directory.resolve("original.jfr"), whole);

        Path filtered = filter(event -> true);

        assertThat(events(filtered, name -> true))
                .hasSizeGreaterThan(700)
                .containsExactlyElementsOf(events(original, name -> true));
        assertThat(RecordingReader.read(filtered)).usingRecursiveComparison().isEqualTo(RecordingReader.read(original));
    }

    @Test
    void shouldKeepJustWhatIsWantedWithItsConstants() throws IOException {
        Path original = Recorded.write(directory.resolve("original.jfr"), whole);
        Predicate<String> wanted = name -> name.startsWith("jdk.G") || name.equals("straggler.Environment");

        Path filtered = filter(event -> wanted.test(event.type().name));

        assertThat(events(filtered, name -> true))
                .isNotEmpty()
                .containsExactlyElementsOf(events(original, wanted))
                .anyMatch(event -> event.contains("a longer text that JFR keeps once"))
                .anyMatch(event -> event.contains("System.gc()"));
        assertThat(Files.size(filtered)).isLessThan(whole.length / 2);
    }

    @Test
    void shouldLeaveAReadableChunkWhenNothingIsKept() throws IOException {
        Path filtered = filter(event -> false);

        assertThat(events(filtered, name -> true)).isEmpty();
        assertThat(RecordingReader.read(filtered).outliers()).isEmpty();
    }

    @Test
    void shouldAppendBehindWhatIsThere() throws IOException {
        Path file = filter(event -> event.type().name.equals("straggler.Outlier"));
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            out.position(out.size());
            int[] seen = {0};
            FilteredChunk.append(
                    Chunks.raw(whole), event -> event.type().name.equals("straggler.Outlier") && seen[0]++ > 0, out);
        }
        // The same ones twice, which count once; but for the first, so that neither chunk is a copy of the other.
        assertThat(RecordingReader.read(file).outliers().size()).isEqualTo(500);
        assertThat(RecordingReader.read(file).problems())
                .singleElement()
                .asString()
                .contains("499 outliers have the intended start of another");
        assertThat(events(file, name -> true)).hasSize(999);
    }

    @Test
    void shouldLeaveTheTargetAsItWasWhenTheChunkIsDamaged() throws IOException {
        Path file = Recorded.write(directory.resolve("target.jfr"), whole);
        Random random = new Random(20261120);
        int damaged = 0;
        for (int round = 0; round < 300; round++) {
            byte[] bytes = whole.clone();
            for (int i = 0; i < 20; i++) {
                bytes[ChunkExtent.HEADER_BYTES + random.nextInt(bytes.length - ChunkExtent.HEADER_BYTES)] =
                        (byte) random.nextInt(256);
            }
            try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
                out.position(out.size());
                FilteredChunk.append(Chunks.raw(bytes), event -> true, out);
                out.truncate(whole.length);
            } catch (CorruptChunkException e) {
                damaged++;
                assertThat(Files.size(file)).isEqualTo(whole.length);
            }
        }
        assertThat(damaged).isBetween(100, 300);
    }

    @Test
    void shouldRefuseAChunkWhoseConstantsCannotBeFound() {
        byte[] bytes = whole.clone();
        ByteBuffer.wrap(bytes).putLong(16, whole.length - 1);

        assertThatThrownBy(() -> FilteredChunk.append(
                        Chunks.raw(bytes),
                        event -> true,
                        FileChannel.open(
                                directory.resolve("none.jfr"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)))
                .isInstanceOf(CorruptChunkException.class);
    }
}
