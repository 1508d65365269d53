package io.straggler.sampler.linux;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Time for which threads stood still because memory was short: they waited for the kernel to find free pages, to read back what it had dropped, or until their control group was below its
 * {@code memory.high}.
 *
 * <p>Of this process's control group, or of the innermost one above it that the kernel counts this for; where there is none, of the whole machine.
 *
 * <p>Source: the kernel's pressure stall information, {@code Documentation/accounting/psi.rst}.
 */
public final class MemoryStalls {
    private static final String OF_MACHINE = "/proc/pressure/memory";
    private static final String TOTAL = "total=";
    private static final String SOME = "some ";
    private static final String HIGH = "high ";

    private final SystemFiles files;
    private final List<String> folders;

    /**
     * Counts of the kernel up to an instant.
     *
     * @param stalledNs time in which at least one thread stood still
     * @param highReached how often a group was slowed down because it was above its {@code memory.high}
     */
    public record Reading(long stalledNs, long highReached) {
        /** Difference from an earlier reading; zero where this one is lower, because the process was moved to another group. */
        public Reading since(Reading earlier) {
            return new Reading(
                    Math.max(0, stalledNs - earlier.stalledNs), Math.max(0, highReached - earlier.highReached));
        }
    }

    public MemoryStalls(SystemFiles files) {
        this.files = files;
        this.folders = new ControlGroup(files).folders("memory");
    }

    /** Counts so far; empty where the kernel does not count. */
    public Optional<Reading> read() {
        OptionalLong stalledUs = folders.stream()
                .map(folder -> totalUs(folder + "/memory.pressure"))
                .filter(OptionalLong::isPresent)
                .findFirst()
                .orElseGet(() -> totalUs(OF_MACHINE));
        long high = folders.stream()
                .flatMap(folder -> files.lines(folder + "/memory.events").stream())
                .filter(line -> line.startsWith(HIGH))
                .mapToLong(line -> Numbers.whole(line.substring(HIGH.length())).orElse(0))
                .max()
                .orElse(0);
        return stalledUs.isPresent() ? Optional.of(new Reading(stalledUs.getAsLong() * 1_000, high)) : Optional.empty();
    }

    /** The total of a line such as {@code some avg10=0.00 avg60=0.00 avg300=0.00 total=1234}, in microseconds. */
    private OptionalLong totalUs(String file) {
        return files.lines(file).stream()
                .filter(line -> line.startsWith(SOME) && line.contains(TOTAL))
                .map(line -> Numbers.whole(line.substring(line.indexOf(TOTAL) + TOTAL.length())))
                .findFirst()
                .orElse(OptionalLong.empty());
    }
}
