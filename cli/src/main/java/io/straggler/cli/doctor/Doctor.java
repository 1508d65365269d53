package io.straggler.cli.doctor;

import io.straggler.cli.doctor.Finding.Level;
import io.straggler.model.text.TerminalText;
import io.straggler.sampler.linux.SystemFiles;
import java.util.List;
import java.util.stream.Collectors;

/** Examines what surrounds a measurement: everything that can make an iteration slow and is not the program. */
public final class Doctor {
    private Doctor() {}

    /** One finding for each thing looked at, always in the same order. */
    public static List<Finding> examine(SystemFiles files, ThisProcess process) {
        RunningJvm jvm = process.jvm();
        return List.of(
                ProcessorChecks.cores(files, jvm.availableProcessors()),
                ProcessorChecks.layout(files),
                ProcessorChecks.siblings(files),
                ProcessorChecks.governor(files),
                ProcessorChecks.turbo(files),
                ProcessorChecks.load(files, jvm.availableProcessors()),
                ContainerChecks.processorLimit(files),
                ContainerChecks.throttling(files),
                ContainerChecks.memoryLimit(files),
                HypervisorChecks.virtualised(files),
                HypervisorChecks.steal(files),
                ClockChecks.source(files),
                ClockChecks.nanoTime(process.clock()),
                KernelChecks.perfEvents(files),
                KernelChecks.witness(process.witness()),
                KernelChecks.runDelay(files),
                KernelChecks.hugePages(files),
                KernelChecks.swap(files),
                JvmChecks.version(jvm),
                JvmChecks.collector(jvm),
                JvmChecks.cLibrary(files),
                JvmChecks.asyncProfiler(process.asyncProfiler()),
                JvmChecks.freeSpace(process.freeBytes()));
    }

    /** Sentence that says what to do about all findings. */
    static String conclusion(List<Finding> findings) {
        long notes = count(Level.NOTE, findings);
        List<Finding> warnings = findings.stream()
                .filter(finding -> finding.level() == Level.WARNING)
                .toList();
        String worthKnowing =
                notes == 0 ? "" : TerminalText.counted(notes, "note") + ": worth knowing when you read a result.";
        if (warnings.isEmpty()) {
            return ("Nothing has to be done before measuring. " + worthKnowing).strip();
        }
        return TerminalText.counted(warnings.size(), "warning") + ": mend "
                + warnings.stream().map(Finding::name).collect(Collectors.joining(", "))
                + " before measuring, or expect it in the tail. " + worthKnowing;
    }

    private static long count(Level level, List<Finding> findings) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }
}
