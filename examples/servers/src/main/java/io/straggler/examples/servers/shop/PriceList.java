package io.straggler.examples.servers.shop;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/** The prices, read from the database again when they are too old. From any thread. */
final class PriceList {
    private static final long MAX_AGE_NS = Duration.ofSeconds(2).toNanos();

    private final OrderStore store;
    private Map<Offer, Long> prices = Map.of();
    private long readNs;

    PriceList(OrderStore store) {
        this.store = store;
    }

    /** Returns the price in cents; null for what is not sold. */
    synchronized Long cents(Offer offer) throws SQLException {
        if (prices.isEmpty() || System.nanoTime() - readNs >= MAX_AGE_NS) {
            prices = store.prices();
            readNs = System.nanoTime();
        }
        return prices.get(offer);
    }
}
