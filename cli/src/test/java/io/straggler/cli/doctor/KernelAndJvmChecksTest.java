package io.straggler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.doctor.Finding.Level;
import io.straggler.sampler.linux.FakeSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelAndJvmChecksTest {
    @TempDir
    private Path root;

    private FakeSystem system;

    @BeforeEach
    void keepWell() {
        system = FakeSystem.wellKept(root);
    }

    @Test
    void shouldNotePerfEventsThatAreForbidden() {
        system.with("/proc/sys/kernel/perf_event_paranoid", "2\n");

        assertThat(KernelChecks.perfEvents(system.files()))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.NOTE, "perf_event_paranoid=2, kptr_restrict=0");
    }

    @Test
    void shouldWarnWhereRunDelayIsNotCounted() {
        system.without("/proc/self/schedstat");

        assertThat(KernelChecks.runDelay(system.files()))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.WARNING, "unknown: /proc/self/schedstat cannot be read");
    }

    @Test
    void shouldWarnOfHugePagesThatAreAlwaysMade() {
        system.with("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n");

        Finding finding = KernelChecks.hugePages(system.files());

        assertThat(finding).extracting(Finding::level, Finding::value).containsExactly(Level.WARNING, "always");
        assertThat(finding.meaning()).contains("echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled");
    }

    @Test
    void shouldTellUsedSwapFromUnused() {
        String header = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n";
        system.with("/proc/swaps", header + "/swapfile\t\t\tfile\t\t2097148\t\t0\t\t-2\n");
        assertThat(KernelChecks.swap(system.files()).value()).isEqualTo("on, unused");

        system.with("/proc/swaps", header + "/swapfile\t\t\tfile\t\t2097148\t\t204800\t\t-2\n");
        assertThat(KernelChecks.swap(system.files()))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.WARNING, "200 MiB used");
    }

    @Test
    void shouldWarnOfAnOldOrUnsupportedJvm() {
        assertThat(JvmChecks.version(jvm(11, "OpenJDK 64-Bit Server VM", "G1 Young Generation"))
                        .level())
                .isEqualTo(Level.WARNING);
        assertThat(JvmChecks.version(jvm(21, "Eclipse OpenJ9 VM", "scavenge")).level())
                .isEqualTo(Level.WARNING);
        assertThat(JvmChecks.version(jvm(25, "Java HotSpot(TM) 64-Bit Server VM", "ZGC Minor Cycles"))
                        .level())
                .isEqualTo(Level.OK);
    }

    @Test
    void shouldRecogniseCollectorsByTheirBeans() {
        assertThat(collector("Copy", "MarkSweepCompact"))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.NOTE, "Serial");
        assertThat(collector("PS MarkSweep", "PS Scavenge").value()).isEqualTo("Parallel");
        assertThat(collector("ZGC Cycles", "ZGC Pauses").value()).isEqualTo("ZGC");
        assertThat(collector("Shenandoah Cycles").value()).isEqualTo("Shenandoah");
        assertThat(collector("Epsilon Heap").value()).isEqualTo("Epsilon Heap");
    }

    @Test
    void shouldPassOnWhyTheProfilerCannotBeUsed() {
        Finding finding = JvmChecks.asyncProfiler(() -> {
            throw new UnsatisfiedLinkError("no libasyncProfiler for riscv64");
        });

        assertThat(finding)
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.WARNING, "not usable: no libasyncProfiler for riscv64");
    }

    @Test
    void shouldWarnOfAFullDisk() {
        assertThat(JvmChecks.freeSpace(OptionalLong.of(300L << 20)))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.WARNING, "300 MiB");
        assertThat(JvmChecks.freeSpace(OptionalLong.of(1536L << 20)))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.NOTE, "1.5 GiB");
    }

    private static Finding collector(String... names) {
        return JvmChecks.collector(jvm(17, "OpenJDK 64-Bit Server VM", names));
    }

    private static RunningJvm jvm(int feature, String vmName, String... collectors) {
        return new RunningJvm(feature, feature + ".0.1", "Somebody", vmName, List.of(collectors), 4);
    }
}
