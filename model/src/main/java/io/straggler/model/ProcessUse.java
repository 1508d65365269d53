package io.straggler.model;

/**
 * What a measured JVM took of the machine, from its start until its run was over; warm-up included.
 *
 * @param cpuNs CPU time of all of its threads
 * @param peakBytes the largest resident memory
 */
public record ProcessUse(long cpuNs, long peakBytes) {
    /** Of two JVMs, one after the other. */
    public ProcessUse plus(ProcessUse other) {
        return new ProcessUse(cpuNs + other.cpuNs, Math.max(peakBytes, other.peakBytes));
    }
}
