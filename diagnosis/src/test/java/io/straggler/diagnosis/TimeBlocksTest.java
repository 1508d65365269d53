package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.LatencyCounts;
import io.straggler.model.Series;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimeBlocksTest {
    private static final int ITERATIONS = 100_000;
    private static final int RECORDED = 2_000;
    private static final long PERIOD_NS = 100_000;

    /** Below everything that is recorded. */
    private static final LatencyCounts OTHERS =
            new LatencyCounts(new long[] {1_000}, new long[] {ITERATIONS - RECORDED});

    private static long[] tags(Random random, int count) {
        long[] tags = new long[count];
        for (int i = 0; i < count; i++) {
            tags[i] = (long) (random.nextDouble() * ITERATIONS) * PERIOD_NS;
        }
        Arrays.sort(tags);
        return tags;
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
            TimeBlocks blocks = new TimeBlocks(tags(random, RECORDED), latenciesNs, OTHERS);
            Counterfactual.Interval interval =
                    blocks.intervals(List.of(99.9), latenciesNs).get(0);
            long otherNs = p999(exponential(random));
            contained += interval.lowNs() <= otherNs && otherNs <= interval.highNs() ? 1 : 0;
        }

        assertThat(contained).isBetween(364, 392);
    }

    /** What comes in one burst is one event, however many iterations it makes slow. */
    @Test
    void shouldBeWideWhereAFewBurstsMakeThePercentile() {
        Random random = new Random(3);
        long[] tags = tags(random, RECORDED);
        long[] spread = new long[RECORDED];
        long[] burst = new long[RECORDED];
        Arrays.fill(spread, 10_000);
        Arrays.fill(burst, 10_000);
        for (int i = 0; i < 200; i++) {
            spread[i * 10] = 50_000 + i * 1_000;
            burst[1_000 + i] = 50_000 + i * 1_000;
        }
        TimeBlocks blocks = new TimeBlocks(tags, spread, OTHERS);
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
        long[] tags = tags(new Random(5), RECORDED);
        long[] measuredNs = new long[RECORDED];
        long[] withoutNs = new long[RECORDED];
        for (int i = 0; i < RECORDED; i++) {
            // In the first half it takes a millisecond, in the second nothing.
            measuredNs[i] = 20_000 + (i < RECORDED / 2 ? 1_000_000 : 0);
            withoutNs[i] = 20_000;
        }
        Counterfactual.Elsewhere elsewhere = new TimeBlocks(tags, measuredNs, OTHERS)
                .elsewhere(List.of(99.0), withoutNs)
                .orElseThrow();

        assertThat(elsewhere.share()).isBetween(0.44, 0.54);
        assertThat(elsewhere.percentiles()).containsExactly(new Series.Point(99, 20_000));
    }

    @Test
    void shouldTellNothingOfTooSmallAPart() {
        long[] tags = tags(new Random(5), RECORDED);
        long[] measuredNs = new long[RECORDED];
        Arrays.fill(measuredNs, 1_000_000);

        assertThat(new TimeBlocks(tags, measuredNs, OTHERS).elsewhere(List.of(99.0), new long[RECORDED]))
                .isEmpty();
    }
}
