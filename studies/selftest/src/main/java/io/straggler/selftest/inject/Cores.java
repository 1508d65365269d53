package io.straggler.selftest.inject;

import io.straggler.sampler.linux.NativeThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Division of the cores: one for the measured thread, the others for its helpers.
 *
 * @param measured the core of the measured thread; empty if threads cannot be bound here
 * @param others cores of the helpers
 */
public record Cores(OptionalInt measured, List<Integer> others) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    public Cores {
        others = List.copyOf(others);
    }

    /** Chooses among the cores that this process may use. The last is measured: interrupts prefer the first. */
    public static Cores choose() {
        if (!NativeThread.available()) {
            return new Cores(OptionalInt.empty(), List.of());
        }
        try {
            return choose(Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(ALLOWED))
                    .map(line -> line.substring(ALLOWED.length()).trim())
                    .findFirst()
                    .orElse(""));
        } catch (IOException e) {
            return new Cores(OptionalInt.empty(), List.of());
        }
    }

    /** @param list such as {@code 0-3,8} */
    static Cores choose(String list) {
        List<Integer> all = new ArrayList<>();
        for (String range : list.split(",")) {
            if (range.matches("[0-9]{1,6}(-[0-9]{1,6})?")) {
                String[] ends = range.split("-");
                for (int cpu = Integer.parseInt(ends[0]); cpu <= Integer.parseInt(ends[ends.length - 1]); cpu++) {
                    all.add(cpu);
                }
            }
        }
        if (all.isEmpty()) {
            return new Cores(OptionalInt.empty(), List.of());
        }
        return new Cores(OptionalInt.of(all.get(all.size() - 1)), all.subList(0, all.size() - 1));
    }

    /** Core of a helper, in turn; empty if there is none beside the measured one. */
    public OptionalInt helper(int number) {
        return others.isEmpty() ? OptionalInt.empty() : OptionalInt.of(others.get(number % others.size()));
    }

    /** All cores. */
    public List<Integer> all() {
        List<Integer> all = new ArrayList<>(others);
        measured.ifPresent(all::add);
        return all;
    }

    /** @throws ImpossibleException if there is no core beside the measured one */
    public void requireSecond() throws ImpossibleException {
        if (Runtime.getRuntime().availableProcessors() < 2 || measured.isPresent() && others.isEmpty()) {
            throw new ImpossibleException("needs a second core");
        }
    }
}
