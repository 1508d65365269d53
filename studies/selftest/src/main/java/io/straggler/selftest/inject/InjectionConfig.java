package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;
import io.straggler.selftest.Regime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a task of the self test is to do, handed over as system properties of its JVM.
 *
 * @param seed of the plan
 * @param regime what surrounds the faults
 * @param faults to inject
 * @param each how often each
 * @param truthFile where to write what was done
 */
public record InjectionConfig(long seed, Regime regime, List<Fault> faults, int each, String truthFile) {
    /** Injections of each kind in the warm-up. */
    public static final int WARM_UP_ROUNDS = 4;

    private static final String PREFIX = "straggler.selftest.";

    public InjectionConfig {
        faults = List.copyOf(faults);
    }

    /** As arguments for the JVM. */
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

    /** How many iterations the measured run must have. */
    public long iterations() {
        return Plan.iterations(regime, faults, each);
    }

    /** How many the warm-up must have. */
    public long warmUpIterations() {
        return Plan.iterations(regime, faults, WARM_UP_ROUNDS);
    }
}
