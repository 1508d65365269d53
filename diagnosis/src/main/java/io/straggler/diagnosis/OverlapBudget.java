package io.straggler.diagnosis;

import io.straggler.model.Outlier;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Number of events, and of stacks, that all outliers get together, where one that two of them have counts twice. Outliers that overlap share what
 * was recorded meanwhile, so what they get may grow with the square of the recording.
 */
final class OverlapBudget {
    /** Number of events, or of stacks, over all outliers. */
    private static final long MOST = 5_000_000;

    /** Number that all outliers get of a short recording. */
    private static final long LEAST = 500_000;

    /** Number of outliers that share an event on average, at most, where each runs on one thread: all that run share what stops them. */
    static final long EVENT_SHARED_BY = 25;

    /** Number of outliers that share a stack. */
    static final long STACK_SHARED_BY = 12;

    private OverlapBudget() {}

    /**
     * The number for some outliers. Those of a schedule overlap by nature: they wait for each other, or are in flight together. Calls of one
     * thread follow each other.
     *
     * @param records number of events or stacks in the recording
     * @param sharedBy number of outliers that share one on average, at most
     */
    static long of(List<Outlier> outliers, long records, long sharedBy) {
        boolean calls = outliers.stream()
                .allMatch(one -> one.hasThread()
                        && one.handOver().isEmpty()
                        && one.iteration().inheritedNs() == 0);
        return calls ? Math.max(LEAST, Math.min(MOST, sharedBy * (outliers.size() + records))) : MOST;
    }

    /**
     * Indices of the outliers that get no stacks, if the worst come first.
     *
     * @param stacks number of stacks of each outlier, by index
     * @param most number that all get together
     */
    static BitSet leftOut(List<Outlier> outliers, IntToLongFunction stacks, long most) {
        BitSet leftOut = new BitSet();
        long[] counts = IntStream.range(0, outliers.size()).mapToLong(stacks).toArray();
        long left = most;
        for (long count : counts) {
            left -= count;
        }
        if (left >= 0) {
            return leftOut;
        }
        List<Integer> worstFirst = IntStream.range(0, outliers.size())
                .boxed()
                .sorted(Comparator.comparingLong(
                        (Integer i) -> -outliers.get(i).iteration().latencyNs()))
                .toList();
        left = most;
        for (int i : worstFirst) {
            if (counts[i] <= left) {
                left -= counts[i];
            } else {
                leftOut.set(i);
            }
        }
        return leftOut;
    }
}
