package io.straggler.diagnosis.statistics;

import io.straggler.diagnosis.statistics.math.Autocorrelation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** Resampled values of one or two sides, metric by metric, and their basis. */
final class Resamples {
    private static final String ONE_JVM =
            "With one JVM a side nothing is known of how much one JVM differs from the next: measure with --forks, or compare several a side, to cover that.";

    private final List<Measured> sides;
    private final Buckets buckets;
    private final Measurability measurability;
    private final List<Sample> samples;
    private final double[][][] values;
    private final Basis basis;

    private Resamples(
            List<Measured> sides, Buckets buckets, Measurability measurability, List<Sample> samples, Basis basis) {
        this.sides = sides;
        this.buckets = buckets;
        this.measurability = measurability;
        this.samples = samples;
        this.basis = basis;
        this.values = IntStream.range(0, sides.get(0).metrics().size()).anyMatch(measurability::measurable)
                ? Resampling.of(samples, sides.get(0).metrics(), basis.pairing(), basis.seed())
                : new double[0][][];
    }

    static Resamples of(
            List<Measured> sides, Buckets buckets, Measurability measurability, Pairing pairing, long seed) {
        return measurability.byForks()
                ? byForks(sides, buckets, measurability, pairing, seed)
                : byBlocks(sides, buckets, measurability, seed);
    }

    private static Resamples byForks(
            List<Measured> sides, Buckets buckets, Measurability measurability, Pairing pairing, long seed) {
        List<Sample> samples = sides.stream()
                .map(measured -> Sample.ofForks(measured.side(), buckets))
                .toList();
        Basis.Units units = pairing == Pairing.PAIRED ? Basis.Units.PAIRS_OF_FORKS : Basis.Units.FORKS;
        Basis basis = basis(units, samples, Optional.empty(), seed);
        return new Resamples(sides, buckets, measurability, samples, basis);
    }

    private static Resamples byBlocks(List<Measured> sides, Buckets buckets, Measurability measurability, long seed) {
        double correlationNs = IntStream.range(0, sides.get(0).metrics().size())
                .filter(measurability::measurable)
                .mapToDouble(measurability::correlationNs)
                .max()
                .orElseGet(() -> longestIntervalNs(sides));
        List<Sample> samples = new ArrayList<>();
        long blockNs = 0;
        for (Measured measured : sides) {
            List<Integer> blocks = Blocks.blocks(measured.side(), correlationNs);
            samples.add(Sample.ofBlocks(measured.side(), buckets, blocks));
            blockNs = Math.max(blockNs, Blocks.longestNs(measured.side(), blocks));
        }
        Optional<Basis.Block> block = Optional.of(new Basis.Block(blockNs, Math.round(correlationNs)));
        Basis basis = basis(Basis.Units.TIME_BLOCKS, samples, block, seed);
        return new Resamples(sides, buckets, measurability, samples, basis);
    }

    private static double longestIntervalNs(List<Measured> sides) {
        return sides.stream()
                .flatMap(measured -> measured.side().forks().stream())
                .mapToLong(Fork::periodNs)
                .max()
                .orElseThrow();
    }

    private static Basis basis(Basis.Units units, List<Sample> samples, Optional<Basis.Block> block, long seed) {
        int unitsB = samples.size() == 1 ? 0 : samples.get(1).units();
        String notCovered = block.isEmpty() ? "" : ONE_JVM;
        return new Basis(units, samples.get(0).units(), unitsB, block, Resampling.RESAMPLES, seed, notCovered);
    }

    Basis basis() {
        return basis;
    }

    Metric metric(int metric) {
        return sides.get(0).metrics().get(metric);
    }

    /** How finely latencies near one are told apart. */
    double stepNs(double latencyNs) {
        return buckets.resolutionNs((long) latencyNs);
    }

    /** How far apart the logarithms of a metric are on both sides, on which it is above zero. */
    Contrast ofLogarithms(int metric, double difference) {
        return contrast(difference, logarithmic(0, metric), logarithmic(1, metric));
    }

    /** Returns the contrast of a rate that is zero on one side. */
    Contrast ofValues(int metric, double difference) {
        double oneEvent = 0;
        for (Measured measured : sides) {
            double events = Math.max(1, measured.events()[metric]);
            oneEvent = Math.max(oneEvent, measured.values()[metric] * measured.total() / events);
        }
        return contrast(
                difference,
                linear(0, metric, oneEvent / sides.get(0).total()),
                linear(1, metric, oneEvent / sides.get(1).total()));
    }

    private Contrast contrast(double difference, Scaled a, Scaled b) {
        return basis.pairing() == Pairing.PAIRED
                ? Contrast.paired(difference, a, b)
                : Contrast.unpaired(difference, a, b);
    }

    /**
     * Returns the metric as logarithms, so that differences are ratios. Where a resample may have no outliers at all,
     * half an outlier is added to each.
     *
     * @param side on which the metric is above zero
     */
    Scaled logarithmic(int side, int metric) {
        Measured measured = sides.get(side);
        double value = measured.values()[metric];
        if (metric(metric) instanceof Metric.Percentile) {
            double step = stepNs(value) / Math.max(1, value);
            return scaled(side, metric, x -> Math.log(Math.max(1, x)), 0, step * step / 12);
        }
        double events = measured.events()[metric];
        double half = value / (2 * events);
        return scaled(side, metric, x -> Math.log(x + half), 1 / events, 0);
    }

    /**
     * Returns the metric as it is, for rates of which a side has no outliers.
     *
     * @param oneEvent what the value would be with one outlier
     */
    private Scaled linear(int side, int metric, double oneEvent) {
        double events = Math.max(1, sides.get(side).events()[metric]);
        return scaled(side, metric, x -> x, events * oneEvent * oneEvent, 0);
    }

    private Scaled scaled(int side, int metric, DoubleUnaryOperator scale, double leastVariance, double addedVariance) {
        return new Scaled(
                Arrays.stream(values[side][metric]).map(scale).toArray(),
                samples.get(side).widening() * betweenBlocks(side, metric),
                samples.get(side).degreesOfFreedom(metric(metric)),
                leastVariance,
                addedVariance);
    }

    private double betweenBlocks(int side, int metric) {
        if (basis.block().isEmpty()) {
            return 1;
        }
        Side cut = sides.get(side).side();
        double periodNs = cut.forks().get(0).periodNs();
        double blockNs = cut.forks().stream().mapToLong(Fork::lengthNs).sum()
                / (double) samples.get(side).units();
        return Autocorrelation.betweenBlocks(measurability.correlationNs(metric) / periodNs, blockNs / periodNs);
    }
}
