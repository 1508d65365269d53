package io.straggler.diagnosis;

/**
 * What the stacks can and cannot speak for.
 *
 * @param outliers how many there were
 * @param ranLong how many of them ran for longer than the arm delay, so that a stack could be expected
 * @param withStack how many have at least one stack
 * @param firstSeenNs median of how long such an outlier had been running at its first stack; zero without any
 * @param serviceNs the time that outliers spent running, in sum
 * @param seenNs the part of it that stacks stand for
 * @param droppedSamples stacks that belong to no outlier and to no baseline capture, and were dropped
 */
public record Coverage(
        long outliers,
        long ranLong,
        long withStack,
        long firstSeenNs,
        long serviceNs,
        long seenNs,
        long droppedSamples) {}
