package io.straggler.jfr.read;

/**
 * How much of a recording is kept, by what the heap can hold together with what is concluded from it.
 *
 * @param details iterations, captures and readings together, and outliers, which count as several
 * @param samples stacks of outliers
 * @param evidence pieces of it that overlap outliers
 */
record Capacity(long details, long samples, long evidence) {
    private static final Capacity MOST = new Capacity(8_000_000, 3_000_000, 1_000_000);
    private static final Capacity LEAST = new Capacity(80_000, 20_000, 20_000);

    // Measured with benchmarks/run analysis: a third of the heap for details and their diagnosis, the rest in equal
    // parts.
    private static final long BYTES_PER_DETAIL = 300;
    private static final long BYTES_PER_SAMPLE = 500;
    private static final long BYTES_PER_EVIDENCE = 1_000;

    /** Returns the capacity of a heap of a size. */
    static Capacity ofHeap(long bytes) {
        return new Capacity(
                clamp(bytes / BYTES_PER_DETAIL, LEAST.details, MOST.details),
                clamp(bytes / BYTES_PER_SAMPLE, LEAST.samples, MOST.samples),
                clamp(bytes / BYTES_PER_EVIDENCE, LEAST.evidence, MOST.evidence));
    }

    private static long clamp(long value, long least, long most) {
        return Math.max(least, Math.min(most, value));
    }
}
