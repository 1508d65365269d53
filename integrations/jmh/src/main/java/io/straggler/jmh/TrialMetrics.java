package io.straggler.jmh;

import java.io.Serializable;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What the agent found in measured JVMs. It needs no class but the JDK's: {@link TrialReader} makes it where there is no JMH, and what knows JMH takes it. The reader has
 * another class loader, so what it calls is public.
 *
 * @param latencies how many calls took how many nanoseconds, to three digits
 * @param outliers how many took the threshold or longer
 * @param expected of how many outliers a stack was to be expected: those that ran until the first was due
 * @param withStack how many of those have one
 * @param explained what else is to be said, in lines
 */
public record TrialMetrics(
        TreeMap<Long, Long> latencies, long outliers, long expected, long withStack, String explained)
        implements Serializable {
    /** With fewer calls above it, a percentile is a matter of luck. */
    private static final int LEAST_ABOVE = 10;

    /** The figures of the JVMs of both together. */
    TrialMetrics plus(TrialMetrics other) {
        TreeMap<Long, Long> all = new TreeMap<>(latencies);
        other.latencies.forEach((ns, count) -> all.merge(ns, count, Long::sum));
        return new TrialMetrics(
                all,
                outliers + other.outliers,
                expected + other.expected,
                withStack + other.withStack,
                explained + other.explained);
    }

    /** The same, with more said. */
    public TrialMetrics explained(String lines) {
        return new TrialMetrics(latencies, outliers, expected, withStack, lines);
    }

    /** Zero without calls. */
    public long worstNs() {
        return latencies.isEmpty() ? 0 : latencies.lastKey();
    }

    long calls() {
        return latencies.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Not a number without calls. */
    double meanNs() {
        double sum = latencies.entrySet().stream()
                .mapToDouble(entry -> (double) entry.getKey() * entry.getValue())
                .sum();
        return sum / calls();
    }

    /** So many of 1,000 calls took no longer; empty if fewer than ten took longer. */
    public OptionalDouble perMilleNs(int perMille) {
        long calls = calls();
        if (calls * (1_000 - perMille) < LEAST_ABOVE * 1_000L) {
            return OptionalDouble.empty();
        }
        long left = (calls * perMille + 999) / 1_000;
        for (Map.Entry<Long, Long> entry : latencies.entrySet()) {
            left -= entry.getValue();
            if (left <= 0) {
                return OptionalDouble.of(entry.getKey());
            }
        }
        return OptionalDouble.of(latencies.lastKey());
    }
}
