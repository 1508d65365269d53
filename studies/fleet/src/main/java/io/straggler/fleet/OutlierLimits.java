package io.straggler.fleet;

import java.io.Serializable;

/**
 * Which iterations of a recording are outliers.
 *
 * @param thresholdNs from which latency on they are
 * @param leastNs from which on they are explained; more than the threshold where more would not fit into memory
 */
public record OutlierLimits(long thresholdNs, long leastNs) implements Serializable {}
