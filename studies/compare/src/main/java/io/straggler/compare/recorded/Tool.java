package io.straggler.compare.recorded;

/** What writes files of latencies, and what files of its kind cannot say. */
public enum Tool {
    INTERVAL_LOG(
            "HdrHistogram interval logs",
            "series",
            "An interval log does not say what its latencies count from, nor whether they were corrected for coordinated omission. Each file "
                    + "counts as one run of a JVM of its own."),
    DISTRIBUTION(
            "HdrHistogram percentile distributions",
            "series",
            "A percentile distribution does not say what its latencies count from, nor whether they were corrected for coordinated omission. A "
                    + "value is that of the first row at or beyond the percentile."),
    JMH(
            "JMH, mode sample",
            "benchmarks",
            "JMH times some of the calls, and calls again when one has returned, so these are service times: what would have waited during a slow call is missing "
                    + "(coordinated omission)."),
    WRK(
            "wrk",
            "series",
            "wrk asks again when it has an answer: what would have waited during a slow answer is missing (coordinated omission)."),
    WRK2(
            "wrk2",
            "series",
            "wrk2 counts from when a request was due at its constant rate, and does not print that rate: see that it was the same on both sides. "
                    + "A value is that of the first row at or beyond the percentile."),
    WRK2_UNCORRECTED(
            "wrk2, uncorrected",
            "series",
            "wrk2 counted from when a request was really sent: what waited to be sent is missing (coordinated omission)."),
    K6(
            "k6",
            "metrics",
            "k6 counts from when a request was sent, and its summary does not name the executor: unless that was one with an arrival rate, "
                    + "users asked again when they had an answer, and what would have waited is missing (coordinated omission)."),
    JLBH(
            "JLBH",
            "probes",
            "JLBH counts from when an iteration was due. It prints a percentile to two or three digits, and its runs are of one JVM."),
    JLBH_UNCORRECTED(
            "JLBH, not correcting for coordinated omission",
            "probes",
            "JLBH counted from when an iteration really began: what would have waited during a slow one is missing (coordinated omission). Its runs are of one JVM.");

    private final String label;
    private final String noun;
    private final String limits;

    Tool(String label, String noun, String limits) {
        this.label = label;
        this.noun = noun;
        this.limits = limits;
    }

    /** What it is called. */
    String label() {
        return label;
    }

    /** What a file may hold several of. */
    String noun() {
        return noun;
    }

    /** What its files cannot say, in sentences. */
    String limits() {
        return limits;
    }
}
