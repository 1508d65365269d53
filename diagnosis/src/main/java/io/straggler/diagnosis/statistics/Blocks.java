package io.straggler.diagnosis.statistics;

import java.util.List;

/**
 * Division of forks into time blocks, long enough for one block to hardly depend on the next, and numerous enough for
 * their spread to be known.
 *
 * <p>Batches of a simulation are made in the same way: B. Schmeiser, Operations Research 30, 1982, on why more than a few dozen gain
 * nothing.
 */
final class Blocks {
    /** Autocorrelation times in a block. With this many, neighbours share a tenth of their variance, which is corrected for. */
    static final int TIMES = 5;

    /** Least blocks of a side. Intervals held with so few in simulation, if wide ones. */
    static final int LEAST = 6;

    /** Most blocks of a side. */
    static final int MOST = 64;

    private Blocks() {}

    /** Whether a side is long enough for blocks with this autocorrelation. */
    static boolean enough(Side side, double correlationNs) {
        return blocks(side, correlationNs).stream().mapToInt(n -> n - 1).sum() >= LEAST - 1;
    }

    /** How many blocks each fork is cut into. */
    static List<Integer> blocks(Side side, double correlationNs) {
        int most = Math.max(2, MOST / side.forks().size());
        return side.forks().stream()
                .map(fork -> (int) Math.max(1, Math.min(most, Math.floor(fork.lengthNs() / (TIMES * correlationNs)))))
                .toList();
    }

    /** How long a run has to be for this autocorrelation. */
    static long neededNs(double correlationNs) {
        return Math.round(correlationNs * TIMES * LEAST);
    }

    /** How long the longest blocks are. */
    static long longestNs(Side side, List<Integer> blocks) {
        long longestNs = 0;
        for (int i = 0; i < blocks.size(); i++) {
            longestNs = Math.max(longestNs, side.forks().get(i).lengthNs() / blocks.get(i));
        }
        return longestNs;
    }
}
