package io.straggler.agent.inside.metrics;

import io.straggler.model.Percentiles;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Values of a session's calls at one moment, since they began to count.
 *
 * @param iterations which calls, as the user named them
 * @param sinceEpochMs when calls began to count, in milliseconds since 1970
 * @param calls what they took
 * @param callsByMethod what those of each method took, by its name; empty where only one was called
 * @param thresholdNs from which duration on a call is an outlier now
 * @param outliers how many were, with the threshold of their time
 * @param outliersWithStack of how many of them a stack was due while they ran
 * @param exemplars by the name of the method, its last outlier that is part of a trace, the method with the last one at the end
 * @param outliersByMethod by the name of the method; those that had none are missing
 */
public record MetricValues(
        String iterations,
        long sinceEpochMs,
        Durations calls,
        Map<String, Durations> callsByMethod,
        long thresholdNs,
        long outliers,
        long outliersWithStack,
        Map<String, Long> outliersByMethod,
        Map<String, Exemplar> exemplars) {
    public MetricValues {
        callsByMethod = Collections.unmodifiableMap(new TreeMap<>(callsByMethod));
        outliersByMethod = Collections.unmodifiableMap(new TreeMap<>(outliersByMethod));
        exemplars = Collections.unmodifiableMap(new LinkedHashMap<>(exemplars));
    }

    /**
     * An outlier that is part of a trace.
     *
     * @param traceId as the program's tracing names it
     * @param latencyNs what it took
     * @param epochMs when it ended, or a moment later, in milliseconds since 1970
     */
    public record Exemplar(String traceId, long latencyNs, long epochMs) {}

    /**
     * Durations of calls. A percentile is empty while fewer than ten calls are above it.
     *
     * @param count how many ended
     * @param sumNs of all, to a thousandth
     */
    public record Durations(
            long count, long sumNs, OptionalLong p50Ns, OptionalLong p99Ns, OptionalLong p999Ns, long maxNs) {
        /** Returns the durations of a histogram, in nanoseconds. */
        public static Durations of(Histogram calls) {
            long count = calls.getTotalCount();
            return new Durations(
                    count,
                    count == 0 ? 0 : Math.round(calls.getMean() * count),
                    percentile(calls, 50),
                    percentile(calls, 99),
                    percentile(calls, 99.9),
                    calls.getMaxValue());
        }

        private static OptionalLong percentile(Histogram calls, double percentile) {
            return Percentiles.measurable(percentile, calls.getTotalCount())
                    ? OptionalLong.of(calls.getValueAtPercentile(percentile))
                    : OptionalLong.empty();
        }
    }
}
