package io.straggler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.doctor.Finding.Level;
import io.straggler.sampler.linux.FakeSystem;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerChecksTest {
    @TempDir
    private Path root;

    private FakeSystem system;

    @BeforeEach
    void start() {
        system = new FakeSystem(root);
    }

    @Test
    void shouldReadTheLimitsOfAContainerOfVersion2() {
        system.with("/proc/self/cgroup", "0::/\n")
                .with("/sys/fs/cgroup/cpu.max", "150000 100000\n")
                .with("/sys/fs/cgroup/memory.max", "536870912\n")
                .with(
                        "/sys/fs/cgroup/cpu.stat",
                        "usage_usec 900000\nnr_periods 400\nnr_throttled 37\nthrottled_usec 812000\n");

        assertThat(ContainerChecks.processorLimit(system.files()))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.WARNING, "1.5 cores");
        assertThat(ContainerChecks.throttling(system.files()))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.WARNING, "37 of 400 periods throttled, 812 ms in all");
        assertThat(ContainerChecks.memoryLimit(system.files()))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.NOTE, "512 MiB");
    }

    @Test
    void shouldReadTheLimitsOfAContainerOfVersion1WhosePathIsTheHosts() {
        system.with("/proc/self/cgroup", "4:memory:/docker/abc\n3:cpu,cpuacct:/docker/abc\n0::/docker/abc\n")
                .with("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "150000\n")
                .with("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n")
                .with("/sys/fs/cgroup/cpu,cpuacct/cpu.stat", "nr_periods 9\nnr_throttled 2\nthrottled_time 5000000\n")
                .with("/sys/fs/cgroup/memory/memory.limit_in_bytes", "2147483648\n");

        assertThat(ContainerChecks.processorLimit(system.files()).value()).isEqualTo("1.5 cores");
        assertThat(ContainerChecks.throttling(system.files()).value())
                .isEqualTo("2 of 9 periods throttled, 5 ms in all");
        assertThat(ContainerChecks.memoryLimit(system.files()).value()).isEqualTo("2 GiB");
    }

    @Test
    void shouldTakeTheSmallestLimitOfTheGroupAndItsParents() {
        system.with("/proc/self/cgroup", "0::/pod/container\n")
                .with("/sys/fs/cgroup/pod/container/cpu.max", "400000 100000\n")
                .with("/sys/fs/cgroup/pod/cpu.max", "200000 100000\n")
                .with("/sys/fs/cgroup/pod/container/cpu.stat", "nr_periods 10\nnr_throttled 0\nthrottled_usec 0\n")
                .with("/sys/fs/cgroup/pod/cpu.stat", "nr_periods 10\nnr_throttled 3\nthrottled_usec 90\n")
                .with("/sys/fs/cgroup/pod/container/memory.max", "max\n")
                .with("/sys/fs/cgroup/pod/memory.max", "1073741824\n");

        assertThat(ContainerChecks.processorLimit(system.files()).value()).isEqualTo("2 cores");
        assertThat(ContainerChecks.throttling(system.files()).value())
                .isEqualTo("3 of 10 periods throttled, 90 µs in all");
        assertThat(ContainerChecks.memoryLimit(system.files()).value()).isEqualTo("1 GiB");
    }

    @Test
    void shouldFindNoLimitWhereBothVersionsSayThatThereIsNone() {
        system.with("/proc/self/cgroup", "4:memory:/\n1:cpu:/\n0::/\n")
                .with("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n")
                .with("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")
                .with("/sys/fs/cgroup/cpu/cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_time 0\n")
                .with("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");

        assertThat(ContainerChecks.processorLimit(system.files()).value()).isEqualTo("none");
        assertThat(ContainerChecks.throttling(system.files()))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.OK, "not counted");
        assertThat(ContainerChecks.memoryLimit(system.files()).value()).isEqualTo("none");
    }
}
