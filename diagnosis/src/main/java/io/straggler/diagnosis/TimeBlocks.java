package io.straggler.diagnosis;

import io.straggler.diagnosis.statistics.Scaled;
import io.straggler.diagnosis.statistics.math.StudentT;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Percentiles;
import io.straggler.model.RunOutcome;
import io.straggler.model.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A run cut into {@value #BLOCKS} equally long blocks of time, or a few less, if there were several measured runs. Iterations within a block
 * depend on each other; iterations of different blocks hardly do.
 *
 * <p>Intervals come from the block bootstrap (Künsch, 1989): as many blocks are drawn with replacement, over and over, and each draw yields
 * one percentile. For predictions, blocks are drawn twice: the second time from the blocks of the first draw. The first draw stands for the
 * chance in this run, the second for the chance in the other run in which somebody tries the prediction. Blocks in which a removal changes
 * nothing test a prediction: what was measured in them is what is predicted for the whole run.
 *
 * <p>JVMs differ by more than the parts of one JVM's run do: the compilers decide differently, and so does the operating system about
 * memory and cores. If several were measured, an interval is at least as wide as Student's prediction interval for the mean of as many new
 * JVMs, worked out from each JVM's own percentile on a logarithmic scale.
 *
 * <p>The latency of each recorded iteration is known. Nearly all others lie below the threshold; they count as spread evenly over the run.
 */
final class TimeBlocks {
    static final int BLOCKS = 50;

    private static final int REDRAWS = 200;

    /** Factor from which on another JVM's percentile may lie anywhere: two JVMs that differ by a third or so have it. */
    private static final double MAX_APART = 100;

    /** More than {@link #REDRAWS}, because the ends of intervals vary more when blocks are drawn twice. */
    private static final int OTHER_RUNS = 1_000;

    private static final long SEED = 20_060_815;
    private static final double TAIL = 0.025;

    /** A part of the run that is smaller than this is too special to speak for the rest. */
    private static final double MIN_SHARE = 0.2;

    private final int[] blockOf;
    private final int count;
    private final LatencyCounts others;
    private final long[] measuredNs;

    private final BlockedLatencies measured;

    private final long[][] weights;

    private final List<long[]> weightsByFork;

    /**
     * Cuts a run into blocks.
     *
     * @param recorded iterations, in some order
     * @param outcomes when its parts began and ended, as for {@link RunBlocks}
     * @param measuredNs latencies of the recorded iterations
     * @param others the latencies of the rest
     */
    TimeBlocks(List<Iteration> recorded, List<RunOutcome> outcomes, long[] measuredNs, LatencyCounts others) {
        this.others = others;
        this.measuredNs = measuredNs;
        RunBlocks blocks = new RunBlocks(recorded, outcomes, BLOCKS);
        count = blocks.count();
        blockOf = recorded.stream().mapToInt(blocks::of).toArray();
        measured = new BlockedLatencies(measuredNs, blockOf, count, others);
        weights = ofAnotherRun(count);
        weightsByFork = blocks.byFork();
    }

    /** Returns how often each block is drawn, by draw. */
    static long[][] redraws(int blocks) {
        return redraws(REDRAWS, blocks);
    }

    private static long[][] redraws(int count, int blocks) {
        SplittableRandom random = new SplittableRandom(SEED);
        long[][] redraws = new long[count][blocks];
        for (long[] drawn : redraws) {
            for (int block = 0; block < blocks; block++) {
                drawn[random.nextInt(blocks)]++;
            }
        }
        return redraws;
    }

    /** How often each block is drawn from what was drawn, by draw: the parts of another run that is as long. */
    private static long[][] ofAnotherRun(int count) {
        SplittableRandom random = new SplittableRandom(SEED + 1);
        long[][] redraws = redraws(OTHER_RUNS, count);
        int[] blocks = new int[count];
        for (long[] drawn : redraws) {
            int at = 0;
            for (int block = 0; block < count; block++) {
                Arrays.fill(blocks, at, at += (int) drawn[block], block);
            }
            Arrays.fill(drawn, 0);
            for (int block = 0; block < count; block++) {
                drawn[blocks[random.nextInt(count)]]++;
            }
        }
        return redraws;
    }

    /** The place of the lower end of an interval in as many ordered draws; the upper end is as far from the other side. */
    static int lowest(int draws) {
        return (int) Math.floor(TAIL * draws);
    }

    /**
     * Where the percentiles of another run that is as long, in as many JVMs, lie with 95% confidence.
     *
     * @param latenciesNs of the recorded iterations, in their order
     * @return empty if few JVMs differ so much that nothing is known
     */
    List<Counterfactual.Interval> intervals(List<Double> percentiles, long[] latenciesNs) {
        BlockedLatencies blocked = new BlockedLatencies(latenciesNs, blockOf, count, others);
        long[] everyBlock = new long[count];
        Arrays.fill(everyBlock, 1);
        List<Counterfactual.Interval> intervals = new ArrayList<>();
        for (double percentile : percentiles) {
            long[] drawn = new long[OTHER_RUNS];
            for (int i = 0; i < OTHER_RUNS; i++) {
                drawn[i] = blocked.percentileNs(percentile, weights[i], 1);
            }
            Arrays.sort(drawn);
            int low = lowest(OTHER_RUNS);
            double apart = weightsByFork.size() > 1 ? apart(blocked, percentile) : 1;
            if (apart > MAX_APART) {
                return List.of();
            }
            long valueNs = blocked.percentileNs(percentile, everyBlock, 1);
            intervals.add(new Counterfactual.Interval(
                    Math.min(drawn[low], Math.round(valueNs / apart)),
                    Math.max(drawn[OTHER_RUNS - 1 - low], Math.round(valueNs * apart))));
        }
        return intervals;
    }

    /** The factor by which a percentile of as many other JVMs may differ, up or down. */
    private double apart(BlockedLatencies blocked, double percentile) {
        int forks = weightsByFork.size();
        double[] logarithms = weightsByFork.stream()
                .mapToDouble(weight -> Math.log(Math.max(1, blocked.percentileNs(percentile, weight, 1.0 / forks))))
                .toArray();
        double ofDifference = Math.sqrt(2 * Scaled.variance(logarithms) / forks);
        return Math.exp(StudentT.twoSided(2 * TAIL, forks - 1) * ofDifference);
    }

    /**
     * Returns the measurements of the blocks in which a removal changes nothing.
     *
     * @param withoutNs of the recorded iterations, when something is removed
     * @return empty if there are too few of them
     */
    Optional<Counterfactual.Elsewhere> elsewhere(List<Double> percentiles, long[] withoutNs) {
        BitSet changed = new BitSet(count);
        for (int i = 0; i < measuredNs.length; i++) {
            if (measuredNs[i] != withoutNs[i]) {
                changed.set(blockOf[i]);
            }
        }
        double share = 1 - changed.cardinality() / (double) count;
        if (share < MIN_SHARE) {
            return Optional.empty();
        }
        long[] kept = new long[count];
        for (int block = 0; block < count; block++) {
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
