package io.straggler.jfr.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.jfr.chunk.Chunks;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.chunk.RecordingFiles;
import io.straggler.model.Notice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recordings of several files, and in compressed ones. */
@Timeout(60)
class RecordingFilesTest {
    private static final int EACH = 50;
    private static final IterationQuery QUERY =
            new IterationQuery(ProgramRecording.REQUEST, List.of(), Optional.empty());

    private static byte[] whole;
    private static List<byte[]> chunks;
    private static List<Long> durations;

    private final List<String> problems = new ArrayList<>();

    @TempDir
    private Path folder;

    @BeforeAll
    static void record(@TempDir Path shared) throws IOException {
        Path file = ProgramRecording.of(shared.resolve("program.jfr"), () -> {
            for (int chunk = 0; chunk < 3; chunk++) {
                for (int i = 0; i < EACH; i++) {
                    int size = i;
                    ProgramRecording.request("EU", size, () -> spin(size * 1_000L));
                }
                try (Recording other = new Recording()) {
                    other.start();
                }
            }
        });
        whole = Files.readAllBytes(file);
        chunks = Chunks.split(file);
        durations = durations(file);
        assertThat(durations).hasSize(3 * EACH);
    }

    private static void spin(long ns) {
        long sinceNs = System.nanoTime();
        while (System.nanoTime() - sinceNs < ns) {
            Thread.onSpinWait();
        }
    }

    private static List<Long> durations(Path... places) {
        return durations(new ArrayList<>(), places);
    }

    /** Durations in the order in which they are read. */
    private static List<Long> durations(List<String> problems, Path... places) {
        List<Long> found = new ArrayList<>();
        try (RecordingFiles files = RecordingFiles.open(List.of(places));
                AnyRecording recording = AnyRecording.open(files)) {
            recording.iterations(QUERY, (startNs, endNs, thread, group) -> found.add(endNs - startNs));
            problems.addAll(recording.problems());
        }
        return found;
    }

    private Path write(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    private static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(compressed)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }

