package io.straggler.fleet.result;

import io.straggler.diagnosis.statistics.Comparison;

/**
 * How the latencies of two groups differ, with hosts as what is resampled.
 *
 * @param by what the groups have in common, such as {@code version}
 * @param a the first group
 * @param b the second
 * @param hostsA how many hosts of the first were drawn
 * @param hostsB how many of the second
 * @param paired whether the same hosts are on both sides
 * @param comparison {@code b} against {@code a}
 */
public record FleetDifference(
        String by, String a, String b, int hostsA, int hostsB, boolean paired, Comparison comparison) {}
