package io.straggler.sampler.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.linux.Throttling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeldBackTest {
    @TempDir
    private Path mount;

    @BeforeEach
    void limit() throws IOException {
        Files.writeString(mount.resolve("cpu.max"), "50000 100000\n");
        total(7);
    }

    private void total(long us) throws IOException {
        Files.writeString(mount.resolve("cpu.stat"), "throttled_usec " + us + "\n");
    }

    private HeldBack open() throws IOException {
        return new HeldBack(Throttling.open(mount, List.of("0::/")));
    }

    @Test
    void shouldSayWhatWasAddedSinceAnInstant() throws IOException {
        HeldBack heldBack = open();
        heldBack.look(1_000);
        heldBack.look(2_000);
        total(57);
        heldBack.look(3_000);
        total(60);
        heldBack.look(4_000);

        assertThat(heldBack.sinceNs(500)).isEqualTo(53_000);
        assertThat(heldBack.sinceNs(2_500)).isEqualTo(53_000);
        assertThat(heldBack.sinceNs(3_000)).isEqualTo(3_000);
        assertThat(heldBack.sinceNs(4_000)).isZero();

        heldBack.close();
        heldBack.look(5_000);
        assertThat(heldBack.sinceNs(2_500)).isEqualTo(53_000);
    }

    @Test
    void shouldSayLessOfWhatIsTooLongAgo() throws IOException {
        try (HeldBack heldBack = open()) {
            for (int i = 1; i <= 300; i++) {
                total(i);
                heldBack.look(i);
            }
            assertThat(heldBack.sinceNs(290)).isEqualTo(10_000);
            assertThat(heldBack.sinceNs(5)).isEqualTo(255_000);
        }
    }

    @Test
    void shouldSayNothingWithoutALimit() {
        try (HeldBack heldBack = new HeldBack(null)) {
            heldBack.look(1);
            assertThat(heldBack.sinceNs(0)).isZero();
        }
    }
}
