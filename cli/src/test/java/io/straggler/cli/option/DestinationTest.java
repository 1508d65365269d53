package io.straggler.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.model.file.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DestinationTest {
    @TempDir
    private Path folder;

    @Test
    void shouldReplaceALinkThatTheUserNamed() throws IOException {
        Path victim = Files.writeString(folder.resolve("victim"), "precious");
        Path link = Files.createSymbolicLink(folder.resolve("out.json"), victim);

        Destination.write(link.toString(), file -> WholeFile.write(file, "{}"));

        assertThat(victim).hasContent("precious");
        assertThat(Files.isSymbolicLink(link)).isFalse();
        assertThat(link).hasContent("{}");
    }

    /** A pipe as a shell's process substitution makes it. */
    @Test
    void shouldWriteIntoAPipeThatTheUserNamed() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        FutureTask<String> read = new FutureTask<>(() -> Files.readString(pipe));
        new Thread(read).start();

        Destination.write(pipe.toString(), file -> WholeFile.write(file, "{}"));

        assertThat(read.get()).isEqualTo("{}");
        assertThat(Files.isRegularFile(pipe)).isFalse();
    }

    @Test
    void shouldWriteNothingIntoAPipeIfTheResultFails() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThatThrownBy(() -> Destination.write(pipe.toString(), file -> {
                    throw new UsageException("no such outlier");
                }))
                .isInstanceOf(UsageException.class);
    }
}
