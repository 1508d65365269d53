package io.straggler.harness;

import io.straggler.model.AskedThreshold;
import io.straggler.model.Percentiles;
import io.straggler.model.text.Durations;
import io.straggler.model.text.OptionException;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** From which latency on an iteration is an outlier. */
public sealed interface Threshold {
    /**
     * The threshold in nanoseconds.
     *
     * @param warmUp latencies of the settled part of the warm-up; may be empty
     * @throws IllegalStateException if the warm-up is too short for it
     */
    long resolveNs(Histogram warmUp);

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

    /** The same latency in every run. */
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
     * The highest of 99.9, 99 and 90 that the warm-up's settled half can measure, but at least three times its median: what
     * stands out from it.
     */
    record Auto() implements Threshold {
        @Override
        public long resolveNs(Histogram warmUp) {
            for (double percentile : new double[] {99.9, 99, 90}) {
                if (Percentiles.measurable(percentile, warmUp.getTotalCount())) {
                    return Math.max(warmUp.getValueAtPercentile(percentile), 3 * warmUp.getValueAtPercentile(50));
                }
            }
            throw tooFew(this, Percentiles.needed(90), warmUp);
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
