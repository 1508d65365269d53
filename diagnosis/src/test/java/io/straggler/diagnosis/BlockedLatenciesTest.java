package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockedLatenciesTest {
    private static final int BLOCKS = 7;

    /** All of them one by one, each as often as its block counts. */
    private static long oneByOne(long[] latenciesNs, int[] blockOf, LatencyCounts others, long[] weight, double p) {
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < latenciesNs.length; i++) {
            for (long n = 0; n < weight[blockOf[i]]; n++) {
                all.add(latenciesNs[i]);
            }
        }
        for (int i = 0; i < others.counts().length; i++) {
            for (long n = 0; n < others.counts()[i]; n++) {
                all.add(others.valuesNs()[i]);
            }
        }
        all.sort(Comparator.naturalOrder());
        return all.get((int) Math.ceil(all.size() * p / 100 - 1e-6) - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 63, 64, 65, 128, 1_000})
    void shouldHaveThePercentilesOfAllOfThemOneByOne(int singles) {
        Random random = new Random(singles);
        for (int round = 0; round < 50; round++) {
            long[] latenciesNs =
                    random.longs(singles, 1, 2 + random.nextInt(300)).toArray();
            int[] blockOf = random.ints(singles, 0, BLOCKS).toArray();
            LatencyCounts others = new LatencyCounts(
                    new long[] {5, 40, 200, 250},
                    random.longs(4, 0, 1 + random.nextInt(400)).toArray());
            long[] weight = random.longs(BLOCKS, 0, 4).toArray();
            weight[random.nextInt(BLOCKS)] = 1;
            BlockedLatencies blocked = new BlockedLatencies(latenciesNs, blockOf, BLOCKS, others);
            long counted = others.total();
            for (int block : blockOf) {
                counted += weight[block];
            }
            for (double percentile : counted == 0 ? new double[0] : new double[] {10, 50, 90, 99, 99.9, 100}) {
                assertThat(blocked.percentileNs(percentile, weight, 1))
                        .as("p%s of %s", percentile, counted)
                        .isEqualTo(oneByOne(latenciesNs, blockOf, others, weight, percentile));
            }
        }
    }
}
