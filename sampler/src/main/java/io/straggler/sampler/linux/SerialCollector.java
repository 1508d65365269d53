package io.straggler.sampler.linux;

import java.util.List;

/**
 * How other JVMs of Straggler, which are not measured, are told to collect garbage with one thread. The script {@code straggler} has the same
 * flags.
 */
public final class SerialCollector {
    /** A JVM whose options name two collectors does not start, and one may be chosen in {@code JAVA_TOOL_OPTIONS} for all JVMs. */
    public static final List<String> FLAGS =
            List.of("-XX:-UseG1GC", "-XX:-UseParallelGC", "-XX:-UseZGC", "-XX:-UseShenandoahGC", "-XX:+UseSerialGC");

    private SerialCollector() {}
}
