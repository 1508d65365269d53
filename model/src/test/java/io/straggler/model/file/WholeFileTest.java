package io.straggler.model.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("report.html");
    }

    @Test
    void shouldWriteBytesAndText() throws IOException {
        WholeFile.write(file, "caf\u00e9");
        assertThat(file).hasContent("caf\u00e9");
        WholeFile.writeText(file, out -> out.append("\u2192 ").append("text"));
        assertThat(file).hasContent("\u2192 text");
        WholeFile.write(file, out -> out.write(new byte[] {1, 2, 3}));
        assertThat(file).hasBinaryContent(new byte[] {1, 2, 3});
        assertThat(folder).isDirectoryContaining(file::equals).isDirectoryNotContaining("glob:**.unfinished");
    }

    @Test
    void shouldWriteHalfACharacterAsAQuestionMark() throws IOException {
        WholeFile.writeText(file, out -> out.write("a\ud800b"));
        assertThat(file).hasContent("a?b");
    }

    @Test
    void shouldReplaceALinkAndLeaveWhatItLeadsTo(@TempDir Path elsewhere) throws IOException {
        Path victim = Files.writeString(elsewhere.resolve("victim"), "precious");
        for (Path end : new Path[] {victim, elsewhere.resolve("missing"), elsewhere, file}) {
            Files.createSymbolicLink(file, end);

            WholeFile.write(file, "page");

            assertThat(file).isRegularFile().hasContent("page");
            assertThat(Files.isSymbolicLink(file)).isFalse();
            assertThat(victim).hasContent("precious");
            assertThat(elsewhere).isDirectoryContaining(victim::equals);
            assertThat(elsewhere.toFile().list()).containsExactly("victim");
            Files.delete(file);
        }
    }

    @Test
    void shouldWriteIntoAFolderThatIsALink(@TempDir Path elsewhere) throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("runs"), elsewhere);

        WholeFile.write(link.resolve("report.html"), "page");

        assertThat(elsewhere.resolve("report.html")).hasContent("page");
    }

    @Test
    void shouldLeaveTheEarlierFileIfWritingFails() throws IOException {
        Files.writeString(file, "earlier");
        IOException full = new IOException("No space left on device");

        assertThatThrownBy(() -> WholeFile.writeText(file, out -> {
                    out.write("x".repeat(100_000));
                    throw full;
                }))
                .isSameAs(full);
        assertThatThrownBy(() -> WholeFile.write(file, out -> {
                    throw new IllegalStateException("defect");
                }))
                .hasMessage("defect");

        assertThat(file).hasContent("earlier");
        assertThat(folder.toFile().list()).containsExactly("report.html");
    }

    /** A stream that is closed fails as a full disk does, and a print stream says nothing of either. */
    @Test
    void shouldNoticeThatAPrintStreamCouldNotWrite() throws IOException {
        Files.writeString(file, "earlier");

        assertThatThrownBy(() -> WholeFile.write(file, out -> {
                    out.close();
                    new PrintStream(out).println("lost");
                }))
                .isInstanceOf(IOException.class);

        assertThat(file).hasContent("earlier");
        assertThat(folder.toFile().list()).containsExactly("report.html");
    }

    @Test
    void shouldKeepThePermissionsOfTheEarlierFile() throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));

        WholeFile.write(file, "secret");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        WholeFile.write(file, "for all");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-rw-rw-");
    }

    @Test
    void shouldGiveANewFileThePermissionsOfAnyOther() throws IOException {
        Path other = Files.writeString(folder.resolve("other"), "");

        WholeFile.write(file, "page");

        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(Files.getPosixFilePermissions(other));
    }

    @Test
    void shouldNameTheFileThatCannotBeWritten() throws IOException {
        Path missing = folder.resolve("missing/report.html");
        assertThatThrownBy(() -> WholeFile.write(missing, "page"))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(missing.toString());
        Path inFile = Files.createFile(folder.resolve("file")).resolve("report.html");
        assertThatThrownBy(() -> WholeFile.write(inFile, "page"))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(inFile + ": Not a directory");
        Path full = Files.createDirectories(folder.resolve("full/of/files")).getParent();
        assertThatThrownBy(() -> WholeFile.write(full, "page"))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(full + ": Is a directory");
        assertThat(full.getParent().toFile().list()).containsExactly("of");
    }

    /** Devices, which a rename by root would replace. */
    @Test
    void shouldNotReplaceDevices() {
        for (String device : new String[] {"/dev/full", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
            assertThat(WholeFile.isReplaceable(Path.of(device))).as(device).isFalse();
        }
        assertThatThrownBy(() -> WholeFile.write(Path.of("/dev/full"), "page"))
                .isInstanceOf(FileSystemException.class)
                .hasMessage("/dev/full: it must be a file, and is a device or a pipe");
        assertThat(Files.isRegularFile(Path.of("/dev/full"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
        assertThat(WholeFile.isReplaceable(file)).isTrue();
        assertThat(WholeFile.isReplaceable(Path.of("report.html"))).isTrue();
    }
}
