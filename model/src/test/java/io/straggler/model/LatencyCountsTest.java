package io.straggler.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LatencyCountsTest {
    @Test
    void shouldAddCountsOfTheSameBucketsAndKeepTheOthers() {
        LatencyCounts sum = new LatencyCounts(new long[] {1, 5, 9}, new long[] {2, 3, 4})
                .plus(new LatencyCounts(new long[] {5, 7, 20}, new long[] {10, 1, 1}));
        assertThat(sum.valuesNs()).containsExactly(1, 5, 7, 9, 20);
        assertThat(sum.counts()).containsExactly(2, 13, 1, 4, 1);
        assertThat(LatencyCounts.NONE.plus(sum).counts()).containsExactly(sum.counts());
        assertThat(sum.plus(LatencyCounts.NONE).valuesNs()).containsExactly(sum.valuesNs());
    }

    /** More buckets than a table begins with, and more than twice as many. */
    @Test
    void shouldSumAsAdditionDoes() {
        SplittableRandom random = new SplittableRandom(5);
        List<LatencyCounts> all = new ArrayList<>();
        LatencyCounts added = LatencyCounts.NONE;
        for (int i = 0; i < 300; i++) {
            LatencyCounts some = LatencyCounts.of(random.longs(i % 9, 0, 2 + (1L << random.nextInt(60)))
                    .sorted()
                    .toArray());
            all.add(some);
            added = added.plus(some);
        }

        LatencyCounts sum = LatencyCounts.sum(all);

        assertThat(sum.valuesNs()).hasSizeGreaterThan(300).isEqualTo(added.valuesNs());
        assertThat(sum.counts()).isEqualTo(added.counts());
        assertThat(LatencyCounts.sum(List.of()).counts()).isEmpty();
    }

    @Test
    void shouldTakeAwayWhatWasAdded() {
        LatencyCounts some = new LatencyCounts(new long[] {3, 8}, new long[] {1, 2});
        LatencyCounts both = some.plus(new LatencyCounts(new long[] {4, 8}, new long[] {5, 6}));
        assertThat(both.minus(some).total()).isEqualTo(11);
    }

    /** The upper ends that HdrHistogram gives at three digits. */
    @Test
    void shouldCountInBucketsOfThreeDigits() {
        LatencyCounts counts =
                LatencyCounts.of(new long[] {0, 2_047, 2_048, 2_049, 2_050, 4_095, 4_096, 4_099, 1_000_000});
        assertThat(counts.valuesNs()).containsExactly(0, 2_047, 2_049, 2_051, 4_095, 4_099, 1_000_447);
        assertThat(counts.counts()).containsExactly(1, 1, 2, 1, 1, 2, 1);
    }
}
