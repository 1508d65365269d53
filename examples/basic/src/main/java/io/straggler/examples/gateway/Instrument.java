package io.straggler.examples.gateway;

import java.util.ArrayList;
import java.util.List;

/** Instrument that may be traded, and its limits. */
record Instrument(String symbol, long referenceTicks, long bandTicks, long maxQuantity) {
    private static final int LISTED = 40;

    /** The instruments of the demo, with three-letter symbols and reference prices from 50 to 245. */
    static List<Instrument> listed() {
        List<Instrument> all = new ArrayList<>(LISTED);
        for (int i = 0; i < LISTED; i++) {
            String symbol = "" + (char) ('A' + i % 26) + (char) ('A' + i * 7 % 26) + (char) ('A' + i / 26);
            all.add(new Instrument(symbol, 5_000 + 500L * i, 400, 5_000));
        }
        return List.copyOf(all);
    }
}
