package io.straggler.anyrecording;

import io.straggler.jfr.read.EvidenceType;

/**
 * A type of event that could be iterations.
 *
 * @param name of the type
 * @param count how many events took any time
 * @param p50Ns half of them took no longer
 * @param p999Ns all but one in a thousand took no longer; the longest if there are fewer than ten thousand
 * @param maxNs the longest
 */
public record ListedEvent(String name, long count, long p50Ns, long p999Ns, long maxNs) {
    /** Whether the JVM records it when it blocks a thread. */
    public boolean ofWaitingThreads() {
        return EvidenceType.ALL.stream()
                .anyMatch(type -> type.name().equals(name) && type.recorded() == EvidenceType.Recorded.BLOCKING);
    }

    /** Whether the JVM records it, and not the program or a library. */
    public boolean ofTheJvm() {
        return name.startsWith("jdk.");
    }
}
