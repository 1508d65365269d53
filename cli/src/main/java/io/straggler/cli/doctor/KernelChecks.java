package io.straggler.cli.doctor;

import io.straggler.sampler.linux.Numbers;
import io.straggler.sampler.linux.SystemFiles;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks of what the kernel lets a profiler see, and of its settings for memory. */
final class KernelChecks {
    private static final String PARANOID = "/proc/sys/kernel/perf_event_paranoid";
    private static final String POINTERS = "/proc/sys/kernel/kptr_restrict";
    private static final String HUGE_PAGES = "/sys/kernel/mm/transparent_hugepage/enabled";
    private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)]");

    private KernelChecks() {}

    static Finding perfEvents(SystemFiles files) {
        OptionalLong paranoid = files.text(PARANOID).map(Numbers::whole).orElse(OptionalLong.empty());
        String pointers = files.text(POINTERS).orElse("unknown");
        if (paranoid.isEmpty()) {
            return Finding.unknown(
                    "perf events",
                    PARANOID + " cannot be read",
                    "Triggered sampling does not need them; periodic sampling may show no kernel frames.");
        }
        String value = "perf_event_paranoid=" + paranoid.getAsLong() + ", kptr_restrict=" + pointers;
        if (paranoid.getAsLong() <= 1 && pointers.equals("0")) {
            return Finding.ok("perf events", value, "Periodic sampling can show kernel frames with their names.");
        }
        if (paranoid.getAsLong() > 2) {
            return Finding.note(
                    "perf events",
                    value,
                    "When a thread had no core is inferred from scheduler statistics instead of recorded: sudo sysctl"
                            + " kernel.perf_event_paranoid=2");
        }
        return Finding.note(
                "perf events",
                value,
                "Triggered sampling does not need them, but periodic sampling shows no kernel frames: sudo sysctl"
                        + " kernel.perf_event_paranoid=1 kernel.kptr_restrict=0");
    }

    static Finding witness(WitnessTrial trial) {
        if (trial.switches().isPresent()) {
            return Finding.note(
                    "cores and wake-ups",
                    "not recorded: " + trial.switches().get(),
                    "Who had a core that a thread waited for is estimated, and who ended a wait is often not known: run it as"
                            + " root or with CAP_PERFMON and a mounted tracefs, or for cores alone: sudo sysctl"
                            + " kernel.perf_event_paranoid=0");
        }
        if (trial.wakeUps().isPresent()) {
            return Finding.note(
                    "cores and wake-ups",
                    "cores only: " + trial.wakeUps().get(),
                    "Who ended a wait is often not known: sudo mount -t tracefs tracefs /sys/kernel/tracing, and run it as"
                            + " root, or with CAP_PERFMON or kernel.perf_event_paranoid=-1 and permission to read tracefs.");
        }
        return Finding.ok(
                "cores and wake-ups",
                "recorded",
                "A run tells who had a core that a thread waited for, and who ended a wait.");
    }

    static Finding runDelay(SystemFiles files) {
        Optional<String> schedstat = files.text("/proc/self/schedstat").filter(text -> text.split("\\s+").length == 3);
        if (schedstat.isEmpty()) {
            return Finding.warning(
                    "run-queue delay",
                    Finding.UNKNOWN + "/proc/self/schedstat cannot be read",
                    "Waits for a core cannot be measured, so they stay unexplained or pass for code: use Linux with"
                            + " CONFIG_SCHED_INFO.");
        }
        return Finding.ok("run-queue delay", "schedstat", "Waits for a core are measured for each outlier.");
    }

    static Finding hugePages(SystemFiles files) {
        Optional<String> chosen = files.text(HUGE_PAGES)
                .map(CHOSEN::matcher)
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1));
        if (chosen.isEmpty()) {
            return Finding.unknown(
                    "huge pages",
                    HUGE_PAGES + " cannot be read",
                    "Page faults may clear or compact two megabytes at once.");
        }
        if (chosen.get().equals("always")) {
            return Finding.warning(
                    "huge pages",
                    "always",
                    "A first touch may clear, or compact memory for, two megabytes at once, and khugepaged stops threads to"
                            + " merge pages: echo madvise | sudo tee " + HUGE_PAGES);
        }
        return Finding.ok(
                "huge pages", chosen.get(), "The kernel makes huge pages only where a program asks for them.");
    }

    static Finding swap(SystemFiles files) {
        List<String> lines = files.lines("/proc/swaps");
        if (lines.isEmpty()) {
            return Finding.unknown(
                    "swap", "/proc/swaps cannot be read", "A page that was swapped out costs milliseconds.");
        }
        long usedKib = 0;
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split("\\s+");
            usedKib += fields.length > 3 ? Numbers.whole(fields[3]).orElse(0) : 0;
        }
        if (usedKib > 0) {
            return Finding.warning(
                    "swap",
                    Numbers.bytes(usedKib * 1024) + " used",
                    "Memory is being swapped, and touching a page that is out costs milliseconds: sudo swapoff -a, or free"
                            + " memory first.");
        }
        if (lines.size() > 1) {
            return Finding.note(
                    "swap",
                    "on, unused",
                    "Under memory pressure parts of the heap may be swapped out: sudo swapoff -a");
        }
        return Finding.ok("swap", "off", "No page of the heap is ever fetched from disk.");
    }
}
