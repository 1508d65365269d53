package io.straggler.examples.index;

import java.util.NoSuchElementException;

/**
 * The row of each live order by its id: a table with linear probing that doubles when more than 60% of it are taken.
 *
 * <p>Doubling copies every order in one call, so that one caller pays for all. Ids must not be 0. Not for use by several threads.
 */
final class OrderIndex {
    private static final long FREE = 0;
    private static final int SMALLEST = 16;
    private static final double FULLEST = 0.6;
    private static final long SCATTER = 0x9e3779b97f4a7c15L;

    private long[] orderIds;
    private int[] rows;
    private int most;
    private int size;

    /** Creates an index that takes this number of orders before it doubles. */
    OrderIndex(int expectedOrders) {
        int slots = SMALLEST;
        while (slots * FULLEST < expectedOrders) {
            slots *= 2;
        }
        allocate(slots);
    }

    private void allocate(int slots) {
        orderIds = new long[slots];
        rows = new int[slots];
        most = (int) (slots * FULLEST);
    }

    int size() {
        return size;
    }

    int slots() {
        return orderIds.length;
    }

    /** Adds an order, or gives it another row. */
    void put(long orderId, int row) {
        if (size == most) {
            grow();
        }
        int slot = find(orderId);
        if (orderIds[slot] == FREE) {
            orderIds[slot] = orderId;
            size++;
        }
        rows[slot] = row;
    }

    int row(long orderId) {
        int slot = find(orderId);
        if (orderIds[slot] == FREE) {
            throw unknown(orderId);
        }
        return rows[slot];
    }

    void remove(long orderId) {
        int slot = find(orderId);
        if (orderIds[slot] == FREE) {
            throw unknown(orderId);
        }
        close(slot);
        size--;
    }

    /** Frees a slot, and moves orders behind it forward that would not be found beyond a gap. */
    private void close(int slot) {
        int mask = orderIds.length - 1;
        int gap = slot;
        for (int i = slot + 1 & mask; orderIds[i] != FREE; i = i + 1 & mask) {
            boolean reachesGap = (i - home(orderIds[i]) & mask) >= (i - gap & mask);
            if (reachesGap) {
                orderIds[gap] = orderIds[i];
                rows[gap] = rows[i];
                gap = i;
            }
        }
        orderIds[gap] = FREE;
    }

    private void grow() {
        long[] oldIds = orderIds;
        int[] oldRows = rows;
        allocate(2 * oldIds.length);
        for (int i = 0; i < oldIds.length; i++) {
            if (oldIds[i] != FREE) {
                int slot = find(oldIds[i]);
                orderIds[slot] = oldIds[i];
                rows[slot] = oldRows[i];
            }
        }
    }

    /** The slot of an order, or the free one where it belongs. */
    private int find(long orderId) {
        long[] ids = orderIds;
        int mask = ids.length - 1;
        int slot = home(orderId);
        while (ids[slot] != orderId && ids[slot] != FREE) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private int home(long orderId) {
        return (int) (orderId * SCATTER >>> 32) & orderIds.length - 1;
    }

    private static NoSuchElementException unknown(long orderId) {
        return new NoSuchElementException("order must be live: orderId=" + orderId);
    }
}
