package io.straggler.diagnosis;

import io.straggler.diagnosis.RunBudget.ShareInterval;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Iteration;
import io.straggler.model.RunOutcome;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Intervals for the causes' shares of the latency. An interval says how much a share depends on which parts of the run were measured: if a
 * single pause makes up all of a share, the share is luck and its interval is wide.
 */
final class CauseShares {
    private static final int MIN_OUTLIERS = 10;

    private final int outliers;

    /** Block of each iteration, by intended start. */
    private final Map<Long, Integer> blockOf = new HashMap<>();

    private final Map<Cause, double[]> byBlock = new EnumMap<>(Cause.class);
    private final double[] all;
    private final long[][] redraws;

    /**
     * @param acting iterations in which causes acted: outliers and culprits
     * @param outcomes when the runs began and ended, as for {@link RunBlocks}
     * @param outliers how many there are
     */
    CauseShares(List<Iteration> acting, List<RunOutcome> outcomes, int outliers) {
        RunBlocks blocks = new RunBlocks(acting, outcomes, TimeBlocks.BLOCKS);
        acting.forEach(iteration -> blockOf.put(iteration.intendedNs(), blocks.of(iteration)));
        this.outliers = outliers;
        this.all = new double[blocks.count()];
        this.redraws = TimeBlocks.redraws(blocks.count());
    }

    /** Adds the time in nanoseconds that a cause took in one of the iterations. */
    void add(Cause cause, long intendedNs, long ns) {
        int block = Objects.requireNonNull(blockOf.get(intendedNs), "causes must act in one of the iterations");
        byBlock.computeIfAbsent(cause, key -> new double[all.length])[block] += ns;
        all[block] += ns;
    }

    /** Returns the interval of a cause's share at 95% confidence; empty for fewer than ten outliers. */
    Optional<ShareInterval> of(Cause cause) {
        double[] own = byBlock.get(cause);
        if (own == null || outliers < MIN_OUTLIERS) {
            return Optional.empty();
        }
        double[] shares = new double[redraws.length];
        for (int i = 0; i < redraws.length; i++) {
            double part = 0;
            double whole = 0;
            for (int block = 0; block < all.length; block++) {
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
