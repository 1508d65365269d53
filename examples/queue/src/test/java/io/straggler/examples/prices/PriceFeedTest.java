package io.straggler.examples.prices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PriceFeedTest {
    @Test
    void shouldMakeBidsAndAsksInTurnAndTheSameForTheSameSeed() {
        PriceFeed one = new PriceFeed(7);
        PriceFeed same = new PriceFeed(7);
        PriceFeed other = new PriceFeed(8);
        SidedPrice price = new SidedPrice();
        SidedPrice again = new SidedPrice();
        SidedPrice different = new SidedPrice();
        Set<Long> symbols = new HashSet<>();
        int differences = 0;
        for (int i = 0; i < 10_000; i++) {
            one.next(price, i, 0);
            same.next(again, i, 0);
            other.next(different, i, 0);
            assertThat(price.side()).isEqualTo(i % 2 == 0 ? Side.BID : Side.ASK);
            assertThat(price.priceTicks()).isBetween(99_000L, 101_000L).isEqualTo(again.priceTicks());
            assertThat(price.quantity()).isBetween(1L, 1_024L).isEqualTo(again.quantity());
            assertThat(price.symbol()).isEqualTo(again.symbol());
            symbols.add(price.symbol());
            differences += price.quantity() != different.quantity() ? 1 : 0;
        }
        assertThat(symbols).hasSize(8);
        assertThat(differences).isGreaterThan(9_000);
    }
}
