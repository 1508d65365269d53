package io.straggler.model;

/**
 * CPU time and waiting time that the scheduler counted of one thread between two looks at it. The sampler thread looks
 * every few milliseconds, so this says who ran around an outlier, but not when within it.
 *
 * @param fromNs when the sampler looked first
 * @param toNs when it looked again
 * @param osThreadId the operating system's number of the thread
 * @param thread its name. The operating system keeps fifteen bytes of it; of a Java thread it is in full, with a star for the number if several
 *     threads' names begin alike and differ in that only
 * @param cpuNs time on a core; of a thread that runs at that moment up to a scheduler tick too little
 * @param runDelayNs waits for a core that ended between the two
 */
public record CoreUse(long fromNs, long toNs, long osThreadId, String thread, long cpuNs, long runDelayNs) {}
