package io.straggler.benchmarks.compare;

import io.straggler.benchmarks.support.Work;

/**
 * How generated latencies behave. An iteration's latency is the median, times what its JVM is slower than others, times a swing that lasts
 * for a while, times noise of its own, plus the queue that stalls have left; all of it times the factor, which is the effect that a
 * comparison has to find. Spreads are standard deviations of logarithms, so 0.02 is about 2%.
 *
 * @param length of each JVM
 * @param work that iterations do
 * @param stalls that come between
 * @param spreads from JVM to JVM
 * @param factor what all latencies are multiplied with
 */
record LatencyLaw(Length length, Work work, Stalls stalls, Spreads spreads, double factor) {
    /** The queue that a stall leaves falls by four fifths of the time that passes: the load is a fifth. */
    static final double DRAINED = 0.8;

    /** @param periods of time, which is what a comparison gets to see */
    record Length(double perSecond, double seconds, int periods) {}

    /**
     * What iterations take that nothing stalls.
     *
     * @param noise spread from one to the next
     * @param swing spread of what neighbours have in common: an autoregressive series of first order
     * @param swingSeconds in which the correlation of the swing falls to 1/e
     */
    record Work(double medianNs, double noise, double swing, double swingSeconds) {}

    /** Moments in which everything stops, at random. */
    record Stalls(double perSecond, double medianNs, double spread) {}

    /**
     * What differs between JVMs.
     *
     * @param fork of all latencies, from one JVM to the next
     * @param forkStalls of how often stalls come, from one JVM to the next
     * @param pair of all latencies, from one pair of JVMs to the next
     */
    record Spreads(double fork, double forkStalls, double pair) {}

    private static final Work WORK = new Work(10_000, 0.3, 0.15, 0.2);
    private static final Spreads SPREADS = new Spreads(0.02, 0.2, 0);

    /** p99 is of ordinary iterations, p99.9 of frequent short stalls. */
    static LatencyLaw steady(Length length) {
        return new LatencyLaw(length, WORK, new Stalls(20, 100_000, 0.8), SPREADS, 1);
    }

    /** p99.9 lies where ordinary iterations end and rare long stalls begin: a few of them move it by tens of percent. */
    static LatencyLaw stalling(Length length) {
        return new LatencyLaw(length, WORK, new Stalls(3, 400_000, 0.8), SPREADS, 1);
    }

    /** Stalls of all lengths, up to a thousand times the shortest, each with a burst behind it; JVMs differ by half in how often they come. */
    static LatencyLaw bursts(Length length) {
        return new LatencyLaw(length, WORK, new Stalls(10, 60_000, 1.5), new Spreads(0.02, 0.5, 0), 1);
    }

    LatencyLaw with(Length other) {
        return new LatencyLaw(other, work, stalls, spreads, factor);
    }

    LatencyLaw with(Spreads other) {
        return new LatencyLaw(length, work, stalls, other, factor);
    }

    LatencyLaw with(Work other) {
        return new LatencyLaw(length, other, stalls, spreads, factor);
    }

    LatencyLaw times(double other) {
        return new LatencyLaw(length, work, stalls, spreads, factor * other);
    }
}
