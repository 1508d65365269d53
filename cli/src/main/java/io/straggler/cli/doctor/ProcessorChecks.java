package io.straggler.cli.doctor;

import io.straggler.sampler.linux.CpuLayout;
import io.straggler.sampler.linux.Numbers;
import io.straggler.sampler.linux.SystemFiles;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Cores, their siblings, their frequency and who else uses them. */
final class ProcessorChecks {
    private static final String CPUS = "/sys/devices/system/cpu";
    private static final Pattern CPU = Pattern.compile("cpu[0-9]+");

    /** Fewer than this, and the task, the sampler, the compiler and the collector wait for each other. */
    private static final int ENOUGH_CORES = 4;

    private ProcessorChecks() {}

    static Finding cores(SystemFiles files, int available) {
        long online = files.lines("/proc/cpuinfo").stream()
                .filter(line -> line.startsWith("processor"))
                .count();
        String ofAll = online == 0 ? "" : " of " + online + " online";
        String value = available + " available" + ofAll;
        if (available == 1) {
            return Finding.warning(
                    "cores",
                    value,
                    "The task, the sampler, the compiler and the garbage collector share one core, so each delays the"
                            + " others: give the measurement more cores, or read waits for a core as the tool's own.");
        }
        if (available < ENOUGH_CORES) {
            return Finding.note(
                    "cores",
                    value,
                    "The sampler, the compiler and the garbage collector compete with the task when they run: expect"
                            + " waits for a core that a bigger machine would not have.");
        }
        return Finding.ok("cores", value, "The sampler and the JVM's own threads need not take the task's core.");
    }

    static Finding layout(SystemFiles files) {
        CpuLayout layout = CpuLayout.read(files);
        if (!layout.known()) {
            return Finding.unknown(
                    "CPU layout",
                    "no topology in " + CPUS,
                    "Choose cores to bind threads to by trying, or not at all.");
        }
        String value = layout.toString();
        return layout.isolated().isEmpty()
                ? Finding.ok(
                        "CPU layout",
                        value,
                        "No core is kept free of other work: --pin binds the task to one, but others may use it too"
                                + " (isolcpus keeps them off).")
                : Finding.ok(
                        "CPU layout",
                        value,
                        "The scheduler puts nothing on the isolated ones: bind the task to one of them with --pin.");
    }

    static Finding siblings(SystemFiles files) {
        Set<String> shared = new TreeSet<>();
        boolean known = false;
        for (String cpu : cpus(files)) {
            Optional<String> siblings = files.text(CPUS + "/" + cpu + "/topology/thread_siblings_list");
            known |= siblings.isPresent();
            siblings.filter(list -> list.matches(".*[,-].*")).ifPresent(shared::add);
        }
        if (!known) {
            return Finding.unknown(
                    "SMT siblings",
                    "no topology in " + CPUS,
                    "Two cores may be one: a busy sibling slows the measured thread, and nothing here shows it.");
        }
        if (shared.isEmpty()) {
            return Finding.ok("SMT siblings", "none", "Each core is a whole one, as far as the system says.");
        }
        return Finding.note(
                "SMT siblings",
                abridged(shared),
                "A busy sibling takes execution units and cache from the measured thread without showing as a wait: pin"
                        + " the task to one of each pair and keep the other idle, or switch SMT off.");
    }

    static Finding governor(SystemFiles files) {
        Set<String> governors = CpuLayout.governors(files);
        if (governors.isEmpty()) {
            return Finding.unknown(
                    "frequency governor",
                    "no cpufreq in " + CPUS,
                    "Who sets the clock frequency is hidden, as in most virtual machines: a paced task that idles between"
                            + " iterations may start each of them on a slow core.");
        }
        String value = String.join(", ", governors);
        if (governors.equals(Set.of("performance"))) {
            return Finding.ok("frequency governor", value, "Cores do not slow down between iterations.");
        }
        return Finding.warning(
                "frequency governor",
                value,
                "Cores slow down while the task waits for its next iteration, so low rates look slower than high ones:"
                        + " sudo cpupower frequency-set -g performance");
    }

    static Finding turbo(SystemFiles files) {
        Optional<Boolean> off = files.text(CPUS + "/intel_pstate/no_turbo").map("1"::equals);
        Optional<Boolean> on = off.map(isOff -> !isOff)
                .or(() -> files.text(CPUS + "/cpufreq/boost").map("1"::equals));
        if (on.isEmpty()) {
            return Finding.unknown(
                    "turbo",
                    "neither intel_pstate/no_turbo nor cpufreq/boost in " + CPUS,
                    "If the frequency depends on heat and on the neighbours, runs differ for no reason of the program's:"
                            + " compare by alternating runs.");
        }
        if (on.get()) {
            return Finding.note(
                    "turbo",
                    "on",
                    "The frequency depends on heat and on how many cores are busy, so runs differ for no reason of the"
                            + " program's: alternate the runs you compare, or switch turbo off.");
        }
        return Finding.ok("turbo", "off", "The frequency does not change with heat and neighbours.");
    }

    static Finding load(SystemFiles files, int available) {
        double load = files.text("/proc/loadavg")
                .flatMap(text -> Numbers.decimal(text.split("\\s+")[0]))
                .orElse(-1.0);
        if (load < 0) {
            return Finding.unknown(
                    "load", "/proc/loadavg cannot be read", "Others may use the cores: look before measuring.");
        }
        String value = String.format(Locale.ROOT, "%.2f on %d cores (1 minute)", load, available);
        if (load >= available) {
            return Finding.warning(
                    "load",
                    value,
                    "Others already use every core, and their share becomes your tail: stop them first.");
        }
        if (load >= available / 2.0) {
            return Finding.note(
                    "load", value, "Others use half of the cores or more: expect waits for a core that are theirs.");
        }
        return Finding.ok("load", value, "The cores are mostly idle.");
    }

    private static List<String> cpus(SystemFiles files) {
        return files.names(CPUS).stream()
                .filter(name -> CPU.matcher(name).matches())
                .toList();
    }

    private static String abridged(Set<String> pairs) {
        int shown = 4;
        String first = String.join(" ", pairs.stream().limit(shown).toList());
        return pairs.size() <= shown ? first : first + " and " + (pairs.size() - shown) + " more";
    }
}
