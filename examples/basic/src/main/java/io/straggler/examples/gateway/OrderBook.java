package io.straggler.examples.gateway;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The book of one symbol: price levels of both sides, best first, matched by price and then time. */
final class OrderBook {
    private final TreeMap<Long, PriceLevel> bids = new TreeMap<>(Comparator.reverseOrder());
    private final TreeMap<Long, PriceLevel> asks = new TreeMap<>();

    /** Matches the order against the other side; what is left open of it joins the book. */
    List<Fill> enter(LiveOrder order) {
        List<Fill> fills = new ArrayList<>();
        TreeMap<Long, PriceLevel> others = levels(order.side().opposite());
        while (order.openQuantity() > 0 && !others.isEmpty()) {
            PriceLevel best = others.firstEntry().getValue();
            if (!order.reaches(best.priceTicks())) {
                break;
            }
            best.match(order, fills);
            if (best.isEmpty()) {
                others.pollFirstEntry();
            }
        }
        if (order.openQuantity() > 0) {
            levels(order.side())
                    .computeIfAbsent(order.priceTicks(), PriceLevel::new)
                    .add(order);
        }
        return fills;
    }

    /** Removes the order from its price level, and the level if it was the last order there. */
    void remove(LiveOrder order) {
        TreeMap<Long, PriceLevel> levels = levels(order.side());
        PriceLevel level = levels.get(order.priceTicks());
        if (level == null || !level.remove(order)) {
            throw new IllegalStateException("order must be in the book: orderId=" + order.orderId());
        }
        if (level.isEmpty()) {
            levels.remove(order.priceTicks());
        }
    }

    /**
     * Gives an order of the book new terms. It keeps its place if only its quantity shrinks; otherwise it enters anew, and
     * may match.
     */
    List<Fill> amend(LiveOrder order, long quantity, long priceTicks) {
        boolean keepsPlace =
                priceTicks == order.priceTicks() && quantity <= order.filledQuantity() + order.openQuantity();
        if (keepsPlace) {
            order.amend(quantity, priceTicks);
            return List.of();
        }
        remove(order);
        order.amend(quantity, priceTicks);
        return enter(order);
    }

    /** The price of that side that trades first. */
    OptionalLong bestTicks(Side side) {
        Map.Entry<Long, PriceLevel> best = levels(side).firstEntry();
        return best == null ? OptionalLong.empty() : OptionalLong.of(best.getKey());
    }

    int levelCount(Side side) {
        return levels(side).size();
    }

    long openQuantity() {
        return openQuantity(bids) + openQuantity(asks);
    }

    private static long openQuantity(TreeMap<Long, PriceLevel> levels) {
        return levels.values().stream().mapToLong(PriceLevel::openQuantity).sum();
    }

    private TreeMap<Long, PriceLevel> levels(Side side) {
        return side == Side.BUY ? bids : asks;
    }
}
