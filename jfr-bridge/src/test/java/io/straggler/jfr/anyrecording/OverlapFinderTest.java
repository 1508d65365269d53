package io.straggler.jfr.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.clock.ClockMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OverlapFinderTest {
    private static final ClockMap CLOCK = ClockMap.asIs(0);

    private final OverlapFinder finder = new OverlapFinder();

    private void add(long thread, long startNs, long endNs) {
        finder.add(thread, startNs, endNs, CLOCK);
    }

    @Test
    void shouldSeeNoSignInCallsWithinCallsAndAfterEachOther() {
        add(1, 0, 10);
        add(1, 12, 13);
        add(1, 11, 14);
        add(1, 14, 15);
        add(1, 11, 15);
        add(1, 0, 15);
        add(1, 0, 15);

        assertThat(finder.found()).isEqualTo(ThreadChanges.NONE);
    }

    @Test
    void shouldSeeOverlapsInEitherOrderOfTheFile() {
        add(1, 0, 10);
        add(1, 5, 15);
        add(2, 5, 15);
        add(2, 0, 10);
        add(3, 0, 10);
        add(4, 5, 15);

        assertThat(finder.found()).isEqualTo(new ThreadChanges(2, 0, Set.of(1L, 2L)));
    }

    @Test
    void shouldRememberAnIterationBehindManyThatLieInLaterOnes() {
        add(1, 0, 1_000);
        for (int i = 1; i <= 100; i++) {
            add(1, 1_000 + 10 * i, 1_003 + 10 * i);
            add(1, 1_004 + 10 * i, 1_005 + 10 * i);
            add(1, 1_000, 1_006 + 10 * i);
        }
        add(1, 500, 3_000);

        assertThat(finder.found().overlapping()).isEqualTo(1);
    }

    /** Two clocks of one recording need not agree to the nanosecond. */
    @Test
    void shouldNotCompareTimesOfDifferentClocks() {
        add(1, 0, 10);
        finder.add(1, 9, 20, ClockMap.asIs(1));

        assertThat(finder.found()).isEqualTo(ThreadChanges.NONE);
    }

    /** By comparing all pairs, of as few as are remembered. */
    @Test
    void shouldNameTheThreadsOnWhichAnyTwoOverlap() {
        SplittableRandom random = new SplittableRandom(11);
        int signs = 0;
        for (int round = 0; round < 2_000; round++) {
            List<long[]> iterations = new ArrayList<>();
            int count = 2 + random.nextInt(5);
            for (int i = 0; i < count; i++) {
                long start = random.nextLong(30);
                // No two end at once.
                iterations.add(new long[] {10 * start, 10 * (start + 1 + random.nextLong(12)) + i});
            }
            iterations.sort(Comparator.comparingLong(one -> one[1]));
            boolean any = iterations.stream()
                    .anyMatch(one -> iterations.stream()
                            .anyMatch(other -> one[0] < other[0] && other[0] < one[1] && one[1] < other[1]));
            OverlapFinder each = new OverlapFinder();
            iterations.forEach(one -> each.add(1, one[0], one[1], CLOCK));

            assertThat(each.found().threads()).as("round %d", round).isEqualTo(any ? Set.of(1L) : Set.of());
            signs += any ? 1 : 0;
        }
        assertThat(signs).isBetween(500, 1_900);
    }
}
