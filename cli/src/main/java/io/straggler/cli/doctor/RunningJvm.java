package io.straggler.cli.doctor;

import java.util.Optional;

/**
 * Facts that a JVM states about itself and its JDK.
 *
 * @param feature the Java version, such as 17
 * @param collector the garbage collector that a JVM of this JDK takes by itself; empty if it does not say
 * @param availableProcessors how many processors the JVM thinks it may use
 */
public record RunningJvm(
        int feature,
        String version,
        String vendor,
        String vmName,
        Optional<String> collector,
        int availableProcessors) {
    /** The JVM that this runs in. */
    public static RunningJvm current() {
        return new RunningJvm(
                Runtime.version().feature(),
                System.getProperty("java.runtime.version", "unknown"),
                System.getProperty("java.vendor", "unknown"),
                System.getProperty("java.vm.name", "unknown"),
                UsualCollector.ask(),
                Runtime.getRuntime().availableProcessors());
    }
}
