package io.straggler.selftest.task;

import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.fault.Regime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Orders for a task of the self test, as system properties of the JVM.
 *
 * @param seed of the plan
 * @param regime surroundings of the faults
 * @param faults to inject
 * @param each number of injections of each fault
 * @param truthFile the file to write at the end
 */
public record InjectionConfig(long seed, Regime regime, List<Fault> faults, int each, String truthFile) {
    /** Injections of each kind in the warm-up. */
    public static final int WARM_UP_ROUNDS = 4;

    private static final String PREFIX = "straggler.selftest.";

    public InjectionConfig {
        faults = List.copyOf(faults);
    }

    /** Arguments for the JVM. */
    public List<String> jvmArguments() {
        return List.of(
                "-D" + PREFIX + "seed=" + seed,
                "-D" + PREFIX + "regime=" + regime.name(),
                "-D" + PREFIX + "faults=" + faults.stream().map(Fault::id).collect(Collectors.joining(",")),
                "-D" + PREFIX + "each=" + each,
                "-D" + PREFIX + "truth=" + truthFile);
    }

    public static InjectionConfig ofProperties() {
        return new InjectionConfig(
                Long.parseLong(property("seed")),
                Regime.valueOf(property("regime")),
                Arrays.stream(property("faults").split(",")).map(Fault::ofId).toList(),
                Integer.parseInt(property("each")),
                property("truth"));
    }

    private static String property(String name) {
        String value = System.getProperty(PREFIX + name);
        if (value == null) {
            throw new IllegalStateException("system property must be set: name=" + PREFIX + name);
        }
        return value;
    }

    /** Number of iterations of the measured run. */
    public long iterations() {
        return Plan.iterations(regime, faults, each);
    }

    /** Number of iterations of the warm-up. */
    public long warmUpIterations() {
        return Plan.iterations(regime, faults, WARM_UP_ROUNDS);
    }
}
