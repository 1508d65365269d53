package io.straggler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.doctor.Finding.Level;
import io.straggler.sampler.linux.FakeSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
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

    private static Finding witness(String switches, String wakeUps) {
        return KernelChecks.witness(new WitnessTrial(refusal(switches), refusal(wakeUps)));
    }

    private static Optional<String> refusal(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    @Test
    void shouldSayWhatPermitsToRecordCoresAndWakeUps() {
        assertThat(witness("", "")).extracting(Finding::level, Finding::value).containsExactly(Level.OK, "recorded");
        assertThat(witness("perf events are refused", "there is no tracefs"))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.NOTE, "not recorded: perf events are refused");
        assertThat(witness("perf events are refused", "").meaning())
                .contains("root or with CAP_PERFMON", "a mounted tracefs", "sudo sysctl kernel.perf_event_paranoid=0");
        assertThat(witness("", "there is no tracefs"))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.NOTE, "cores only: there is no tracefs");
        assertThat(witness("", "there is no tracefs").meaning())
                .contains(
                        "sudo mount -t tracefs tracefs /sys/kernel/tracing",
                        "CAP_PERFMON",
                        "kernel.perf_event_paranoid=-1");
    }

    /** Why it refuses is looked at by the tests of the records themselves. */
    @Test
    void shouldTryWhatThisMachinePermits() {
        WitnessTrial trial = WitnessTrial.observe();

        String text = trial.switches().orElse("") + trial.wakeUps().orElse("");
        assertThat(text).matches("((perf events are refused|there is no /sys|only root may read /sys)[^\\n]*)*");
        if (trial.switches().isPresent()) {
            assertThat(trial.wakeUps()).isPresent();
        }
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
        assertThat(JvmChecks.version(jvm(11, "OpenJDK 64-Bit Server VM", Optional.of("G1")))
                        .level())
                .isEqualTo(Level.WARNING);
        assertThat(JvmChecks.version(jvm(21, "Eclipse OpenJ9 VM", Optional.empty()))
                        .level())
                .isEqualTo(Level.WARNING);
        assertThat(JvmChecks.version(jvm(25, "Java HotSpot(TM) 64-Bit Server VM", Optional.of("ZGC")))
                        .level())
                .isEqualTo(Level.OK);
    }

    @Test
    void shouldNameTheCollectorThatAJvmTakesByItself() {
        assertThat(collector("Serial"))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.NOTE, "Serial");
        assertThat(collector("Parallel"))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.OK, "Parallel");
        assertThat(JvmChecks.collector(jvm(17, "OpenJDK 64-Bit Server VM", Optional.empty()))
                        .value())
                .isEqualTo("unknown: a JVM of this JDK could not be asked");
    }

    @Test
    void shouldReadWhichCollectorAJvmUses() {
        assertThat(UsualCollector.of(Stream.of(
                        "[Global flags]",
                        "     bool UseG1GC                                  = false       {product} {default}",
                        "     bool UseMaximumCompactionOnSystemGC           = true        {product} {default}",
                        "     bool UseSerialGC                              = true        {product} {ergonomic}")))
                .hasValue("Serial");
        assertThat(UsualCollector.of(Stream.of("     bool UseZGC = true {product} {command line}")))
                .hasValue("ZGC");
        assertThat(UsualCollector.of(Stream.of("nothing"))).isEmpty();
    }

    /** The JVM of the tests has a collector of its own choosing; the one that is asked need not. */
    @Test
    void shouldAskAJvmOfThisJdk() {
        assertThat(UsualCollector.ask()).get().asString().isIn("Serial", "Parallel", "G1", "ZGC", "Shenandoah");
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
        assertThat(JvmChecks.freeSpace(OptionalLong.of(0)))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.WARNING, "none: nothing can be written in the current folder");
        assertThat(JvmChecks.freeSpace(OptionalLong.of(1536L << 20)))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.NOTE, "1.5 GiB");
    }

    private static Finding collector(String name) {
        return JvmChecks.collector(jvm(17, "OpenJDK 64-Bit Server VM", Optional.of(name)));
    }

    private static RunningJvm jvm(int feature, String vmName, Optional<String> collector) {
        return new RunningJvm(feature, feature + ".0.1", "Somebody", vmName, collector, 4);
    }

    @Test
    void shouldTellMuslFromGlibc() {
        String jvm = "7f00-7f01 r-xp 00000000 fe:00 12 /usr/lib/jvm/lib/server/libjvm.so\n";
        system.with("/proc/self/maps", jvm + "7f02-7f03 r-xp 00000000 fe:00 13 /lib/ld-musl-x86_64.so.1\n");
        assertThat(JvmChecks.cLibrary(system.files()))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.NOTE, "musl");
        system.with(
                "/proc/self/maps",
                "7f02-7f03 r-xp 0 fe:00 13 /lib/libc.musl-aarch64.so.1\n"
                        + "7f04-7f05 r-xp 0 fe:00 14 /usr/glibc-compat/lib/libc.so.6\n");
        assertThat(JvmChecks.cLibrary(system.files()).value()).isEqualTo("musl");
        for (String glibc : List.of("/usr/lib/x86_64-linux-gnu/libc.so.6", "/lib64/libc-2.17.so")) {
            system.with("/proc/self/maps", jvm + "7f02-7f03 r-xp 00000000 fe:00 13 " + glibc + "\n");
            assertThat(JvmChecks.cLibrary(system.files()))
                    .extracting(Finding::level, Finding::value)
                    .containsExactly(Level.OK, "glibc");
        }
        system.with(
                "/proc/self/maps", jvm + "7f02-7f03 r-xp 0 fe:00 13 /app/lib/libc-2.so\n7f04-7f05 rw-p 0 00:00 0\n");
        assertThat(JvmChecks.cLibrary(system.files()).value()).startsWith("unknown: ");
    }
}
