package io.straggler.jmh;

import java.io.Serializable;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Findings of the agent in measured JVMs. The class needs no other class but the JDK's: {@link TrialReader} makes it
 * where there is no JMH, and code that knows JMH takes it. The reader has another class loader, so the methods that it
 * calls are public.
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
    /** Smallest number of calls above a percentile; with fewer, the percentile is luck. */
    private static final int MIN_ABOVE = 10;

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

    /** Returns these metrics with more lines of explanation. */
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

    /** Returns the duration that a number of every 1,000 calls did not exceed; empty if fewer than ten exceeded it. */
    public OptionalDouble perMilleNs(int perMille) {
        long calls = calls();
        if (calls * (1_000 - perMille) < MIN_ABOVE * 1_000L) {
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
