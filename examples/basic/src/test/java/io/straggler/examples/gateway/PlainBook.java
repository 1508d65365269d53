package io.straggler.examples.gateway;

import java.util.ArrayList;
import java.util.List;

/** A book that is obviously right: one list of orders in order of arrival, searched as a whole for every trade. */
final class PlainBook {
    private static final class Entry {
        long orderId;
        Side side;
        long open;
        long priceTicks;
    }

    private final List<Entry> entries = new ArrayList<>();
    private int trades;

    static String trade(long makerId, long quantity, long priceTicks) {
        return quantity + " of " + makerId + " at " + priceTicks;
    }

    List<String> enter(long orderId, Side side, long open, long priceTicks) {
        Entry taker = new Entry();
        taker.orderId = orderId;
        taker.side = side;
        taker.open = open;
        taker.priceTicks = priceTicks;
        return enter(taker);
    }

    void remove(long orderId) {
        entries.remove(entry(orderId));
    }

    List<String> amend(long orderId, long open, long priceTicks) {
        Entry entry = entry(orderId);
        boolean stays = entry.priceTicks == priceTicks && open <= entry.open;
        entry.open = open;
        entry.priceTicks = priceTicks;
        if (stays) {
            return List.of();
        }
        entries.remove(entry);
        return enter(entry);
    }

    long openQuantity() {
        return entries.stream().mapToLong(entry -> entry.open).sum();
    }

    int trades() {
        return trades;
    }

    private List<String> enter(Entry taker) {
        List<String> reported = new ArrayList<>();
        for (Entry maker = best(taker); maker != null && taker.open > 0; maker = best(taker)) {
            long quantity = Math.min(taker.open, maker.open);
            taker.open -= quantity;
            maker.open -= quantity;
            reported.add(trade(maker.orderId, quantity, maker.priceTicks));
            trades++;
            if (maker.open == 0) {
                entries.remove(maker);
            }
        }
        if (taker.open > 0) {
            entries.add(taker);
        }
        return reported;
    }

    private Entry best(Entry taker) {
        Entry best = null;
        for (Entry entry : entries) {
            long gain =
                    taker.side == Side.BUY ? taker.priceTicks - entry.priceTicks : entry.priceTicks - taker.priceTicks;
            if (entry.side == taker.side || gain < 0) {
                continue;
            }
            boolean better = best == null
                    || (taker.side == Side.BUY
                            ? entry.priceTicks < best.priceTicks
                            : entry.priceTicks > best.priceTicks);
            best = better ? entry : best;
        }
        return best;
    }

    private Entry entry(long orderId) {
        return entries.stream()
                .filter(entry -> entry.orderId == orderId)
                .findFirst()
                .orElseThrow();
    }
}
