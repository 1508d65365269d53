package io.straggler.cli.doctor;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * What a JVM says about itself.
 *
 * @param feature the Java version, such as 17
 * @param collectors names of the garbage collectors, as their management beans give them
 * @param availableProcessors how many processors the JVM thinks it may use
 */
public record RunningJvm(
        int feature, String version, String vendor, String vmName, List<String> collectors, int availableProcessors) {
    public RunningJvm {
        collectors = List.copyOf(collectors);
    }

    /** The JVM that this runs in. */
    public static RunningJvm current() {
        return new RunningJvm(
                Runtime.version().feature(),
                System.getProperty("java.runtime.version", "unknown"),
                System.getProperty("java.vendor", "unknown"),
                System.getProperty("java.vm.name", "unknown"),
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(GarbageCollectorMXBean::getName)
                        .toList(),
                Runtime.getRuntime().availableProcessors());
    }
}
