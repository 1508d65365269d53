package io.straggler.model;

/**
 * What the operating system charged to a measured thread around one late iteration: differences between two readings taken
 * by the sampler, off the measured thread.
 *
 * @param intendedNs the tag of the iteration
 * @param osThreadId the thread
 * @param fromNs when the earlier reading was taken: before the iteration when {@code fromNs <= start}
 * @param toNs when the later reading was taken, soon after the iteration's end
 * @param runDelayNs time spent runnable but waiting for a core
 * @param cpuNs time on a core; may lag by a scheduler tick while the thread runs
 * @param minorFaults page faults served without I/O
 * @param majorFaults page faults that waited for I/O
 * @param voluntarySwitches times the thread gave up its core
 * @param involuntarySwitches times the core was taken from it
 */
public record ThreadAccounting(
        long intendedNs,
        long osThreadId,
        long fromNs,
        long toNs,
        long runDelayNs,
        long cpuNs,
        long minorFaults,
        long majorFaults,
        long voluntarySwitches,
        long involuntarySwitches) {}
