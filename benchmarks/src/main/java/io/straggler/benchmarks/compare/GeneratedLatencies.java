package io.straggler.benchmarks.compare;

import io.straggler.diagnosis.statistics.Fork;
import io.straggler.diagnosis.statistics.Side;
import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/** Latencies after a {@link LatencyLaw}, as a recording would keep them: a histogram of three digits for each period. */
final class GeneratedLatencies {
    /** Swings change this often. */
    private static final double STEP_SECONDS = 0.001;

    private static final long HIGHEST_NS = 3_600_000_000_000L;

    /** Drawn once: a table is an order of magnitude faster than a normal number for each iteration. */
    private static final double[] NORMAL = DoubleStream.generate(new SplittableRandom(1)::nextGaussian)
            .limit(1 << 16)
            .toArray();

    private final LatencyLaw law;
    private final SplittableRandom random;
    private final double[] noise;
    private final double pace;
    private final double stallsPerSecond;
    private double swing;
    private double queueNs;
    private double nextStallSeconds;

    private GeneratedLatencies(LatencyLaw law, SplittableRandom random, double pairPace) {
        this.law = law;
        this.random = random;
        this.noise = IntStream.range(0, NORMAL.length)
                .mapToDouble(i -> Math.exp(law.work().noise() * NORMAL[i]))
                .toArray();
        this.pace = law.work().medianNs() * pairPace * Math.exp(law.spreads().fork() * random.nextGaussian());
        this.stallsPerSecond = law.stalls().perSecond() * Math.exp(law.spreads().forkStalls() * random.nextGaussian());
        this.swing = law.work().swing() * random.nextGaussian();
        this.nextStallSeconds = gapSeconds();
    }

    /** Forks that are independent of each other, and of those of any other seed. */
    static Side side(String label, LatencyLaw law, int forks, long seed) {
        return side(label, law, forks, seed, seed);
    }

    /** Forks that have with those of another side in common what pairs have in common, if {@code pairSeed} is the same. */
    static Side side(String label, LatencyLaw law, int forks, long seed, long pairSeed) {
        SplittableRandom own = new SplittableRandom(seed);
        SplittableRandom shared = new SplittableRandom(~pairSeed);
        List<Fork> generated = new ArrayList<>();
        for (int i = 0; i < forks; i++) {
            double pairPace = Math.exp(law.spreads().pair() * shared.nextGaussian());
            generated.add(new GeneratedLatencies(law, own.split(), pairPace).fork(label + i));
        }
        return new Side(label, generated);
    }

    private Fork fork(String name) {
        int perPeriod = (int) Math.round(
                law.length().perSecond() * law.length().seconds() / law.length().periods());
        Histogram histogram = new Histogram(1, HIGHEST_NS, 3);
        List<LatencyCounts> periods = new ArrayList<>();
        double paceNow = paceNow();
        int perStep = (int) Math.max(1, law.length().perSecond() * STEP_SECONDS);
        double gapNs = 1e9 / law.length().perSecond();
        for (int s = 0; s < law.length().periods(); s++) {
            histogram.reset();
            for (int k = 0; k < perPeriod; k++) {
                int i = s * perPeriod + k;
                if (i % perStep == 0) {
                    step(perStep / law.length().perSecond());
                    paceNow = paceNow();
                }
                stall(i / law.length().perSecond());
                double latencyNs = paceNow * noise[random.nextInt() >>> 16] + queueNs;
                histogram.recordValue((long) (latencyNs * law.factor()));
                queueNs = Math.max(0, queueNs - gapNs * LatencyLaw.DRAINED);
            }
            periods.add(counts(histogram));
        }
        return new Fork(
                name,
                periods,
                Math.round(1e9 * law.length().seconds() / law.length().periods()));
    }

    private double paceNow() {
        return pace * Math.exp(swing);
    }

    private void step(double seconds) {
        double kept = Math.exp(-seconds / law.work().swingSeconds());
        swing = kept * swing + law.work().swing() * Math.sqrt(1 - kept * kept) * random.nextGaussian();
    }

    private void stall(double nowSeconds) {
        while (nowSeconds >= nextStallSeconds) {
            queueNs += law.stalls().medianNs() * Math.exp(law.stalls().spread() * random.nextGaussian());
            nextStallSeconds += gapSeconds();
        }
    }

    private double gapSeconds() {
        return -Math.log1p(-random.nextDouble()) / stallsPerSecond;
    }

    private static LatencyCounts counts(Histogram histogram) {
        LongStream.Builder valuesNs = LongStream.builder();
        LongStream.Builder counts = LongStream.builder();
        histogram.recordedValues().forEach(value -> {
            valuesNs.add(value.getValueIteratedTo());
            counts.add(value.getCountAtValueIteratedTo());
        });
        return new LatencyCounts(valuesNs.build().toArray(), counts.build().toArray());
    }
}
