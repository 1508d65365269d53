package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThrottlingTest {
    private static final String GROUPS = "proc/self/cgroup";
    private static final String MOUNT = "sys/fs/cgroup/";

    @TempDir
    Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void shouldReadTheUnifiedHierarchy() throws IOException {
        write(GROUPS, "1:name=systemd:/x\n0::/job\n");
        write(MOUNT + "job/cpu.stat", "usage_usec 9\nnr_throttled 3\nthrottled_usec 1234\nnr_bursts 0\n");
        try (Throttling throttling = Throttling.open(root, 0)) {
            assertThat(throttling.throttledNs(1)).isZero();
            write(MOUNT + "job/cpu.stat", "nr_throttled 4\nthrottled_usec 99999\n");
            assertThat(throttling.throttledNs(2)).isEqualTo(98_765_000);
        }
    }

    @Test
    void shouldReadTheOlderHierarchy() throws IOException {
        write(GROUPS, "4:cpu,cpuacct:/job\n0::/\n");
        write(MOUNT + "cpu/job/cpu.stat", "nr_periods 7\nnr_throttled 3\nthrottled_time 5678");
        try (Throttling throttling = Throttling.open(root, 0)) {
            write(MOUNT + "cpu/job/cpu.stat", "nr_periods 8\nnr_throttled 4\nthrottled_time 6000");
            assertThat(throttling.throttledNs(1)).isEqualTo(322);
        }
    }

    /** In a container the path is the host's, and the group is mounted as the root. */
    @Test
    void shouldFallBackToTheRoot() throws IOException {
        write(GROUPS, "0::/docker/4711\n");
        write(MOUNT + "cpu.stat", "throttled_usec 1\n");
        try (Throttling throttling = Throttling.open(root, 0)) {
            write(MOUNT + "cpu.stat", "throttled_usec 3\n");
            assertThat(throttling.throttledNs(1)).isEqualTo(2_000);
        }
    }

    @Test
    void shouldReadTheGroupsAboveAndCountTheSameTimeOnce() throws IOException {
        write(GROUPS, "0::/pods/pod7/job\n");
        write(MOUNT + "pods/pod7/job/cpu.stat", "throttled_usec 10\n");
        write(MOUNT + "pods/pod7/cpu.stat", "throttled_usec 100\n");
        write(MOUNT + "cpu.stat", "usage_usec 9\n");
        try (Throttling throttling = Throttling.open(root, 0)) {
            write(MOUNT + "pods/pod7/cpu.stat", "throttled_usec 150\n");
            assertThat(throttling.throttledNs(1)).isEqualTo(50_000);
            write(MOUNT + "pods/pod7/job/cpu.stat", "throttled_usec 13\n");
            write(MOUNT + "pods/pod7/cpu.stat", "throttled_usec 157\n");
            assertThat(throttling.throttledNs(2)).isEqualTo(57_000);
        }
    }

    @Test
    void shouldFollowAProcessThatIsMovedToAnotherGroup() throws IOException {
        write(GROUPS, "0::/one\n");
        write(MOUNT + "one/cpu.stat", "throttled_usec 10\n");
        write(MOUNT + "two/cpu.stat", "throttled_usec 5000\n");
        try (Throttling throttling = Throttling.open(root, 0)) {
            write(GROUPS, "0::/two\n");
            assertThat(throttling.throttledNs(2_000_000_000)).isZero();
            write(MOUNT + "two/cpu.stat", "throttled_usec 5002\n");
            assertThat(throttling.throttledNs(2_000_000_001)).isEqualTo(2_000);
        }
    }

    @Test
    void shouldNotBeThereWithoutControlGroups() {
        assertThat(Throttling.open(root, 0)).isNull();
    }

    @Test
    void shouldSayNothingWhereNoGroupIsToBeSeen() throws IOException {
        write(GROUPS, "4:cpu:/job\nbroken\n");
        try (Throttling throttling = Throttling.open(root, 0)) {
            assertThat(throttling.throttledNs(1)).isZero();
        }
    }
}
