package io.straggler.cli.doctor;

import io.straggler.sampler.linux.Numbers;
import io.straggler.sampler.linux.SystemFiles;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Whether the machine is real, and what a hypervisor takes away from it. */
final class HypervisorChecks {
    /** Share of stolen time that decides p99.9. */
    private static final double NOTEWORTHY_STEAL = 0.001;

    private static final double HEAVY_STEAL = 0.01;
    private static final int STEAL_FIELD = 7;

    private HypervisorChecks() {}

    static Finding virtualised(SystemFiles files) {
        Optional<String> flags = files.lines("/proc/cpuinfo").stream()
                .filter(line -> line.startsWith("flags"))
                .findFirst();
        String product = files.text("/sys/class/dmi/id/product_name")
                .map(name -> " (" + name + ")")
                .orElse("");
        if (flags.isEmpty()) {
            return Finding.unknown(
                    "virtual machine",
                    "no flags in /proc/cpuinfo" + product,
                    "If this is a virtual machine, its host can stop it at any time: look at steal.");
        }
        if (Arrays.asList(flags.get().split("\\s+")).contains("hypervisor")) {
            return Finding.note(
                    "virtual machine",
                    "yes" + product,
                    "The host can stop this machine at any time, and page faults, signals and timers cost several times"
                            + " what they cost on bare metal: do not take the far tail for the program's.");
        }
        return Finding.ok("virtual machine", "no" + product, "No hypervisor takes cores away.");
    }

    static Finding steal(SystemFiles files) {
        List<Long> ticks = files.lines("/proc/stat").stream()
                .filter(line -> line.startsWith("cpu "))
                .findFirst()
                .map(line -> Arrays.stream(line.substring(4).strip().split("\\s+"))
                        .map(field -> Numbers.whole(field).orElse(0))
                        .toList())
                .orElse(List.of());
        // Guest time, which follows steal, is already counted as user time.
        long total =
                ticks.stream().limit(STEAL_FIELD + 1).mapToLong(Long::longValue).sum();
        if (ticks.size() <= STEAL_FIELD || total <= 0) {
            return Finding.unknown(
                    "steal", "no steal in /proc/stat", "Time that a host takes away looks like any other stall.");
        }
        double share = (double) ticks.get(STEAL_FIELD) / total;
        String value = Numbers.percent(share) + " since boot";
        if (share >= HEAVY_STEAL) {
            return Finding.warning(
                    "steal",
                    value,
                    "The host gives the cores to others for that share of the time, in stops of milliseconds, which is"
                            + " where your p99 will come from: use a machine with cores of its own.");
        }
        if (share >= NOTEWORTHY_STEAL) {
            return Finding.note(
                    "steal",
                    value,
                    "The host takes the cores away often enough to decide p99.9: compare the steal of each outlier before"
                            + " blaming code.");
        }
        return Finding.ok("steal", value, "The host has taken next to nothing away since boot.");
    }
}
