package io.straggler.examples.servers.quotes;

import java.util.Random;

/** What is on offer, by price: an array of levels for each symbol. Never changes. From any thread. */
public final class Market {
    /** Numbered from 0. */
    public static final int SYMBOLS = 100;

    /** More than that of one symbol is not on offer. */
    public static final int MOST = 10_000;

    private static final int LEVELS = 200;
    private static final int LEAST_AT_LEVEL = MOST / LEVELS;
    private static final long SEED = 1;

    private final int[][] cents = new int[SYMBOLS][LEVELS];
    private final int[][] quantities = new int[SYMBOLS][LEVELS];

    public Market() {
        Random random = new Random(SEED);
        for (int symbol = 0; symbol < SYMBOLS; symbol++) {
            int price = 1_000 + random.nextInt(9_000);
            for (int level = 0; level < LEVELS; level++) {
                price += 1 + random.nextInt(3);
                cents[symbol][level] = price;
                quantities[symbol][level] = LEAST_AT_LEVEL + random.nextInt(100);
            }
        }
    }

    /**
     * What that many cost, the cheapest first.
     *
     * @throws IllegalArgumentException if there is no such symbol, or not so much on offer
     */
    public long costCents(int symbol, int quantity) {
        if (symbol < 0 || symbol >= SYMBOLS || quantity < 1 || quantity > MOST) {
            throw new IllegalArgumentException("symbol must be below " + SYMBOLS + " and quantity between 1 and " + MOST
                    + ": symbol=" + symbol + " quantity=" + quantity);
        }
        long cost = 0;
        int wanted = quantity;
        for (int level = 0; wanted > 0; level++) {
            int taken = Math.min(wanted, quantities[symbol][level]);
            cost += (long) taken * cents[symbol][level];
            wanted -= taken;
        }
        return cost;
    }
}
