package io.straggler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.doctor.Finding.Level;
import io.straggler.sampler.linux.FakeSystem;
import io.straggler.sampler.linux.SystemFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
    @TempDir
    private Path root;

    @Test
    void shouldFindNothingToDoOnAWellKeptMachine() {
        List<Finding> findings = Doctor.examine(FakeSystem.wellKept(root).files(), FakeProcess.with(8));

        assertThat(findings).allSatisfy(finding -> assertThat(finding.level()).isEqualTo(Level.OK));
        assertThat(findings)
                .extracting(Finding::name)
                .doesNotHaveDuplicates()
                .containsExactly(
                        "cores",
                        "CPU layout",
                        "SMT siblings",
                        "frequency governor",
                        "turbo",
                        "load",
                        "CPU limit",
                        "CPU throttling",
                        "memory limit",
                        "virtual machine",
                        "steal",
                        "clock source",
                        "nanoTime",
                        "perf events",
                        "cores and wake-ups",
                        "run-queue delay",
                        "huge pages",
                        "swap",
                        "JDK",
                        "garbage collector",
                        "C library",
                        "async-profiler",
                        "free disk space");
        assertThat(value(findings, "cores")).isEqualTo("8 available of 8 online");
        assertThat(value(findings, "nanoTime")).isEqualTo("21 ns a reading, steps of 20 ns");
        assertThat(value(findings, "garbage collector")).isEqualTo("G1");
        assertThat(value(findings, "async-profiler")).isEqualTo("version 4.6");
    }

    @Test
    void shouldConcludeWhatHasToBeDone() {
        Finding fine = Finding.ok("SMT siblings", "none", "Each core is a whole one.");
        Finding note = Finding.note("cores", "2", "Few.");
        Finding load = Finding.warning("load", "6", "Others use every core.");
        Finding swap = Finding.warning("swap", "1 GiB", "Pages are read from disk.");

        assertThat(Doctor.conclusion(List.of(fine))).isEqualTo("Nothing has to be done before measuring.");
        assertThat(Doctor.conclusion(List.of(fine, note)))
                .isEqualTo("Nothing has to be done before measuring. 1 note: worth knowing when you read a result.");
        assertThat(Doctor.conclusion(List.of(load, note, note, swap)))
                .isEqualTo(
                        "2 warnings: mend load, swap before measuring, or expect it in the tail. 2 notes: worth knowing"
                                + " when you read a result.");
    }

    @Test
    void shouldSayUnknownAndGoOnWhenNothingCanBeRead() {
        ThisProcess process = FakeProcess.with(8);
        List<Finding> findings = Doctor.examine(
                new FakeSystem(root).files(),
                new ThisProcess(
                        process.jvm(),
                        process.clock(),
                        OptionalLong.empty(),
                        process.asyncProfiler(),
                        process.witness()));

        assertThat(findings.stream()
                        .filter(finding -> finding.value().startsWith("unknown: "))
                        .map(Finding::name))
                .containsExactly(
                        "CPU layout",
                        "SMT siblings",
                        "frequency governor",
                        "turbo",
                        "load",
                        "CPU limit",
                        "CPU throttling",
                        "memory limit",
                        "virtual machine",
                        "steal",
                        "clock source",
                        "perf events",
                        "run-queue delay",
                        "huge pages",
                        "swap",
                        "C library",
                        "free disk space");
        assertThat(value(findings, "cores")).isEqualTo("8 available");
    }

    @Test
    void shouldSurviveFilesFullOfNonsense() {
        FakeSystem system = FakeSystem.wellKept(root);
        for (String path : List.of(
                "/proc/cpuinfo",
                "/proc/loadavg",
                "/proc/self/cgroup",
                "/proc/stat",
                "/proc/sys/kernel/perf_event_paranoid",
                "/proc/self/schedstat",
                "/sys/kernel/mm/transparent_hugepage/enabled",
                "/proc/swaps")) {
            system.with(path, "cpu NaN :: \u0000 [ 99999999999999999999\n::\n");
        }

        assertThat(Doctor.examine(system.files(), FakeProcess.with(8))).hasSize(23);
    }

    @Test
    void shouldExamineTheMachineThatThisRunsOn() {
        ThisProcess here = ThisProcess.observe(root, () -> "4.6");

        List<Finding> findings = Doctor.examine(SystemFiles.ofThisMachine(), here);

        assertThat(findings).hasSize(23);
        assertThat(here.clock().readNs()).isPositive();
        assertThat(here.clock().granularityNs()).isBetween(1L, 1_000_000_000L);
        assertThat(here.freeBytes().orElseThrow()).isPositive();
    }

    @Test
    void shouldMeasureAClockByItsReadingsAndItsSmallestStep() {
        long[] nowNs = {0};
        // Two readings show the same time, then it moves on by 100.
        ClockCost cost = ClockCost.measure(() -> nowNs[0]++ / 2 * 100);

        assertThat(cost.granularityNs()).isEqualTo(100);
        assertThat(cost.readNs()).isEqualTo(50);
    }

    private static String value(List<Finding> findings, String name) {
        return findings.stream()
                .filter(finding -> finding.name().equals(name))
                .findFirst()
                .orElseThrow()
                .value();
    }
}
