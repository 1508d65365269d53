package io.straggler.cli.doctor;

import io.straggler.model.text.Durations;
import io.straggler.sampler.linux.ControlGroup;
import io.straggler.sampler.linux.Numbers;
import io.straggler.sampler.linux.SystemFiles;
import java.util.Optional;
import java.util.OptionalLong;

/** Limits that a container, or any control group, puts on the process. */
final class ContainerChecks {
    private static final String UNREADABLE = "/proc/self/cgroup cannot be read";

    private ContainerChecks() {}

    static Finding processorLimit(SystemFiles files) {
        ControlGroup group = new ControlGroup(files);
        if (!group.isKnown()) {
            return Finding.unknown(
                    "CPU limit",
                    UNREADABLE,
                    "If a container limits the CPU, its stops look like stalls of the program.");
        }
        Optional<Double> cores = group.processorLimit();
        if (cores.isEmpty()) {
            return Finding.ok("CPU limit", "none", "No quota stops the process in the middle of an iteration.");
        }
        return Finding.warning(
                "CPU limit",
                Numbers.rounded(cores.get()) + " cores",
                "When all threads together use up the quota, the kernel stops them for the rest of its period, often tens"
                        + " of milliseconds: measure without a quota, or expect a cause named CPU throttling.");
    }

    static Finding throttling(SystemFiles files) {
        ControlGroup group = new ControlGroup(files);
        if (!group.isKnown()) {
            return Finding.unknown("CPU throttling", UNREADABLE, "Throttling looks like any other stall.");
        }
        Optional<ControlGroup.Throttling> counted = group.throttling();
        if (counted.isEmpty()) {
            return Finding.ok("CPU throttling", "not counted", "This group has no quota whose use would be counted.");
        }
        ControlGroup.Throttling throttling = counted.get();
        String value = throttling.throttledPeriods() + " of " + throttling.periods() + " periods throttled";
        if (throttling.throttledPeriods() == 0) {
            return Finding.ok("CPU throttling", value, "The quota has not stopped anything in this group yet.");
        }
        return Finding.warning(
                "CPU throttling",
                value + ", " + Durations.format(throttling.throttledNs()) + " in all",
                "The quota has already stopped this group, and will stop measured iterations too: raise it, or use fewer"
                        + " threads.");
    }

    static Finding memoryLimit(SystemFiles files) {
        ControlGroup group = new ControlGroup(files);
        if (!group.isKnown()) {
            return Finding.unknown(
                    "memory limit", UNREADABLE, "Near a memory limit the kernel reclaims pages during iterations.");
        }
        OptionalLong bytes = group.memoryLimitBytes();
        if (bytes.isEmpty()) {
            return Finding.ok("memory limit", "none", "Only the machine's memory limits the process.");
        }
        return Finding.note(
                "memory limit",
                Numbers.bytes(bytes.getAsLong()),
                "The JVM sizes its heap by this, and near the limit the kernel reclaims pages during iterations, which shows"
                        + " as page faults: keep heap and recording well below it, with -Xmx if need be.");
    }
}
