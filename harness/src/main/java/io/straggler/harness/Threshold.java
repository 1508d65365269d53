package io.straggler.harness;

import io.straggler.harness.series.LatencyPeriods;
import io.straggler.model.AskedThreshold;
import io.straggler.model.BelowThreshold;
import io.straggler.model.Percentiles;
import io.straggler.model.text.Durations;
import io.straggler.model.text.OptionException;
import java.util.Locale;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** From which latency on an iteration is an outlier. */
public sealed interface Threshold {
    /**
     * The threshold in nanoseconds, now that the warm-up is over.
     *
     * @param warmUp latencies of the settled part of the warm-up; may be empty
     * @throws IllegalStateException if the warm-up is too short for it
     */
    long resolveNs(Histogram warmUp);

    /**
     * The latency from which on iterations of the run are reported, so that {@link #atEndNs} can choose among them.
     *
     * @param thresholdNs what it came to in the warm-up
     * @param service service times of the settled part of the warm-up; may be empty
     */
    default long reportedFromNs(long thresholdNs, Histogram service) {
        return thresholdNs;
    }

    /**
     * The threshold in nanoseconds, now that the run is over.
     *
     * @param thresholdNs what it came to in the warm-up
     * @param reportedFromNs the latency from which on iterations were reported, at most {@code thresholdNs}
     * @param run latencies of the whole run
     */
    default long atEndNs(long thresholdNs, long reportedFromNs, Histogram run) {
        return thresholdNs;
    }

    /** Whether it can only be known after a warm-up. */
    boolean needsWarmUp();

    /** The threshold as files have it. */
    AskedThreshold asked();

    /** Reads {@code auto}, {@code p99.9} or a duration such as {@code 50us}. */
    static Threshold parse(String text) {
        String trimmed = text.trim().toLowerCase(Locale.ROOT);
        if (trimmed.equals("auto")) {
            return new Auto();
        }
        if (trimmed.matches("p[0-9]+(\\.[0-9]+)?")) {
            return new Percentile(Double.parseDouble(trimmed.substring(1)));
        }
        return new Fixed(ns(trimmed, text));
    }

    private static long ns(String trimmed, String text) {
        try {
            return Durations.parseNs(trimmed);
        } catch (IllegalArgumentException e) {
            throw new OptionException(
                    "threshold",
                    "must be a duration such as 5ms, a percentile such as p99.9, or auto",
                    "threshold=" + text);
        }
    }

    /** Fixed latency, equal in every run. */
    record Fixed(long thresholdNs) implements Threshold {
        public Fixed {
            if (thresholdNs <= 0) {
                throw new OptionException("threshold", "must be above zero", "thresholdNs=" + thresholdNs);
            }
        }

        @Override
        public long resolveNs(Histogram warmUp) {
            return thresholdNs;
        }

        @Override
        public boolean needsWarmUp() {
            return false;
        }

        @Override
        public AskedThreshold asked() {
            return AskedThreshold.time(thresholdNs);
        }

        @Override
        public String toString() {
            return asked().toString();
        }
    }

    /** A percentile of the warm-up's settled half. */
    record Percentile(double percentile) implements Threshold {
        public Percentile {
            if (!(percentile >= 50 && percentile < 100)) {
                throw new OptionException("threshold", "must be from p50 to below p100", "threshold=p" + percentile);
            }
        }

        @Override
        public long resolveNs(Histogram warmUp) {
            if (!Percentiles.measurable(percentile, warmUp.getTotalCount())) {
                throw tooFew(this, Percentiles.needed(percentile), warmUp);
            }
            return Math.max(1, warmUp.getValueAtPercentile(percentile));
        }

        @Override
        public boolean needsWarmUp() {
            return true;
        }

        @Override
        public AskedThreshold asked() {
            return AskedThreshold.percentile(percentile);
        }

        @Override
        public String toString() {
            return asked().toString();
        }
    }

    /**
     * Latency that stands out from the warm-up's settled half: the highest of its 99.9th, 99th and 90th percentile that ten iterations lie above, but
     * at least three times its median. A warm-up with a stall has a higher one than the run needs, so that the same of the run is taken in the
     * end, where it is lower; or a latency below that, from which on iterations lost more time than those above.
     */
    record Auto() implements Threshold {
        private static final int MEDIANS = 3;

        @Override
        public long resolveNs(Histogram warmUp) {
            return standsOutNs(warmUp).orElseThrow(() -> tooFew(this, Percentiles.needed(90), warmUp));
        }

        /** Threshold from service times: a stall is one of these, however many iterations wait behind it. */
        @Override
        public long reportedFromNs(long thresholdNs, Histogram service) {
            return Math.min(
                    thresholdNs,
                    service.lowestEquivalentValue(standsOutNs(service).orElse(thresholdNs)));
        }

        @Override
        public long atEndNs(long thresholdNs, long reportedFromNs, Histogram run) {
            long chosenNs = Math.min(
                    thresholdNs, run.lowestEquivalentValue(standsOutNs(run).orElse(thresholdNs)));
            long lowerNs = BelowThreshold.of(LatencyPeriods.counts(run), chosenNs)
                    .map(below -> run.lowestEquivalentValue(below.fromNs()))
                    .orElse(chosenNs);
            return Math.max(Math.min(chosenNs, lowerNs), Math.min(thresholdNs, reportedFromNs));
        }

        private static OptionalLong standsOutNs(Histogram latencies) {
            OptionalLong highest = highest(latencies);
            return highest.isEmpty()
                    ? highest
                    : OptionalLong.of(Math.max(highest.getAsLong(), MEDIANS * latencies.getValueAtPercentile(50)));
        }

        private static OptionalLong highest(Histogram latencies) {
            for (double percentile : new double[] {99.9, 99, 90}) {
                if (Percentiles.measurable(percentile, latencies.getTotalCount())) {
                    return OptionalLong.of(latencies.getValueAtPercentile(percentile));
                }
            }
            return OptionalLong.empty();
        }

        @Override
        public boolean needsWarmUp() {
            return true;
        }

        @Override
        public AskedThreshold asked() {
            return AskedThreshold.AUTO;
        }

        @Override
        public String toString() {
            return asked().toString();
        }
    }

    private static IllegalStateException tooFew(Threshold threshold, long needed, Histogram warmUp) {
        return new IllegalStateException(String.format(
                Locale.ROOT,
                "the threshold %s is measured in the second half of the warm-up, and needs %,d iterations there, where %,d were:"
                        + " warm up for longer, or give a duration as threshold, such as 100us",
                threshold,
                needed,
                warmUp.getTotalCount()));
    }
}
