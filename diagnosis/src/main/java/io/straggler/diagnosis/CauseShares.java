package io.straggler.diagnosis;

import io.straggler.diagnosis.RunBudget.ShareInterval;
import io.straggler.diagnosis.budget.Cause;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Intervals for the causes' shares of the latency. An interval says how much a share depends on which parts of the run were measured: if a
 * single pause makes up all of a share, the share is luck and its interval is wide.
 */
final class CauseShares {
    private static final int LEAST_OUTLIERS = 10;

    private final long firstNs;
    private final long lastNs;
    private final int outliers;
    private final Map<Cause, double[]> byBlock = new EnumMap<>(Cause.class);
    private final double[] all = new double[TimeBlocks.BLOCKS];
    private final long[][] redraws = TimeBlocks.redraws();

    /**
     * @param firstNs the first outlier's intended start
     * @param lastNs the last one's
     * @param outliers how many there are
     */
    CauseShares(long firstNs, long lastNs, int outliers) {
        this.firstNs = firstNs;
        this.lastNs = lastNs;
        this.outliers = outliers;
    }

    /** A cause took so much of what began at an instant. */
    void add(Cause cause, long atNs, long ns) {
        int block = RunBlocks.blockOf(atNs, firstNs, lastNs, TimeBlocks.BLOCKS);
        byBlock.computeIfAbsent(cause, key -> new double[TimeBlocks.BLOCKS])[block] += ns;
        all[block] += ns;
    }

    /** With 95% confidence; empty for few outliers. */
    Optional<ShareInterval> of(Cause cause) {
        double[] own = byBlock.get(cause);
        if (own == null || outliers < LEAST_OUTLIERS) {
            return Optional.empty();
        }
        double[] shares = new double[redraws.length];
        for (int i = 0; i < redraws.length; i++) {
            double part = 0;
            double whole = 0;
            for (int block = 0; block < TimeBlocks.BLOCKS; block++) {
                part += redraws[i][block] * own[block];
                whole += redraws[i][block] * all[block];
            }
            shares[i] = whole == 0 ? 0 : part / whole;
        }
        Arrays.sort(shares);
        int low = TimeBlocks.lowest(shares.length);
        return Optional.of(new ShareInterval(shares[low], shares[shares.length - 1 - low]));
    }
}
