package io.straggler.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ValidatorTest {
    private final ClientOrderIds ids = new ClientOrderIds(0);
    private final Validator validator = new Validator(List.of(new Instrument("ABC", 10_000, 400, 5_000)), ids);

    @Test
    void shouldAcceptAnOrderAtTheVeryLimits() {
        assertThat(validator.check(order("ABC", 1, 9_600))).isEmpty();
        assertThat(validator.check(order("ABC", 5_000, 10_400))).isEmpty();
    }

    @Test
    void shouldRefuseWhatIsBeyondALimit() {
        assertThat(validator.check(order("XYZ", 1, 10_000))).contains(RejectReason.UNKNOWN_SYMBOL);
        assertThat(validator.check(order("ABC", 0, 10_000))).contains(RejectReason.QUANTITY_LIMIT);
        assertThat(validator.check(order("ABC", 5_001, 10_000))).contains(RejectReason.QUANTITY_LIMIT);
        assertThat(validator.check(order("ABC", 1, 10_401))).contains(RejectReason.PRICE_BAND);
        assertThat(validator.check(order("ABC", 1, 9_599))).contains(RejectReason.PRICE_BAND);
    }

    @Test
    void shouldRefuseAnIdThatWasUsedForAnyKindOfRequest() {
        ids.add("O1", 1);
        LiveOrder live = new LiveOrder(1, order("ABC", 100, 10_000));

        assertThat(validator.check(order("ABC", 1, 10_000))).contains(RejectReason.DUPLICATE_ID);
        assertThat(validator.check(new OrderRequest.Cancel("O1", "O0"))).contains(RejectReason.DUPLICATE_ID);
        assertThat(validator.check(new OrderRequest.Amend("O1", "O0", 10, 10_000), live))
                .contains(RejectReason.DUPLICATE_ID);
    }

    @Test
    void shouldRefuseAnAmendToLessThanIsFilled() {
        LiveOrder live = new LiveOrder(1, order("ABC", 100, 10_000));
        live.fill(60);

        assertThat(validator.check(new OrderRequest.Amend("O2", "O1", 60, 10_000), live))
                .contains(RejectReason.ALREADY_FILLED);
        assertThat(validator.check(new OrderRequest.Amend("O2", "O1", 61, 10_000), live))
                .isEmpty();
        assertThat(validator.check(new OrderRequest.Amend("O2", "O1", 61, 11_000), live))
                .contains(RejectReason.PRICE_BAND);
    }

    private static OrderRequest.New order(String symbol, long quantity, long priceTicks) {
        return new OrderRequest.New("O1", symbol, Side.BUY, quantity, priceTicks);
    }
}
