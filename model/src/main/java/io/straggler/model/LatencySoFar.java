package io.straggler.model;

/**
 * Latencies of a run that goes on, in nanoseconds, by a histogram of three digits.
 *
 * @param iterations that they are of; with few of them the higher percentiles are a matter of luck
 */
public record LatencySoFar(long iterations, long p50Ns, long p99Ns, long p999Ns, long worstNs) {}
