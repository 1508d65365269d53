package io.straggler.benchmarks.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SentinelsTest {
    @TempDir
    private Path scratch;

    private Path beside;

    @BeforeEach
    void fill() throws IOException {
        beside = scratch.resolve("beside");
        Sentinels.fill(beside);
        Files.createDirectory(scratch.resolve("other"));
    }

    @Test
    void shouldSeeWhatCameWentAndChanged() throws IOException {
        Sentinels sentinels = new Sentinels(beside, scratch.resolve("other"));
        assertThat(sentinels.changed()).isEmpty();

        Files.writeString(beside.resolve(Sentinels.TEXT), "overwritten");
        Files.writeString(scratch.resolve("other/left"), "");
        Files.delete(beside.resolve("folder").resolve(Sentinels.TEXT));

        assertThat(sentinels.changed())
                .containsExactly(
                        "beside/folder/precious.txt changed", "beside/precious.txt changed", "other/left is new");
    }

    @Test
    void shouldSeeARecordingThatWasCopiedFromOutside() throws IOException {
        Path work = Files.createDirectory(scratch.resolve("files"));
        Files.createSymbolicLink(work.resolve("recording.jfr"), beside.resolve(Sentinels.RECORDING));
        assertThat(Sentinels.copied(work)).isEmpty();

        Files.delete(work.resolve("recording.jfr"));
        Files.copy(beside.resolve(Sentinels.RECORDING), work.resolve("recording.jfr"));
        assertThat(Sentinels.copied(work)).containsExactly("recording.jfr was copied from outside");
    }

    @Test
    void shouldCopyLinksAndPipesAsWhatTheyAre() throws IOException {
        Path from = Files.createDirectory(scratch.resolve("from"));
        CopiedFiles.pipe(from.resolve("pipe"));
        Files.createSymbolicLink(from.resolve("link"), Path.of("../beside/precious.txt"));
        Path to = scratch.resolve("to");
        CopiedFiles.copy(from, to);

        assertThat(Files.isSymbolicLink(to.resolve("link"))).isTrue();
        assertThat(Files.exists(to.resolve("pipe"), LinkOption.NOFOLLOW_LINKS)).isTrue();
        assertThat(Files.isRegularFile(to.resolve("pipe"))).isFalse();
        CopiedFiles.delete(to);
        assertThat(to).doesNotExist();
        assertThat(beside.resolve(Sentinels.TEXT)).hasContent("precious\n");
    }
}
