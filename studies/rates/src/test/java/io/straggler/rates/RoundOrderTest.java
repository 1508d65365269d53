package io.straggler.rates;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundOrderTest {
    @Test
    void shouldHoldEveryRateOnceInEveryRound() {
        for (int rates = 2; rates <= 40; rates++) {
            for (int round = 0; round < 6; round++) {
                assertThat(Arrays.stream(RoundOrder.of(rates, round, 7))
                                .sorted()
                                .toArray())
                        .isEqualTo(IntStream.range(0, rates).toArray());
            }
        }
    }

    /** Whatever drifts steadily adds the same to every rate. */
    @Test
    void shouldGiveEveryRateTheSameMeanPlaceOverTwoRounds() {
        int rates = 12;
        for (long seed = 0; seed < 50; seed++) {
            double[] places = new double[rates];
            for (int round = 0; round < 4; round++) {
                int[] order = RoundOrder.of(rates, round, seed);
                for (int place = 0; place < rates; place++) {
                    places[order[place]] += place;
                }
            }
            assertThat(places).containsOnly(4 * (rates - 1) / 2.0);
        }
    }

    /** A drift over a single round must not look like a slope over the rates. */
    @Test
    void shouldHardlyLetThePlaceDependOnTheRateInASingleRound() {
        for (int rates = 4; rates <= 30; rates++) {
            double sorted = RoundOrder.trend(IntStream.range(0, rates).toArray());
            for (long seed = 0; seed < 20; seed++) {
                assertThat(RoundOrder.trend(RoundOrder.of(rates, 0, seed)))
                        .as("%s rates, seed %s", rates, seed)
                        .isLessThan(0.1 * sorted + 1e-9);
            }
        }
    }

    @Test
    void shouldDrawTheSameForASeedAndAnotherForAnother() {
        Set<String> drawn = new HashSet<>();
        for (long seed = 0; seed < 100; seed++) {
            drawn.add(Arrays.toString(RoundOrder.of(12, 0, seed)));
            drawn.add(Arrays.toString(RoundOrder.of(12, 2, seed)));
            assertThat(RoundOrder.of(12, 0, seed)).isEqualTo(RoundOrder.of(12, 0, seed));
        }
        assertThat(drawn).hasSizeGreaterThan(190);
    }
}
