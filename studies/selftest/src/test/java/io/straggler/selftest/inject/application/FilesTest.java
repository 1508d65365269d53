package io.straggler.selftest.inject.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.selftest.inject.ImpossibleException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesTest {
    @TempDir
    private Path folder;

    @Test
    void shouldLeaveNoFileBehind() throws Exception {
        Files files = new Files(folder);
        assertThat(folder).isNotEmptyDirectory();

        files.close();

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldLeaveNoFileBehindWhenOneIsNotToBeHad() throws Exception {
        Path taken = java.nio.file.Files.createDirectory(folder.resolve("uncached"));

        assertThatThrownBy(() -> new Files(folder)).isInstanceOf(ImpossibleException.class);

        assertThat(folder).isDirectoryNotContaining(path -> !path.equals(taken));
    }

    @Test
    void shouldTakeForAFaultWhatReadingThePageAgainDoesNotTake() {
        assertThat(Files.faultNs(5_000, 90)).isEqualTo(4_910);
        assertThat(Files.faultNs(5_000, 1_200)).isEqualTo(3_800);
    }

    @Test
    void shouldTakeReadingForNoFault() {
        assertThat(Files.faultNs(390, 50)).as("a miss in all caches").isZero();
        assertThat(Files.faultNs(900, 600)).as("code that is not compiled").isZero();
        assertThat(Files.faultNs(300, 40_000))
                .as("a pause in the second reading")
                .isZero();
    }
}
