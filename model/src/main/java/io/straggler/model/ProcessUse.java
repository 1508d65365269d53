package io.straggler.model;

/**
 * CPU time and memory of a measured JVM from its start until its run was over, warm-up included.
 *
 * @param cpuNs CPU time of all of its threads
 * @param peakBytes the largest resident memory
 */
public record ProcessUse(long cpuNs, long peakBytes) {
    /** Returns the sum of CPU time and the larger peak, for JVMs that ran one after the other. */
    public ProcessUse plus(ProcessUse other) {
        return new ProcessUse(cpuNs + other.cpuNs, Math.max(peakBytes, other.peakBytes));
    }
}
