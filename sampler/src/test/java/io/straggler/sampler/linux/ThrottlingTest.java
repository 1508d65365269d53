package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThrottlingTest {
    @TempDir
    Path mount;

    private void write(String file, String text) throws IOException {
        Path path = mount.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void shouldReadTheUnifiedHierarchy() throws IOException {
        write("job/cpu.max", "50000 100000\n");
        write("job/cpu.stat", "usage_usec 9\nnr_throttled 3\nthrottled_usec 1234\nnr_bursts 0\n");
        try (Throttling throttling = Throttling.open(mount, List.of("1:name=systemd:/x", "0::/job"))) {
            assertThat(throttling.throttledNs()).isEqualTo(1_234_000);
            write("job/cpu.stat", "nr_throttled 4\nthrottled_usec 99999\n");
            assertThat(throttling.throttledNs()).isEqualTo(99_999_000);
        }
    }

    @Test
    void shouldReadTheOlderHierarchy() throws IOException {
        write("cpu/job/cpu.cfs_quota_us", "50000\n");
        write("cpu/job/cpu.stat", "nr_periods 7\nnr_throttled 3\nthrottled_time 5678");
        try (Throttling throttling = Throttling.open(mount, List.of("4:cpu,cpuacct:/job", "0::/"))) {
            assertThat(throttling.throttledNs()).isEqualTo(5_678);
        }
    }

    /** In a container the path is the host's, and the group is mounted as the root. */
    @Test
    void shouldFallBackToTheRoot() throws IOException {
        write("cpu.max", "50000 100000\n");
        write("cpu.stat", "throttled_usec 1\n");
        try (Throttling throttling = Throttling.open(mount, List.of("0::/docker/4711"))) {
            assertThat(throttling.throttledNs()).isEqualTo(1_000);
        }
    }

    @Test
    void shouldNotBeThereWithoutALimit() throws IOException {
        write("job/cpu.max", "max 100000\n");
        write("job/cpu.stat", "throttled_usec 1234\n");
        write("cpu/job/cpu.cfs_quota_us", "-1\n");
        assertThat(Throttling.open(mount, List.of("4:cpu:/job", "0::/job", "broken")))
                .isNull();
    }
}
