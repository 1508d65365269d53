package io.straggler.compare.recorded;

/** Tools that write files of latencies, and the limits of their files. */
public enum Tool {
    INTERVAL_LOG(
            "HdrHistogram interval logs",
            "series",
            "An interval log does not say what its latencies count from, nor whether they were corrected for coordinated omission. Each file "
                    + "counts as one run of a JVM of its own."),
    JMH(
            "JMH, mode sample",
            "benchmarks",
            "JMH times some of the calls, and calls again when one has returned, so these are service times: what would have waited during a slow call is missing "
                    + "(coordinated omission).");

    private final String label;
    private final String noun;
    private final String limits;

    Tool(String label, String noun, String limits) {
        this.label = label;
        this.noun = noun;
        this.limits = limits;
    }

    /** Name of the tool. */
    String label() {
        return label;
    }

    /** Noun for the parts that a file may hold several of. */
    String noun() {
        return noun;
    }

    /** Returns the limits of the tool's files, a sentence each. */
    String limits() {
        return limits;
    }
}
