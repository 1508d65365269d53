package io.straggler.diagnosis.blame;

import java.util.Arrays;

/**
 * Blame of culprits for the waiting of victims in one busy period.
 *
 * <p>The culprits' excesses are the players of a cooperative game whose worth for a victim is the waiting that a replay with only
 * those excesses gives. A victim's blame is divided by the Shapley value of that game, exactly for up to {@value #EXACT} culprits.
 * Beyond, an owner-labelled ledger takes its place: every excess is added to the debt of its culprit when it occurs, and what the
 * schedule's gaps pay back is taken from all debts in proportion. Either way the shares of a victim add up to its waiting less what
 * load alone would have queued, and none is negative.
 *
 * <p>Cost: the exact way replays the period once per subset of culprits, the ledger takes iterations times culprits. Neither keeps
 * shares: they are handed out, iteration by iteration.
 *
 * <p>L. S. Shapley, A value for n-person games, 1953.
 */
final class PeriodBlame {
    /** Largest number of culprits whose subsets are all replayed. */
    static final int EXACT = 6;

    private final QueueReplay queue;
    private final int[] culprits;
    private final long[] excessNs;
    private final long[] measuredWaits;
    private final long[] loadWaits;

    /**
     * @param culprits indexes of the iterations with an excess, in order
     * @param excessNs of each of them, above what is normal
     */
    PeriodBlame(QueueReplay queue, int[] culprits, long[] excessNs) {
        this.queue = queue;
        this.culprits = culprits.clone();
        this.excessNs = excessNs.clone();
        this.measuredWaits = queue.waits(queue.occupancies());
        this.loadWaits = waits(0);
    }

    /** Takes what each culprit added to the waiting of one iteration. */
    @FunctionalInterface
    interface ShareListener {
        /**
         * @param i number of the iteration
         * @param sharesNs by number of the culprit, in the order in which culprits were given; reused for the next iteration
         */
        void shares(int i, double[] sharesNs);
    }

    /** Hands out the shares of every iteration, in order. */
    void forEach(ShareListener listener) {
        if (culprits.length <= EXACT) {
            exact(listener);
        } else {
            ledger(listener);
        }
    }

    /** Returns the waiting of iteration {@code i} in the replay with every excess, in nanoseconds. */
    long waitNs(int i) {
        return measuredWaits[i];
    }

    /** Returns the waiting of iteration {@code i} in the replay without any excess, in nanoseconds. */
    long loadNs(int i) {
        return loadWaits[i];
    }

    /** Waiting when only the culprits in {@code subset} (a bit each) have their excess. */
    private long[] waits(int subset) {
        long[] occupancies = queue.occupancies();
        for (int c = 0; c < culprits.length; c++) {
            if ((subset >> c & 1) == 0) {
                occupancies[culprits[c]] -= excessNs[c];
            }
        }
        return queue.waits(occupancies);
    }

    /** The Shapley values. For no more culprits than an int has bits, and for few in practice. */
    void exact(ShareListener listener) {
        int players = culprits.length;
        double[] weights = shapleyWeights(players);
        long[][] worths = new long[1 << players][];
        for (int subset = 0; subset < worths.length; subset++) {
            worths[subset] = waits(subset);
        }
        double[] shares = new double[players];
        for (int i = 0; i < queue.size(); i++) {
            Arrays.fill(shares, 0);
            for (int subset = 0; subset < worths.length; subset++) {
                for (int c = 0; c < players; c++) {
                    if ((subset >> c & 1) == 0) {
                        shares[c] +=
                                weights[Integer.bitCount(subset)] * (worths[subset | 1 << c][i] - worths[subset][i]);
                    }
                }
            }
            listener.shares(i, shares);
        }
    }

    /** {@code |S|! (n − |S| − 1)! / n!} by size of the subset that a player joins. */
    private static double[] shapleyWeights(int players) {
        double[] weights = new double[players];
        for (int size = 0; size < players; size++) {
            double weight = 1.0 / players;
            for (int k = 1; k <= size; k++) {
                weight *= (double) k / (players - k);
            }
            weights[size] = weight;
        }
        return weights;
    }

    /** The debts in front of every iteration. */
    void ledger(ShareListener listener) {
        double[] debts = new double[culprits.length];
        double[] shares = new double[culprits.length];
        int next = 0;
        for (int i = 0; i < queue.size(); i++) {
            scale(debts, next, measuredWaits[i] - loadWaits[i]);
            System.arraycopy(debts, 0, shares, 0, next);
            listener.shares(i, shares);
            if (next < culprits.length && culprits[next] == i) {
                debts[next] = excessNs[next];
                next++;
            }
        }
    }

    /** Pays back debts in proportion until {@code remaining} are left. Later culprits have none yet. */
    private static void scale(double[] debts, int culprits, double remaining) {
        double sum = 0;
        for (int c = 0; c < culprits; c++) {
            sum += debts[c];
        }
        double factor = sum > 0 ? remaining / sum : 0;
        for (int c = 0; c < culprits; c++) {
            debts[c] *= factor;
        }
    }
}
