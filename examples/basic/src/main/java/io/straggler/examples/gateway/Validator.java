package io.straggler.examples.gateway;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Checks requests against the instruments' limits and the client order ids already used. */
final class Validator {
    private final Map<String, Instrument> instruments;
    private final ClientOrderIds ids;

    Validator(List<Instrument> instruments, ClientOrderIds ids) {
        this.instruments = instruments.stream().collect(Collectors.toMap(Instrument::symbol, Function.identity()));
        this.ids = ids;
    }

    /** Why the order must be refused, or nothing. */
    Optional<RejectReason> check(OrderRequest.New order) {
        if (ids.contains(order.clientOrderId())) {
            return Optional.of(RejectReason.DUPLICATE_ID);
        }
        return checkTerms(order.symbol(), order.quantity(), order.priceTicks());
    }

    /** Why the order to be changed must stay as it is, or nothing. */
    Optional<RejectReason> check(OrderRequest.Amend amend, LiveOrder order) {
        if (ids.contains(amend.clientOrderId())) {
            return Optional.of(RejectReason.DUPLICATE_ID);
        }
        if (amend.quantity() <= order.filledQuantity()) {
            return Optional.of(RejectReason.ALREADY_FILLED);
        }
        return checkTerms(order.symbol(), amend.quantity(), amend.priceTicks());
    }

    /** Why the cancel must be refused, or nothing. */
    Optional<RejectReason> check(OrderRequest.Cancel cancel) {
        return ids.contains(cancel.clientOrderId()) ? Optional.of(RejectReason.DUPLICATE_ID) : Optional.empty();
    }

    private Optional<RejectReason> checkTerms(String symbol, long quantity, long priceTicks) {
        Instrument instrument = instruments.get(symbol);
        if (instrument == null) {
            return Optional.of(RejectReason.UNKNOWN_SYMBOL);
        }
        if (quantity < 1 || quantity > instrument.maxQuantity()) {
            return Optional.of(RejectReason.QUANTITY_LIMIT);
        }
        if (Math.abs(priceTicks - instrument.referenceTicks()) > instrument.bandTicks()) {
            return Optional.of(RejectReason.PRICE_BAND);
        }
        return Optional.empty();
    }
}
