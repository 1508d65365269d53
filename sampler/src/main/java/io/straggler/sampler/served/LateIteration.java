package io.straggler.sampler.served;

/**
 * Iteration that ran for the arm delay or longer, or whose stack was taken for comparison, as its thread noted it.
 *
 * @param osThreadId the thread that ran it
 * @param startNs its start
 * @param endNs its end
 * @param normalSampleNs when a stack of it was due as of a normal iteration; 0 for none
 * @param dueNs when the first stack was due because it was late; 0 for none
 * @param intervalNs between that and the next
 * @param before what the system had charged to the thread at or before its start; its time is 0 where that is not known
 * @param after the same behind its end
 */
public record LateIteration(
        long osThreadId,
        long startNs,
        long endNs,
        long normalSampleNs,
        long dueNs,
        long intervalNs,
        long[] before,
        long[] after) {}
