package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcFileTest {
    @TempDir
    private Path root;

    private Path numbers;
    private DescriptorShare share;

    @BeforeEach
    void nameALimit() throws IOException {
        Path limits = Files.createDirectories(root.resolve("proc/self")).resolve("limits");
        Files.writeString(limits, """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             96268                96268                processes
                Max open files            16                   1048576              files
                """);
        share = DescriptorShare.of(SystemFiles.below(root));
        numbers = Files.writeString(root.resolve("numbers"), "a 12 7\nvoluntary: 5\n");
    }

    /** How often this process has the file open. */
    private long open() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.filter(this::isNumbers).count();
        }
    }

    private boolean isNumbers(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).equals(numbers);
        } catch (IOException closed) {
            return false;
        }
    }

    @Test
    void shouldReadEveryFileAndKeepAQuarterOfTheDescriptorsAtMost() throws IOException {
        assertThat(share.records()).isEqualTo(2);
        List<ProcFile> files = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            files.add(new ProcFile(numbers.toString(), share));
        }

        assertThat(open()).isEqualTo(2);
        assertThat(share.troubles()).contains("may have 16 files open");
        for (int round = 0; round < 2; round++) {
            for (ProcFile file : files) {
                file.load();
                file.skipFields(1);
                assertThat(file.number()).isEqualTo(12);
                assertThat(file.labelled(ProcFile.label("voluntary:"))).isEqualTo(5);
            }
        }
        files.forEach(ProcFile::close);
        files.forEach(ProcFile::close);

        assertThat(open()).isZero();
        assertThat(share.take()).isTrue();
        assertThat(share.take()).isTrue();
        assertThat(share.take()).as("no more than before").isFalse();
    }

    @Test
    void shouldReadFilesOfThreadsLikewise() throws IOException {
        ByteBuffer text = NativeThread.buffer(64);
        List<ThreadFile> files = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            files.add(Objects.requireNonNull(ThreadFile.open(numbers.toString(), share)));
        }

        assertThat(open()).isEqualTo(2);
        for (ThreadFile file : files) {
            text.put(0, (byte) 0);
            assertThat(file.read(NativeThread.address(text), 64)).isEqualTo((int) Files.size(numbers));
            assertThat(text.get(0)).isEqualTo((byte) 'a');
        }
        assertThat(open()).isEqualTo(2);
        files.forEach(ThreadFile::close);
        files.forEach(ThreadFile::close);

        assertThat(open()).isZero();
        assertThat(share.take() && share.take()).isTrue();
        assertThat(share.take()).as("no more than before").isFalse();
        assertThat(ThreadFile.open(root.resolve("none").toString(), share)).isNull();
    }

    @Test
    void shouldSayNothingOfAShareThatWasEnough() throws IOException {
        new ProcFile(numbers.toString(), share).close();

        assertThat(share.troubles()).isEmpty();
        assertThatThrownBy(() -> new ProcFile(root.resolve("none").toString(), share))
                .isInstanceOf(FileNotFoundException.class);
    }
}
