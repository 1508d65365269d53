package io.straggler.diagnosis;

/**
 * What the stacks can and cannot speak for.
 *
 * @param outliers how many there were
 * @param longNs how long an outlier has to have run itself for a stack to be expected: until the first capture is due, and a little
 * @param ran how many ran as long, mostly on a core
 * @param blocked how many mostly in what blocked the thread
 * @param stopped how many mostly in what stopped all threads, or without a core
 * @param bySample how many of those that ran as long have a captured stack that stands for time
 * @param byEvent how many of the others have one that the JVM recorded with an event
 * @param firstSeenNs median of how long an outlier with stacks had been running at its first; zero without any
 * @param serviceNs the time that outliers spent running, in sum
 * @param seenNs the part of it that stacks stand for
 * @param droppedSamples stacks that belong to no outlier and to no baseline capture, and were dropped
 */
public record Coverage(
        long outliers,
        long longNs,
        Kind ran,
        Kind blocked,
        Kind stopped,
        long bySample,
        long byEvent,
        long firstSeenNs,
        long serviceNs,
        long seenNs,
        long droppedSamples) {

    /** How many outliers that ran long enough there were of a kind, and how many of them have a stack. */
    public record Kind(long outliers, long withStack) {
        static final Kind NONE = new Kind(0, 0);
    }

    /** Of nothing. */
    public static Coverage none() {
        return new Coverage(0, 0, Kind.NONE, Kind.NONE, Kind.NONE, 0, 0, 0, 0, 0, 0);
    }

    /** How many ran long enough for a stack to be expected. */
    public long ranLong() {
        return ran.outliers + blocked.outliers + stopped.outliers;
    }

    /** How many of those have one. */
    public long withStack() {
        return bySample + byEvent;
    }
}
