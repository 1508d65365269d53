package io.straggler.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BelowThresholdTest {
    private static final long MS = 1_000_000;

    /** 99,000 of 100 µs, and one kind that is frequent and one that is long. */
    private static LatencyCounts latencies(long frequentNs, long frequent, long longNs, long times) {
        return new LatencyCounts(new long[] {100_000, frequentNs, longNs}, new long[] {99_000, frequent, times});
    }

    @Test
    void shouldFindWhatIsShorterAndLosesMoreAltogether() {
        BelowThreshold below = BelowThreshold.of(latencies(10 * MS, 900, 25 * MS, 100), 25 * MS)
                .orElseThrow();

        assertThat(below.fromNs()).isEqualTo(10 * MS);
        assertThat(below.count()).isEqualTo(900);
        assertThat(below.ratio()).isBetween(3.5, 4.0);
    }

    @Test
    void shouldSayNothingWhereOutliersLoseMore() {
        assertThat(BelowThreshold.of(latencies(10 * MS, 200, 25 * MS, 100), 25 * MS))
                .isEmpty();
    }

    @Test
    void shouldSayNothingOfWhatIsUsual() {
        // 8% are another kind of work, and not slow.
        assertThat(BelowThreshold.of(latencies(10 * MS, 9_000, 25 * MS, 100), 25 * MS))
                .isEmpty();
        // Three times the median stands not out.
        assertThat(BelowThreshold.of(latencies(300_000, 4_000, MS, 100), MS)).isEmpty();
        assertThat(BelowThreshold.of(LatencyCounts.NONE, MS)).isEmpty();
    }

    @Test
    void shouldBeginWhereMostOfItIsLost() {
        LatencyCounts latencies = new LatencyCounts(
                new long[] {100_000, MS, 8 * MS + 100_000, 8 * MS + 700_000, 25 * MS},
                new long[] {99_000, 200, 3, 697, 100});

        BelowThreshold below = BelowThreshold.of(latencies, 25 * MS).orElseThrow();

        assertThat(below.fromNs()).isEqualTo(8 * MS);
        // Those that are beyond the figure that is printed.
        assertThat(below.count()).isEqualTo(700);
    }

    @Test
    void shouldSayThatThereWereNoOutliers() {
        BelowThreshold below =
                BelowThreshold.of(latencies(10 * MS, 900, 25 * MS, 0), 25 * MS).orElseThrow();

        assertThat(below.ratio()).isInfinite();
    }
}
