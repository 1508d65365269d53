package io.straggler.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OrderBookTest {
    private final OrderBook book = new OrderBook();
    private long lastOrderId;

    @Test
    void shouldTradeAtTheBetterPriceFirstAndThenWithTheOlderOrder() {
        LiveOrder dear = order(Side.SELL, 10, 102);
        LiveOrder older = order(Side.SELL, 10, 101);
        LiveOrder younger = order(Side.SELL, 10, 101);
        book.enter(dear);
        book.enter(older);
        book.enter(younger);

        List<Fill> fills = book.enter(order(Side.BUY, 25, 102));

        assertThat(fills)
                .containsExactly(new Fill(older, 10, 101, 0), new Fill(younger, 10, 101, 0), new Fill(dear, 5, 102, 5));
        assertThat(book.bestTicks(Side.SELL)).hasValue(102);
        assertThat(book.bestTicks(Side.BUY)).isEmpty();
    }

    @Test
    void shouldRestWhatIsLeftOpen() {
        book.enter(order(Side.SELL, 10, 101));

        book.enter(order(Side.BUY, 25, 101));

        assertThat(book.bestTicks(Side.BUY)).hasValue(101);
        assertThat(book.openQuantity()).isEqualTo(15);
    }

    @Test
    void shouldKeepThePlaceOfAnOrderThatOnlyShrinks() {
        LiveOrder first = order(Side.SELL, 10, 101);
        LiveOrder second = order(Side.SELL, 10, 101);
        book.enter(first);
        book.enter(second);

        assertThat(book.amend(first, 5, 101)).isEmpty();

        assertThat(book.enter(order(Side.BUY, 1, 101))).extracting(Fill::maker).containsExactly(first);
    }

    @Test
    void shouldMoveAnOrderThatGrowsBehindTheOthers() {
        LiveOrder first = order(Side.SELL, 10, 101);
        LiveOrder second = order(Side.SELL, 10, 101);
        book.enter(first);
        book.enter(second);

        book.amend(first, 11, 101);

        assertThat(book.enter(order(Side.BUY, 1, 101))).extracting(Fill::maker).containsExactly(second);
    }

    @Test
    void shouldMatchAnOrderWhoseNewPriceReachesTheOtherSide() {
        LiveOrder ask = order(Side.SELL, 10, 101);
        LiveOrder bid = order(Side.BUY, 4, 99);
        book.enter(ask);
        book.enter(bid);

        assertThat(book.amend(bid, 4, 101)).containsExactly(new Fill(ask, 4, 101, 6));
        assertThat(book.levelCount(Side.BUY)).isZero();
    }

    @Test
    void shouldRefuseToRemoveAnOrderThatIsNotInTheBook() {
        LiveOrder stranger = order(Side.BUY, 1, 100);

        assertThatThrownBy(() -> book.remove(stranger))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("order must be in the book: orderId=1");
    }

    @Test
    void shouldMatchAsAPlainListOfOrdersDoes() {
        SplittableRandom random = new SplittableRandom(3);
        PlainBook oracle = new PlainBook();
        List<LiveOrder> entered = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            entered.removeIf(order -> order.openQuantity() == 0);
            int kind = entered.isEmpty() ? 0 : random.nextInt(10);
            if (kind < 6) {
                LiveOrder order = order(
                        random.nextBoolean() ? Side.BUY : Side.SELL, 1 + random.nextInt(50), 90 + random.nextInt(20));
                List<String> expected =
                        oracle.enter(order.orderId(), order.side(), order.openQuantity(), order.priceTicks());
                assertThat(reported(book.enter(order))).isEqualTo(expected);
                entered.add(order);
            } else if (kind < 8) {
                LiveOrder order = entered.remove(random.nextInt(entered.size()));
                book.remove(order);
                oracle.remove(order.orderId());
            } else {
                LiveOrder order = entered.get(random.nextInt(entered.size()));
                long quantity = order.filledQuantity() + 1 + random.nextInt(50);
                long priceTicks = random.nextBoolean() ? order.priceTicks() : 90 + random.nextInt(20);
                long open = quantity - order.filledQuantity();
                List<String> expected = oracle.amend(order.orderId(), open, priceTicks);
                assertThat(reported(book.amend(order, quantity, priceTicks))).isEqualTo(expected);
            }
            assertThat(book.openQuantity()).isEqualTo(oracle.openQuantity());
            assertThat(crossed()).isFalse();
        }
        assertThat(oracle.trades()).isGreaterThan(1_000);
    }

    private boolean crossed() {
        return book.bestTicks(Side.BUY).isPresent()
                && book.bestTicks(Side.SELL).isPresent()
                && book.bestTicks(Side.BUY).getAsLong()
                        >= book.bestTicks(Side.SELL).getAsLong();
    }

    private static List<String> reported(List<Fill> fills) {
        return fills.stream()
                .map(fill -> PlainBook.trade(fill.maker().orderId(), fill.quantity(), fill.priceTicks()))
                .toList();
    }

    private LiveOrder order(Side side, long quantity, long priceTicks) {
        return new LiveOrder(++lastOrderId, new OrderRequest.New("O" + lastOrderId, "ABC", side, quantity, priceTicks));
    }
}
