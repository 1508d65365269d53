package io.straggler.cli.doctor;

import io.straggler.model.text.Durations;
import io.straggler.sampler.linux.SystemFiles;
import java.util.Optional;
import java.util.Set;

/** Where time comes from, and what reading it costs. */
final class ClockChecks {
    private static final String SOURCE = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    private static final Set<String> FAST = Set.of("tsc", "arch_sys_counter");
    private static final Set<String> FAST_IN_GUESTS = Set.of("kvm-clock", "hyperv_clocksource_tsc_page");
    private static final double DEAR_READ_NS = 100;
    private static final double VERY_DEAR_READ_NS = 500;
    private static final long COARSE_NS = 1_000;

    private ClockChecks() {}

    static Finding source(SystemFiles files) {
        Optional<String> source = files.text(SOURCE);
        if (source.isEmpty()) {
            return Finding.unknown(
                    "clock source", SOURCE + " cannot be read", "Trust the measured cost of nanoTime instead.");
        }
        String value = source.get();
        if (FAST.contains(value)) {
            return Finding.ok("clock source", value, "Time is read from the processor, without a system call.");
        }
        if (FAST_IN_GUESTS.contains(value)) {
            return Finding.note(
                    "clock source",
                    value,
                    "Time comes from the processor with the host's corrections: cheap, but it may step a little when the"
                            + " machine is moved.");
        }
        return Finding.warning(
                "clock source",
                value,
                "Each reading of the time is a system call or slower, and that cost is in every number: switch to tsc (echo"
                        + " tsc | sudo tee " + SOURCE + ") if the system offers it.");
    }

    static Finding nanoTime(ClockCost cost) {
        String value = Durations.format(Math.round(cost.readNs())) + " a reading, steps of "
                + Durations.format(cost.granularityNs());
        if (cost.readNs() >= VERY_DEAR_READ_NS || cost.granularityNs() > COARSE_NS) {
            return Finding.warning(
                    "nanoTime",
                    value,
                    "Latencies of a few microseconds drown in the clock: believe nothing shorter than ten readings or"
                            + " steps.");
        }
        if (cost.readNs() >= DEAR_READ_NS) {
            return Finding.note(
                    "nanoTime", value, "The clock is dear: probes inside short iterations change what they measure.");
        }
        return Finding.ok("nanoTime", value, "The clock is cheap and fine enough for iterations under a microsecond.");
    }
}
