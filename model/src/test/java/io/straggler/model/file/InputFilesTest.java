package io.straggler.model.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFilesTest {
    private static final byte[] TEXT = "#[Histogram log format version 1.3]\n".getBytes();

    @TempDir
    private Path folder;

    private static byte[] expanded(Path file) throws Exception {
        try (InputStream in = InputFiles.openExpanded(file)) {
            return in.readAllBytes();
        }
    }

    private Path gzip(String name, byte[] bytes) throws Exception {
        Path file = folder.resolve(name);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(bytes);
        }
        return file;
    }

    private Path zip(String name, byte[]... entries) throws Exception {
        Path file = folder.resolve(name);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < entries.length; i++) {
                out.putNextEntry(new ZipEntry(i + ".hlog"));
                out.write(entries[i]);
            }
        }
        return file;
    }

    @Test
    void shouldExpandByContent() throws Exception {
        assertThat(expanded(Files.write(folder.resolve("plain.gz"), TEXT))).isEqualTo(TEXT);
        assertThat(expanded(gzip("log", TEXT))).isEqualTo(TEXT);
        assertThat(expanded(zip("zip", TEXT))).isEqualTo(TEXT);
        assertThat(expanded(Files.createFile(folder.resolve("empty")))).isEmpty();
    }

    @Test
    void shouldRefuseAnArchiveOfSeveralFiles() throws Exception {
        Path archive = zip("zip", TEXT, TEXT);

        assertThatThrownBy(() -> expanded(archive))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(archive + ": it is an archive of several files: unzip it, and name one of them");
    }

    @Test
    void shouldEndWhatExpandsTooFar() throws Exception {
        Path enough = gzip("enough", new byte[(int) ExpansionLimit.ALWAYS_BYTES]);
        Path more = gzip("more", new byte[(int) ExpansionLimit.ALWAYS_BYTES + 1]);

        assertThat(expanded(enough)).hasSize((int) ExpansionLimit.ALWAYS_BYTES);
        assertThatThrownBy(() -> expanded(more))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(more + ": it expands to more than 200 times its size, which no recording and no log does");
    }
}