    private static byte[] zip(Map<String, byte[]> entries) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(compressed)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }

    @Test
    void shouldReadWhatIsCompressedByWhateverName() throws Exception {
        assertThat(durations(write("any.jfr.gz", gzip(whole)))).isEqualTo(durations);
        assertThat(durations(write("any.jfr", gzip(whole)))).isEqualTo(durations);
        assertThat(durations(write("any.zip", zip(Map.of("a/b.jfr", whole))))).isEqualTo(durations);
    }

    @Test
    void shouldReadTheRecordingsOfAnArchiveAsOne() throws Exception {
        Map<String, byte[]> entries = new TreeMap<>();
        entries.put("1.jfr", chunks.get(2));
        entries.put("2.txt", new byte[100]);
        entries.put("3.jfr", join(chunks.subList(0, 2)));
        entries.put("4.jfr", join(chunks.subList(3, chunks.size())));
        entries.put("../../5.txt", new byte[3]);

        assertThat(durations(write("any.zip", zip(entries)))).isEqualTo(durations);
    }

    private static byte[] join(List<byte[]> parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        parts.forEach(all::writeBytes);
        return all.toByteArray();
    }

    @Test
    void shouldReadACompressedFileThatIsCutOffAsFarAsItGoes() throws Exception {
        byte[] compressed = gzip(whole);
        Path file = write("cut.jfr.gz", Arrays.copyOf(compressed, compressed.length / 2));

        assertThat(durations(problems, file)).isNotEmpty().hasSizeLessThan(durations.size());
        assertThat(problems).contains(file + " is cut off or damaged: it was expanded as far as it goes.");
    }

    @Test
    void shouldRefuseWhatExpandsToMoreThanRecordingsDo() throws Exception {
        byte[] bomb = Arrays.copyOf(chunks.get(0), 32 << 20);

        for (Path file : List.of(write("bomb.jfr", gzip(bomb)), write("bomb.zip", zip(Map.of("a", bomb))))) {
            assertThatThrownBy(() -> durations(file))
                    .isInstanceOf(RecordingException.class)
                    .hasMessage("recording must be readable: file=" + file
                            + ", error=it expands to more than 200 times its size, which no recording and no log does");
        }
        Path other = write("zeros.zip", zip(Map.of("a", new byte[32 << 20])));
        assertThatThrownBy(() -> durations(other)).hasMessageContaining("more than 200 times its size");
    }

    @Test
    void shouldLeaveNoFileBehindInTheTemporaryFolder() throws Exception {
        Path file = write("any.jfr.gz", gzip(whole));
        try (RecordingFiles files = RecordingFiles.open(file)) {
            assertThat(files.contents())
                    .singleElement()
                    .satisfies(content -> assertThat(content.size()).isEqualTo(whole.length));
            assertThat(expanded()).isEmpty();
        }
        assertThat(expanded()).isEmpty();
    }

    /** Files of this JVM and of others that are no longer empty: a file has a name until it is open, and no content. */
    private static List<Path> expanded() throws IOException {
        try (Stream<Path> entries = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return entries.filter(entry -> entry.toString().endsWith(".expanded"))
                    .filter(entry -> entry.toFile().length() > 0)
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "04224d18, any.jfr.lz4, lz4 -dc any.jfr.lz4 > any.jfr",
        "28b52ffd, any.jfr.zst, zstd -dc any.jfr.zst > any.jfr",
        "fd377a585a00, any.jfr, xz -dc any.jfr > any.jfr.expanded",
    })
    void shouldSayHowToExpandWhatIsNotExpandedHere(String signature, String name, String command) throws Exception {
        Path file = write(name, HexFormat.of().parseHex(signature + "0000000000000000"));

        assertThatThrownBy(() -> durations(file))
                .isInstanceOf(RecordingException.class)
                .hasMessageEndingWith(command.replace(" any", " " + folder + "/any"));
    }

    @Test
    void shouldSayThatSomethingCompressedIsNoRecording() throws Exception {
        Path text = write("text.jfr.gz", gzip(new byte[100]));
        Path archive = write("text.zip", zip(Map.of("a", new byte[100])));

        assertThatThrownBy(() -> durations(text))
                .hasMessage("Not a flight recording: what is compressed in " + text
                        + " does not begin with the signature of one.");
        assertThatThrownBy(() -> durations(archive)).hasMessage("No file in " + archive + " is a flight recording.");
    }

    @Test
    void shouldReadSeveralFilesAsOneInOrderOfTime() throws Exception {
        Path late = write("a.jfr", join(chunks.subList(2, chunks.size())));
        Path early = write("b.jfr", chunks.get(0));
        Path between = write("c.jfr.gz", gzip(chunks.get(1)));

        assertThat(durations(late, early, between)).isEqualTo(durations);
        assertThat(durations(folder)).isEqualTo(durations);
    }

    @Test
    void shouldReadEachChunkOfOverlappingDumpsOnce() throws Exception {
        Path first = write("first.jfr", join(chunks.subList(0, 2)));
        Path later = write("later.jfr.gz", gzip(join(chunks.subList(1, chunks.size()))));

        assertThat(durations(first, later)).isEqualTo(durations);
        assertThat(durations(later, first, later)).isEqualTo(durations);
        try (RecordingFiles files = RecordingFiles.open(List.of(first, later));
                AnyRecording recording = AnyRecording.open(files)) {
            assertThat(recording.copies()).contains(Notice.of(Notice.Code.COPIED_CHUNKS, 1, chunks.size() + 1));
        }
    }

    /** As of a JVM that was killed: its last chunk lacks an end, and one that it had just begun is empty. */
    @Test
    void shouldReadTheChunksOfAKilledJvm() throws Exception {
        Path first = write("1.jfr", chunks.get(0));
        Path cut = write("2.jfr", Arrays.copyOf(chunks.get(1), 100));
        Path empty = write("3.jfr", new byte[0]);

        assertThat(durations(problems, folder)).isEqualTo(durations(first));
        assertThat(problems)
                .containsExactly(
                        cut + ", offset 0: chunk is incomplete, its types or constants are missing: 100 bytes lost.",
                        "Not a flight recording: " + empty + " is empty.");
    }

    @ParameterizedTest
    @CsvSource({"0, 9, JDK 7 or 8 of Oracle", "1, 0, JDK 9 or 10"})
    void shouldSayWhoWroteAnOlderFormatAndWhatOpensIt(short major, short minor, String writer) throws Exception {
        byte[] older = chunks.get(0).clone();
        ByteBuffer.wrap(older).putShort(4, major).putShort(6, minor);
        Path file = write("older.jfr", older);
        Path compressed = write("older.jfr.gz", gzip(older));

        for (Path each : List.of(file, compressed)) {
            assertThatThrownBy(() -> durations(each))
                    .isInstanceOf(RecordingException.class)
                    .hasMessage(each + " was written by " + writer + ", in format " + major + "." + minor
                            + ", and recordings are read from JDK 11 on: JDK Mission Control opens it.");
        }
        assertThat(durations(problems, file, write("newer.jfr", whole))).isEqualTo(durations);
        assertThat(problems).anyMatch(problem -> problem.startsWith(file + " was written by " + writer));
    }

    @Test
    void shouldRefuseFilesOfWhichNoneIsARecording() throws Exception {
        Path text = write("1.jfr", new byte[100]);
        Path other = write("2.jfr", new byte[10]);

        assertThatThrownBy(() -> durations(text, other))
                .isInstanceOf(RecordingException.class)
                .hasMessage("Not a flight recording: " + text + " does not begin with the signature of one.");
        Path nothing = Files.createDirectory(folder.resolve("nothing"));
        assertThatThrownBy(() -> durations(nothing))
                .hasMessage(nothing + " holds no recording: no file in it ends in .jfr.");
    }
}
