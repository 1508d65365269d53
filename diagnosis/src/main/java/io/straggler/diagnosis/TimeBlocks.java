package io.straggler.diagnosis;

import io.straggler.model.LatencyCounts;
import io.straggler.model.Percentiles;
import io.straggler.model.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A run cut into {@value #BLOCKS} equally long blocks of time: what happens in one happens together, and says little about the others.
 *
 * <p>As many blocks are drawn from them again, with replacement (the block bootstrap of Künsch, 1989), to see how far a predicted percentile depends on
 * which of them there happened to be. Blocks in which a removal changes nothing are a test of it: what is measured there is what is predicted for all of the run.
 *
 * <p>Recorded iterations are known one by one. The others lie below the threshold nearly all; they count as spread evenly over the run.
 */
final class TimeBlocks {
    static final int BLOCKS = 50;

    private static final int REDRAWS = 200;
    private static final int BITS = 6;
    private static final long SEED = 20_060_815;
    private static final double TAIL = 0.025;

    /** A part of the run that is smaller than this is too special to speak for the rest. */
    private static final double LEAST_SHARE = 0.2;

    private final int[] blockOf;
    private final LatencyCounts others;
    private final long[] measuredNs;

    /** Of the recorded iterations, with their blocks, the longest first. */
    private final long[] measured;

    private final long[][] weights = redraws();

    /**
     * Of a run.
     *
     * @param tags of the recorded iterations, in some order
     * @param measuredNs their latencies
     * @param others the latencies of the rest
     */
    TimeBlocks(long[] tags, long[] measuredNs, LatencyCounts others) {
        this.others = others;
        this.measuredNs = measuredNs;
        long first = Arrays.stream(tags).min().orElse(0);
        long last = Arrays.stream(tags).max().orElse(0);
        blockOf = new int[tags.length];
        for (int i = 0; i < tags.length; i++) {
            blockOf[i] = blockOf(tags[i], first, last);
        }
        this.measured = descending(measuredNs);
    }

    /** The block of an instant between the first and the last; what lies outside belongs to these. */
    static int blockOf(long atNs, long firstNs, long lastNs) {
        double blockNs = Math.max(1, (lastNs - firstNs + 1) / (double) BLOCKS);
        return (int) Math.max(0, Math.min(BLOCKS - 1, (atNs - firstNs) / blockNs));
    }

    /** How often each block is drawn, by draw. */
    static long[][] redraws() {
        SplittableRandom random = new SplittableRandom(SEED);
        long[][] redraws = new long[REDRAWS][BLOCKS];
        for (long[] drawn : redraws) {
            for (int block = 0; block < BLOCKS; block++) {
                drawn[random.nextInt(BLOCKS)]++;
            }
        }
        return redraws;
    }

    /** The place of the lower end of an interval in as many ordered draws; the upper end is as far from the other side. */
    static int lowest(int draws) {
        return (int) Math.floor(TAIL * draws);
    }

    /**
     * Where the percentiles of the run lie with 95% confidence.
     *
     * @param latenciesNs of the recorded iterations, in the order of their tags
     */
    List<Counterfactual.Interval> intervals(List<Double> percentiles, long[] latenciesNs) {
        long[] descending = descending(latenciesNs);
        List<Counterfactual.Interval> intervals = new ArrayList<>();
        for (double percentile : percentiles) {
            long[] drawn = new long[REDRAWS];
            for (int i = 0; i < REDRAWS; i++) {
                drawn[i] = percentileNs(percentile, descending, weights[i], 1);
            }
            Arrays.sort(drawn);
            int low = lowest(REDRAWS);
            intervals.add(new Counterfactual.Interval(drawn[low], drawn[REDRAWS - 1 - low]));
        }
        return intervals;
    }

    /**
     * What was measured in the blocks in which a removal changes nothing.
     *
     * @param withoutNs of the recorded iterations, when something is removed
     * @return empty if there are too few of them
     */
    Optional<Counterfactual.Elsewhere> elsewhere(List<Double> percentiles, long[] withoutNs) {
        BitSet changed = new BitSet(BLOCKS);
        for (int i = 0; i < measuredNs.length; i++) {
            if (measuredNs[i] != withoutNs[i]) {
                changed.set(blockOf[i]);
            }
        }
        double share = 1 - changed.cardinality() / (double) BLOCKS;
        if (share < LEAST_SHARE) {
            return Optional.empty();
        }
        long[] kept = new long[BLOCKS];
        for (int block = 0; block < BLOCKS; block++) {
            kept[block] = changed.get(block) ? 0 : 1;
        }
        List<Series.Point> points = new ArrayList<>();
        for (double percentile : percentiles) {
            if (!Percentiles.measurable(percentile, (long) (share * (others.total() + measuredNs.length)))) {
                return Optional.empty();
            }
            points.add(new Series.Point(percentile, percentileNs(percentile, measured, kept, share)));
        }
        return Optional.of(new Counterfactual.Elsewhere(share, points));
    }

    /** Latencies with their blocks, the longest first. */
    private long[] descending(long[] latenciesNs) {
        long[] keys = new long[latenciesNs.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = -(latenciesNs[i] << BITS | blockOf[i]);
        }
        Arrays.sort(keys);
        for (int i = 0; i < keys.length; i++) {
            keys[i] = -keys[i];
        }
        return keys;
    }

    /** @param share of the other iterations that counts */
    private long percentileNs(double percentile, long[] descending, long[] weight, double share) {
        double total = share * others.total();
        for (int block : blockOf) {
            total += weight[block];
        }
        double above = total - Math.ceil(total * percentile / 100 - 1e-6);
        int bucket = others.counts().length - 1;
        long valueNs = 0;
        for (int i = 0; above >= 0 && (i < descending.length || bucket >= 0); ) {
            boolean recorded =
                    bucket < 0 || i < descending.length && descending[i] >> BITS >= others.valuesNs()[bucket];
            double count = recorded ? weight[(int) (descending[i] & (1 << BITS) - 1)] : share * others.counts()[bucket];
            valueNs = count > 0 ? (recorded ? descending[i] >> BITS : others.valuesNs()[bucket]) : valueNs;
            above -= count;
            i += recorded ? 1 : 0;
            bucket -= recorded ? 0 : 1;
        }
        return valueNs;
    }
}
