package io.straggler.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunPlaceTest {
    private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 20, 9, 5, 7);

    @TempDir
    private Path home;

    @Test
    void shouldGoWhereTheBuildToolCleans() throws IOException {
        assertThat(place(Optional.empty()))
                .isEqualTo(home.resolve("straggler-runs/RunPlaceTest.shouldBeFast-20261120-090507"));
        Files.createDirectory(home.resolve("build"));
        assertThat(place(Optional.empty()).getParent()).isEqualTo(home.resolve("build/straggler"));
        Files.createDirectory(home.resolve("target"));
        assertThat(place(Optional.empty()).getParent()).isEqualTo(home.resolve("target/straggler"));
    }

    @Test
    void shouldGoWhereTheUserWants() {
        assertThat(place(Optional.of("there")).getParent()).isEqualTo(home.resolve("there"));
        assertThat(place(Optional.of("/elsewhere")).getParent()).isEqualTo(Path.of("/elsewhere"));
    }

    @Test
    void shouldNeverBeAFolderThatIsThere() throws IOException {
        Files.createDirectories(place(Optional.empty()));
        Path second = Files.createDirectories(place(Optional.empty()));
        Path third = place(Optional.empty());

        assertThat(second).hasFileName("RunPlaceTest.shouldBeFast-20261120-090507-2");
        assertThat(third).hasFileName("RunPlaceTest.shouldBeFast-20261120-090507-3");
    }

    private Path place(Optional<String> configured) {
        return RunPlace.of(configured, home, RunPlaceTest.class, "shouldBeFast", NOW);
    }
}
