package io.straggler.examples.gateway;

import java.util.ArrayDeque;
import java.util.List;

/** The orders at one price of one side, the oldest first. */
final class PriceLevel {
    private final long priceTicks;
    private final ArrayDeque<LiveOrder> orders = new ArrayDeque<>();

    PriceLevel(long priceTicks) {
        this.priceTicks = priceTicks;
    }

    long priceTicks() {
        return priceTicks;
    }

    boolean isEmpty() {
        return orders.isEmpty();
    }

    void add(LiveOrder order) {
        orders.addLast(order);
    }

    /** Takes an order out, wherever it stands: looked for from the oldest on. */
    boolean remove(LiveOrder order) {
        return orders.removeFirstOccurrence(order);
    }

    /** Trades the incoming order with the oldest ones until it is filled or the level is empty. */
    void match(LiveOrder taker, List<Fill> fills) {
        while (taker.openQuantity() > 0 && !orders.isEmpty()) {
            LiveOrder maker = orders.peekFirst();
            long traded = Math.min(taker.openQuantity(), maker.openQuantity());
            taker.fill(traded);
            maker.fill(traded);
            fills.add(new Fill(maker, traded, priceTicks, maker.openQuantity()));
            if (maker.openQuantity() == 0) {
                orders.removeFirst();
            }
        }
    }

    long openQuantity() {
        return orders.stream().mapToLong(LiveOrder::openQuantity).sum();
    }
}
