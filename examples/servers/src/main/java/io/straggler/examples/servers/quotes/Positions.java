package io.straggler.examples.servers.quotes;

import java.util.Arrays;
import java.util.Random;

/** How much of each symbol was sold, and what may be lost by that. From any thread. */
final class Positions {
    private static final int SCENARIOS = 5_000;
    private static final double SPREAD = 0.02;
    private static final double CONFIDENCE = 0.99;

    private final long[] quantities = new long[Market.SYMBOLS];
    private final long[] cents = new long[Market.SYMBOLS];

    synchronized void add(int symbol, int quantity, long costCents) {
        quantities[symbol] += quantity;
        cents[symbol] += costCents;
    }

    synchronized long quantity(int symbol) {
        return quantities[symbol];
    }

    /** The loss, in cents, that is exceeded in one of a hundred drawn scenarios, of the positions as they are at one instant. */
    synchronized long valueAtRisk(Random random) {
        double[] losses = new double[SCENARIOS];
        for (int scenario = 0; scenario < SCENARIOS; scenario++) {
            for (long worth : cents) {
                losses[scenario] += worth * SPREAD * random.nextGaussian();
            }
        }
        Arrays.sort(losses);
        return Math.round(losses[(int) (CONFIDENCE * SCENARIOS)]);
    }
}
