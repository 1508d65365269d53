package io.straggler.fleet;

import java.util.Comparator;

/**
 * An outlier that is among the worst.
 *
 * @param latencyNs its latency
 * @param atEpochMs when it was meant to start, on the wall clock
 * @param source the recording that it is in
 * @param host that it happened on
 * @param cause what took most of its excess, as files spell it; empty if nothing did
 * @param where the heaviest place of that cause; empty if it has none
 */
public record Worst(long latencyNs, long atEpochMs, String source, String host, String cause, String where)
        implements Comparable<Worst> {
    private static final Comparator<Worst> WORST_FIRST = Comparator.comparingLong(Worst::latencyNs)
            .reversed()
            .thenComparingLong(Worst::atEpochMs)
            .thenComparing(Worst::source)
            .thenComparing(Worst::host)
            .thenComparing(Worst::cause)
            .thenComparing(Worst::where);

    @Override
    public int compareTo(Worst other) {
        return WORST_FIRST.compare(this, other);
    }
}
