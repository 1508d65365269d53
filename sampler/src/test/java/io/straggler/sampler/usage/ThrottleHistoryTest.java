package io.straggler.sampler.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.linux.Throttling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThrottleHistoryTest {
    @TempDir
    private Path root;

    @BeforeEach
    void inAGroup() throws IOException {
        Files.createDirectories(root.resolve("proc/self"));
        Files.createDirectories(root.resolve("sys/fs/cgroup"));
        Files.writeString(root.resolve("proc/self/cgroup"), "0::/\n");
        total(7);
    }

    private void total(long us) throws IOException {
        Files.writeString(root.resolve("sys/fs/cgroup/cpu.stat"), "throttled_usec " + us + "\n");
    }

    private ThrottleHistory open() {
        return new ThrottleHistory(Throttling.open(root, 0));
    }

    @Test
    void shouldSayWhatWasAddedSinceAnInstant() throws IOException {
        ThrottleHistory throttled = open();
        throttled.look(1_000);
        throttled.look(2_000);
        total(57);
        throttled.look(3_000);
        total(60);
        throttled.look(4_000);

        assertThat(throttled.sinceNs(500)).isEqualTo(53_000);
        assertThat(throttled.sinceNs(2_500)).isEqualTo(53_000);
        assertThat(throttled.sinceNs(3_000)).isEqualTo(3_000);
        assertThat(throttled.sinceNs(4_000)).isZero();

        throttled.close();
        throttled.look(5_000);
        assertThat(throttled.sinceNs(2_500)).isEqualTo(53_000);
    }

    @Test
    void shouldSayLessOfWhatIsTooLongAgo() throws IOException {
        try (ThrottleHistory throttled = open()) {
            for (int i = 1; i <= 300; i++) {
                total(i);
                throttled.look(i);
            }
            assertThat(throttled.sinceNs(290)).isEqualTo(10_000);
            assertThat(throttled.sinceNs(5)).isEqualTo(255_000);
        }
    }

    @Test
    void shouldSayNothingWithoutControlGroups() {
        try (ThrottleHistory throttled = new ThrottleHistory(null)) {
            throttled.look(1);
            assertThat(throttled.sinceNs(0)).isZero();
        }
    }
}
