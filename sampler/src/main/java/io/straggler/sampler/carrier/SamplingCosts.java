package io.straggler.sampler.carrier;

/**
 * Costs in nanoseconds on this machine, by measurements at the start.
 *
 * @param captureNs a stack, from its thread; 0 where none can be taken
 * @param faultNs a minor page fault
 */
public record SamplingCosts(long captureNs, long faultNs) {}
