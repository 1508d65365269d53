package io.straggler.examples.index;

import java.util.SplittableRandom;

/**
 * Use of an index by a trading session: packets of orders come in, and with each order some earlier one is looked up.
 * When there are four million orders, the oldest leaves for every new one.
 */
final class OrderSession {
    /** Reached after ten seconds at 20,000 packets a second. */
    static final int MAX_LIVE_ORDERS = 4_000_000;

    static final int ORDERS_A_PACKET = 20;

    private static final long SEED = 20_261_120;

    private final OrderIndex index;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final int mostLiveOrders;
    private int newest;

    OrderSession(OrderIndex index) {
        this(index, MAX_LIVE_ORDERS);
    }

    OrderSession(OrderIndex index, int mostLiveOrders) {
        this.index = index;
        this.mostLiveOrders = mostLiveOrders;
    }

    /** Throws {@link IllegalStateException} if the index has another row for an order than the one that it was given. */
    void receivePacket() {
        for (int i = 0; i < ORDERS_A_PACKET; i++) {
            receiveOrder();
        }
    }

    private void receiveOrder() {
        newest++;
        if (newest > mostLiveOrders) {
            index.remove(orderId(newest - mostLiveOrders));
        }
        index.put(orderId(newest), newest);
        lookUp(newest - random.nextInt(Math.min(newest, mostLiveOrders)));
    }

    private void lookUp(int row) {
        int found = index.row(orderId(row));
        if (found != row) {
            throw new IllegalStateException(
                    "order must have the row that it was given: row=" + row + " found=" + found);
        }
    }

    /** Ids as a client makes them: unique, and in no order. Never 0, for the multiplier is odd. */
    static long orderId(int row) {
        return row * 0xd1342543de82ef95L;
    }
}
