package io.straggler.cli.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** A made-up {@code /proc} and {@code /sys} below a temporary folder. */
final class FakeSystem {
    private final Path root;

    FakeSystem(Path root) {
        this.root = root;
    }

    /** Eight quiet cores of a real machine, set up for measuring. */
    static FakeSystem wellKept(Path root) {
        FakeSystem system = new FakeSystem(root);
        StringBuilder cpuinfo = new StringBuilder();
        for (int cpu = 0; cpu < 8; cpu++) {
            cpuinfo.append("processor\t: ").append(cpu).append("\nflags\t\t: fpu vme tsc constant_tsc\n\n");
            String folder = "/sys/devices/system/cpu/cpu" + cpu;
            system.with(folder + "/topology/thread_siblings_list", cpu + "\n")
                    .with(folder + "/cpufreq/scaling_governor", "performance\n");
        }
        return system.with("/proc/cpuinfo", cpuinfo.toString())
                .with("/sys/devices/system/cpu/intel_pstate/no_turbo", "1\n")
                .with("/proc/loadavg", "0.21 0.30 0.28 1/345 4711\n")
                .with("/proc/self/cgroup", "0::/user.slice/session-1.scope\n")
                .with("/sys/fs/cgroup/user.slice/session-1.scope/cpu.max", "max 100000\n")
                .with("/sys/fs/cgroup/user.slice/session-1.scope/memory.max", "max\n")
                .with("/proc/stat", "cpu  1000 0 500 98000 400 0 100 0 0 0\ncpu0 125 0 60 12000 50 0 12 0 0 0\n")
                .with("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n")
                .with("/proc/sys/kernel/perf_event_paranoid", "1\n")
                .with("/proc/sys/kernel/kptr_restrict", "0\n")
                .with("/proc/self/schedstat", "501108 427653 2\n")
                .with("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n")
                .with("/proc/swaps", "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n");
    }

    FakeSystem with(String path, String text) {
        try {
            Path file = root.resolve(path.substring(1));
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return this;
    }

    FakeSystem without(String path) {
        try {
            Files.delete(root.resolve(path.substring(1)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return this;
    }

    SystemFiles files() {
        return SystemFiles.below(root);
    }

    static ThisProcess process(int availableProcessors) {
        RunningJvm jvm = new RunningJvm(
                17,
                "17.0.15+6",
                "Debian",
                "OpenJDK 64-Bit Server VM",
                List.of("G1 Young Generation", "G1 Old Generation"),
                availableProcessors);
        return new ThisProcess(jvm, new ClockCost(20.5, 20), OptionalLong.of(100L << 30), () -> "4.6");
    }
}
