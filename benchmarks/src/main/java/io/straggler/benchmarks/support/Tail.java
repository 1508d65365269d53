package io.straggler.benchmarks.support;

import org.HdrHistogram.Histogram;

/** The percentiles that the sides of a benchmark are compared by, in nanoseconds; not a number where one is not known. */
public record Tail(double p50Ns, double p99Ns, double p999Ns, double worstNs) {
    public static Tail of(Histogram histogram) {
        return new Tail(
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9),
                histogram.getMaxValue());
    }

    /** As a child JVM has printed it. */
    public static Tail of(Figures figures) {
        return new Tail(figures.get("p50Ns"), figures.get("p99Ns"), figures.get("p99.9Ns"), figures.get("worstNs"));
    }

    /** Prints it, in the child. */
    public void print() {
        Figures.print("p50Ns", p50Ns);
        Figures.print("p99Ns", p99Ns);
        Figures.print("p99.9Ns", p999Ns);
        Figures.print("worstNs", worstNs);
    }
}
