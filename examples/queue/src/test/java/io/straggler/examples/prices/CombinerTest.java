package io.straggler.examples.prices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CombinerTest {
    private final Combiner combiner = new Combiner();
    private final SidedPrice price = new SidedPrice();

    @Test
    void shouldKnowOneSideUntilTheOtherComes() {
        long symbol = Symbols.pack("EURUSD");
        price.become(symbol, Side.BID, 99, 5, 1, 2);
        TopOfBook book = combiner.combine(price, 3);
        assertThat(book.bidTicks()).isEqualTo(99);
        assertThat(book.bidQuantity()).isEqualTo(5);
        assertThat(book.askQuantity()).isZero();

        price.become(symbol, Side.ASK, 101, 6, 10, 20);
        book = combiner.combine(price, 30);
        assertThat(book.symbol()).isEqualTo(symbol);
        assertThat(book.bidTicks()).isEqualTo(99);
        assertThat(book.bidQuantity()).isEqualTo(5);
        assertThat(book.askTicks()).isEqualTo(101);
        assertThat(book.askQuantity()).isEqualTo(6);
        assertThat(book.intendedNs()).isEqualTo(10);
        assertThat(book.sentNs()).isEqualTo(20);
        assertThat(book.combinedNs()).isEqualTo(30);
    }

    @Test
    void shouldAgreeWithPlainMapsOnManySymbols() {
        Random random = new Random(3);
        Map<Long, long[]> bids = new HashMap<>();
        Map<Long, long[]> asks = new HashMap<>();
        long[] none = {0, 0};
        for (int i = 0; i < 50_000; i++) {
            // Zero is a symbol too, and one that an empty slot could be taken for.
            long symbol = random.nextInt(700) * (random.nextBoolean() ? 1L : 1L << 40);
            Side side = Side.of(random.nextInt(2));
            long[] quote = {random.nextInt(1_000), 1 + random.nextInt(1_000)};
            (side == Side.BID ? bids : asks).put(symbol, quote);
            price.become(symbol, side, quote[0], quote[1], i, i + 1);

            TopOfBook book = combiner.combine(price, i + 2);

            assertThat(new long[] {book.bidTicks(), book.bidQuantity()}).isEqualTo(bids.getOrDefault(symbol, none));
            assertThat(new long[] {book.askTicks(), book.askQuantity()}).isEqualTo(asks.getOrDefault(symbol, none));
            assertThat(book.symbol()).isEqualTo(symbol);
            assertThat(book.intendedNs()).isEqualTo(i);
        }
        bids.putAll(asks);
        assertThat(combiner.symbols()).isEqualTo(bids.size());
    }
}
