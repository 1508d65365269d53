package io.straggler.cli.doctor;

import io.straggler.sampler.linux.SystemFiles;
import java.util.List;

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
                JvmChecks.asyncProfiler(process.asyncProfiler()),
                JvmChecks.freeSpace(process.freeBytes()));
    }
}
