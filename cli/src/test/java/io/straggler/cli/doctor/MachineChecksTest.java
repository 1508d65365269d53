package io.straggler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.doctor.Finding.Level;
import io.straggler.sampler.linux.FakeSystem;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineChecksTest {
    private static final String CPU = "/sys/devices/system/cpu";

    @TempDir
    private Path root;

    private FakeSystem system;

    @BeforeEach
    void keepWell() {
        system = FakeSystem.wellKept(root);
    }

    @Test
    void shouldWarnOfOneCoreAndNoteAFew() {
        assertThat(ProcessorChecks.cores(system.files(), 1).level()).isEqualTo(Level.WARNING);
        assertThat(ProcessorChecks.cores(system.files(), 2).level()).isEqualTo(Level.NOTE);
        assertThat(ProcessorChecks.cores(system.files(), 4).level()).isEqualTo(Level.OK);
    }

    @Test
    void shouldNameEachPairOfSiblingsOnce() {
        system.with(CPU + "/cpu0/topology/thread_siblings_list", "0,4\n")
                .with(CPU + "/cpu4/topology/thread_siblings_list", "0,4\n")
                .with(CPU + "/cpu1/topology/thread_siblings_list", "1-2\n");

        assertThat(ProcessorChecks.siblings(system.files()))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.NOTE, "0,4 1-2");
    }

    @Test
    void shouldAbridgeManySiblings() {
        for (int cpu = 0; cpu < 8; cpu++) {
            system.with(CPU + "/cpu" + cpu + "/topology/thread_siblings_list", cpu + "," + (cpu + 8));
        }

        assertThat(ProcessorChecks.siblings(system.files()).value()).isEqualTo("0,8 1,9 2,10 3,11 and 4 more");
    }

    @Test
    void shouldWarnOfAGovernorThatSavesPowerOnAnyCore() {
        system.with(CPU + "/cpu3/cpufreq/scaling_governor", "powersave\n");

        Finding finding = ProcessorChecks.governor(system.files());

        assertThat(finding.level()).isEqualTo(Level.WARNING);
        assertThat(finding.value()).isEqualTo("performance, powersave");
        assertThat(finding.meaning()).contains("cpupower frequency-set -g performance");
    }

    @Test
    void shouldReadTurboFromEitherDriver() {
        system.with(CPU + "/intel_pstate/no_turbo", "0\n");
        assertThat(ProcessorChecks.turbo(system.files()).value()).isEqualTo("on");

        system.without(CPU + "/intel_pstate/no_turbo").with(CPU + "/cpufreq/boost", "1\n");
        assertThat(ProcessorChecks.turbo(system.files()).value()).isEqualTo("on");

        system.with(CPU + "/cpufreq/boost", "0\n");
        assertThat(ProcessorChecks.turbo(system.files()).value()).isEqualTo("off");
    }

    @Test
    void shouldCompareTheLoadWithTheCores() {
        system.with("/proc/loadavg", "4.00 1.00 1.00 1/345 4711\n");

        assertThat(ProcessorChecks.load(system.files(), 16).level()).isEqualTo(Level.OK);
        assertThat(ProcessorChecks.load(system.files(), 8).level()).isEqualTo(Level.NOTE);
        assertThat(ProcessorChecks.load(system.files(), 4))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.WARNING, "4.00 on 4 cores (1 minute)");
    }

    @Test
    void shouldNoteAVirtualMachineByItsFlag() {
        system.with("/proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu tsc hypervisor lahf_lm\n")
                .with("/sys/class/dmi/id/product_name", "KVM Virtual Machine\n");

        assertThat(HypervisorChecks.virtualised(system.files()))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.NOTE, "yes (KVM Virtual Machine)");
    }

    @Test
    void shouldWeighStealByTheTailThatItDecides() {
        assertThat(steal("cpu  9000 0 0 990500 0 0 0 500 0 0"))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.OK, "0.05% since boot");
        assertThat(steal("cpu  9000 0 0 989000 0 0 0 2000 0 0"))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.NOTE, "0.2% since boot");
        // Guest time, 500,000 here, is part of user time already.
        assertThat(steal("cpu  600000 0 0 270000 0 0 0 130000 500000 0"))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.WARNING, "13% since boot");
        assertThat(steal("cpu  600000 0 0 270000").value()).isEqualTo("unknown: no steal in /proc/stat");
    }

    private Finding steal(String line) {
        return HypervisorChecks.steal(system.with("/proc/stat", line + "\n").files());
    }

    @Test
    void shouldRankClockSources() {
        assertThat(clock("tsc").level()).isEqualTo(Level.OK);
        assertThat(clock("kvm-clock").level()).isEqualTo(Level.NOTE);
        assertThat(clock("hpet").level()).isEqualTo(Level.WARNING);
    }

    private Finding clock(String source) {
        return ClockChecks.source(
                system.with("/sys/devices/system/clocksource/clocksource0/current_clocksource", source)
                        .files());
    }

    @Test
    void shouldWarnOfAClockThatIsSlowOrCoarse() {
        assertThat(ClockChecks.nanoTime(new ClockCost(40, 10)).level()).isEqualTo(Level.OK);
        assertThat(ClockChecks.nanoTime(new ClockCost(150, 10)).level()).isEqualTo(Level.NOTE);
        assertThat(ClockChecks.nanoTime(new ClockCost(900, 10)).level()).isEqualTo(Level.WARNING);
        assertThat(ClockChecks.nanoTime(new ClockCost(40, 15_600)))
                .extracting(Finding::level, Finding::value)
                .containsExactly(Level.WARNING, "40 ns a reading, steps of 15.6 µs");
    }
}
