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
import java.util.stream.IntStream;

/**
 * A run cut into {@value #BLOCKS} equally long blocks of time. Iterations within a block depend on each other; iterations of different
 * blocks hardly do.
 *
 * <p>Intervals come from the block bootstrap (Künsch, 1989): as many blocks are drawn with replacement, over and over, and each draw yields
 * one percentile. For predictions, blocks are drawn twice: the second time from the blocks of the first draw. The first draw stands for the
 * chance in this run, the second for the chance in the other run in which somebody tries the prediction. Blocks in which a removal changes
 * nothing test a prediction: what was measured in them is what is predicted for the whole run.
 *
 * <p>The latency of each recorded iteration is known. Nearly all others lie below the threshold; they count as spread evenly over the run.
 */
final class TimeBlocks {
    static final int BLOCKS = 50;

    private static final int REDRAWS = 200;

    /** More than {@link #REDRAWS}, because the ends of intervals vary more when blocks are drawn twice. */
    private static final int OTHER_RUNS = 1_000;

    private static final long SEED = 20_060_815;
    private static final double TAIL = 0.025;

    /** A part of the run that is smaller than this is too special to speak for the rest. */
    private static final double LEAST_SHARE = 0.2;

    private final int[] blockOf;
    private final LatencyCounts others;
    private final long[] measuredNs;

    private final BlockedLatencies measured;

    private final long[][] weights = ofAnotherRun();

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
        this.measured = new BlockedLatencies(measuredNs, blockOf, BLOCKS, others);
    }

    /** The block of an instant between the first and the last; what lies outside belongs to these. */
    static int blockOf(long atNs, long firstNs, long lastNs) {
        double blockNs = Math.max(1, (lastNs - firstNs + 1) / (double) BLOCKS);
        return (int) Math.max(0, Math.min(BLOCKS - 1, (atNs - firstNs) / blockNs));
    }

    /** How often each block is drawn, by draw. */
    static long[][] redraws() {
        return redraws(REDRAWS);
    }

    private static long[][] redraws(int count) {
        SplittableRandom random = new SplittableRandom(SEED);
        long[][] redraws = new long[count][BLOCKS];
        for (long[] drawn : redraws) {
            for (int block = 0; block < BLOCKS; block++) {
                drawn[random.nextInt(BLOCKS)]++;
            }
        }
        return redraws;
    }

    /** How often each block is drawn from what was drawn, by draw: the parts of another run that is as long. */
    private static long[][] ofAnotherRun() {
        SplittableRandom random = new SplittableRandom(SEED + 1);
        long[][] redraws = redraws(OTHER_RUNS);
        for (long[] drawn : redraws) {
            int[] blocks = IntStream.range(0, BLOCKS)
                    .flatMap(block -> IntStream.generate(() -> block).limit(drawn[block]))
                    .toArray();
            Arrays.fill(drawn, 0);
            for (int block = 0; block < BLOCKS; block++) {
                drawn[blocks[random.nextInt(BLOCKS)]]++;
            }
        }
        return redraws;
    }

    /** The place of the lower end of an interval in as many ordered draws; the upper end is as far from the other side. */
    static int lowest(int draws) {
        return (int) Math.floor(TAIL * draws);
    }

    /**
     * Where the percentiles of another run that is as long lie with 95% confidence.
     *
     * @param latenciesNs of the recorded iterations, in the order of their tags
     */
    List<Counterfactual.Interval> intervals(List<Double> percentiles, long[] latenciesNs) {
        BlockedLatencies blocked = new BlockedLatencies(latenciesNs, blockOf, BLOCKS, others);
        List<Counterfactual.Interval> intervals = new ArrayList<>();
        for (double percentile : percentiles) {
            long[] drawn = new long[OTHER_RUNS];
            for (int i = 0; i < OTHER_RUNS; i++) {
                drawn[i] = blocked.percentileNs(percentile, weights[i], 1);
            }
            Arrays.sort(drawn);
            int low = lowest(OTHER_RUNS);
            intervals.add(new Counterfactual.Interval(drawn[low], drawn[OTHER_RUNS - 1 - low]));
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
            points.add(new Series.Point(percentile, measured.percentileNs(percentile, kept, share)));
        }
        return Optional.of(new Counterfactual.Elsewhere(share, points));
    }
}
