package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimeBlocksTest {
    private static final int ITERATIONS = 100_000;
    private static final int RECORDED = 2_000;
    private static final long PERIOD_NS = 100_000;

    /** Below everything that is recorded. */
    private static final LatencyCounts OTHERS =
            new LatencyCounts(new long[] {1_000}, new long[] {ITERATIONS - RECORDED});

    private static List<Iteration> iterations(Random random, int count) {
        return iterations(random, count, new RunId(0, 1), 0);
    }

    private static List<Iteration> iterations(Random random, int count, RunId run, long fromNs) {
        return random.doubles(count)
                .mapToLong(at -> fromNs + (long) (at * ITERATIONS) * PERIOD_NS)
                .sorted()
                .mapToObj(tag -> new Iteration(run, tag, tag, tag, 0, 0))
                .toList();
    }

    private static long[] exponential(Random random) {
        double meanNs = 100_000;
        long[] latenciesNs = new long[RECORDED];
        for (int i = 0; i < RECORDED; i++) {
            latenciesNs[i] = 10_000 + (long) (-meanNs * Math.log(1 - random.nextDouble()));
        }
        return latenciesNs;
    }

    /** Of 2% that are recorded, one in twenty lies above p99.9. */
    private static long p999(long[] latenciesNs) {
        long[] ordered = latenciesNs.clone();
        Arrays.sort(ordered);
        return ordered[ordered.length - ordered.length / 20 - 1];
    }

    /** Whoever removes the cause has one other run to look at. */
    @Test
    void shouldContainThePercentileOfAnotherRunNineteenTimesInTwenty() {
        int contained = 0;
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            long[] latenciesNs = exponential(random);
            TimeBlocks blocks = new TimeBlocks(iterations(random, RECORDED), List.of(), latenciesNs, OTHERS);
            Counterfactual.Interval interval =
                    blocks.intervals(List.of(99.9), latenciesNs).get(0);
            long otherNs = p999(exponential(random));
            contained += interval.lowNs() <= otherNs && otherNs <= interval.highNs() ? 1 : 0;
        }

        assertThat(contained).isBetween(364, 392);
    }

    /** Each JVM is faster or slower than the next by a factor of its own, as three others will be. */
    @Test
    void shouldKnowHowMuchJvmsDiffer() {
        int forks = 3;
        int contained = 0;
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            List<Iteration> iterations = new ArrayList<>();
            for (int fork = 0; fork < forks; fork++) {
                iterations.addAll(iterations(random, RECORDED, new RunId(fork, 1), fork * 2L * ITERATIONS * PERIOD_NS));
            }
            long[] latenciesNs = exponentialOfJvms(random, forks);
            TimeBlocks blocks = new TimeBlocks(iterations, List.of(), latenciesNs, ofJvms(forks));
            Counterfactual.Interval interval =
                    blocks.intervals(List.of(99.9), latenciesNs).get(0);
            long otherNs = p999(exponentialOfJvms(random, forks));
            contained += interval.lowNs() <= otherNs && otherNs <= interval.highNs() ? 1 : 0;
        }

        assertThat(contained).isBetween(364, 396);
    }

    private static long[] exponentialOfJvms(Random random, int forks) {
        return IntStream.range(0, forks)
                .mapToObj(fork -> {
                    double factor = Math.exp(0.4 * random.nextGaussian());
                    return Arrays.stream(exponential(random)).map(ns -> (long) (factor * ns));
                })
                .flatMapToLong(each -> each)
                .toArray();
    }

    private static LatencyCounts ofJvms(int forks) {
        return new LatencyCounts(new long[] {1_000}, new long[] {forks * OTHERS.total()});
    }

    /** A removal changes something at all times; that nothing was measured between two JVMs is no part in which it changes nothing. */
    @Test
    void shouldNotTakeTheTimeBetweenJvmsForAPartOfTheRun() {
        Random random = new Random(5);
        List<Iteration> iterations = new ArrayList<>(iterations(random, RECORDED));
        iterations.addAll(iterations(random, RECORDED, new RunId(1, 1), 3L * ITERATIONS * PERIOD_NS));
        long[] measuredNs = new long[2 * RECORDED];
        Arrays.fill(measuredNs, 1_000_000);

        assertThat(new TimeBlocks(iterations, List.of(), measuredNs, ofJvms(2))
                        .elsewhere(List.of(99.0), new long[2 * RECORDED]))
                .isEmpty();
    }

    @Test
    void shouldHaveRunsShareBlocksIfThereAreTooMany() {
        int runs = 200;
        List<Iteration> iterations = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            iterations.add(new Iteration(new RunId(run, 1), run * PERIOD_NS, 0, 0, 0, 0));
        }
        long[] latenciesNs = new long[runs];
        Arrays.fill(latenciesNs, 20_000);

        assertThat(new TimeBlocks(iterations, List.of(), latenciesNs, LatencyCounts.NONE)
                        .intervals(List.of(99.0), latenciesNs))
                .containsExactly(new Counterfactual.Interval(20_000, 20_000));
    }

    /** The second JVM has no outliers: that is how much two JVMs differ, and of another one nothing is known. */
    @Test
    void shouldPredictNothingFromTwoJvmsOfWhichOneHasNoOutliers() {
        Random random = new Random(11);
        List<Iteration> iterations = iterations(random, RECORDED);
        long[] latenciesNs = exponential(random);
        List<RunOutcome> outcomes = List.of(outcome(0, 0), outcome(1, 3L * ITERATIONS * PERIOD_NS));

        assertThat(new TimeBlocks(iterations, outcomes.subList(0, 1), latenciesNs, ofJvms(1))
                        .intervals(List.of(99.9), latenciesNs))
                .hasSize(1);
        assertThat(new TimeBlocks(iterations, outcomes, latenciesNs, ofJvms(2)).intervals(List.of(99.9), latenciesNs))
                .isEmpty();
    }

    /** Nothing was recorded in most of the run, so nothing was slow there. */
    @Test
    void shouldKnowOfTheQuietPartOfARun() {
        List<Iteration> iterations = iterations(new Random(5), RECORDED).stream()
                .map(one -> new Iteration(one.runId(), one.intendedNs() / 30, 0, 0, 0, 0))
                .toList();
        long[] measuredNs = new long[RECORDED];
        Arrays.fill(measuredNs, 1_000_000);
        TimeBlocks blocks = new TimeBlocks(iterations, List.of(outcome(0, 0)), measuredNs, OTHERS);

        assertThat(blocks.elsewhere(List.of(99.0), new long[RECORDED])
                        .orElseThrow()
                        .share())
                .isEqualTo(0.96);
        // Another run may have no such second.
        assertThat(blocks.intervals(List.of(99.0), measuredNs).get(0).lowNs()).isLessThan(2_000);
    }

    private static RunOutcome outcome(int fork, long originNs) {
        long lengthMs = ITERATIONS * PERIOD_NS / 1_000_000;
        return RunOutcome.of(new RunId(fork, 1))
                .originNs(originNs)
                .startEpochMs(5_000)
                .endEpochMs(5_000 + lengthMs)
                .targetPerSecond(1e9 / PERIOD_NS)
                .achievedPerSecond(1e9 / PERIOD_NS)
                .iterations(ITERATIONS)
                .outliers(RECORDED)
                .thresholdNs(2_000)
                .build();
    }

    /** What comes in one burst is one event, however many iterations it makes slow. */
    @Test
    void shouldBeWideWhereAFewBurstsMakeThePercentile() {
        Random random = new Random(3);
        List<Iteration> iterations = iterations(random, RECORDED);
        long[] spread = new long[RECORDED];
        long[] burst = new long[RECORDED];
        Arrays.fill(spread, 10_000);
        Arrays.fill(burst, 10_000);
        for (int i = 0; i < 200; i++) {
            spread[i * 10] = 50_000 + i * 1_000;
            burst[1_000 + i] = 50_000 + i * 1_000;
        }
        TimeBlocks blocks = new TimeBlocks(iterations, List.of(), spread, OTHERS);
        Counterfactual.Interval ofSpread =
                blocks.intervals(List.of(99.9), spread).get(0);
        Counterfactual.Interval ofBurst = blocks.intervals(List.of(99.9), burst).get(0);

        assertThat(ofSpread.lowNs()).isGreaterThan(50_000);
        // Without that burst there is none.
        assertThat(ofBurst.lowNs()).isEqualTo(10_000);
        assertThat(ofBurst.highNs()).isGreaterThan(ofSpread.lowNs());
    }

    @Test
    void shouldTellWhatWasMeasuredWhereARemovalChangesNothing() {
        List<Iteration> iterations = iterations(new Random(5), RECORDED);
        long[] measuredNs = new long[RECORDED];
        long[] withoutNs = new long[RECORDED];
        for (int i = 0; i < RECORDED; i++) {
            // In the first half it takes a millisecond, in the second nothing.
            measuredNs[i] = 20_000 + (i < RECORDED / 2 ? 1_000_000 : 0);
            withoutNs[i] = 20_000;
        }
        Counterfactual.Elsewhere elsewhere = new TimeBlocks(iterations, List.of(), measuredNs, OTHERS)
                .elsewhere(List.of(99.0), withoutNs)
                .orElseThrow();

        assertThat(elsewhere.share()).isBetween(0.44, 0.54);
        assertThat(elsewhere.percentiles()).containsExactly(new Series.Point(99, 20_000));
    }

    @Test
    void shouldTellNothingOfTooSmallAPart() {
        List<Iteration> iterations = iterations(new Random(5), RECORDED);
        long[] measuredNs = new long[RECORDED];
        Arrays.fill(measuredNs, 1_000_000);

        assertThat(new TimeBlocks(iterations, List.of(), measuredNs, OTHERS)
                        .elsewhere(List.of(99.0), new long[RECORDED]))
                .isEmpty();
    }
}
