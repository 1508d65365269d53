package io.straggler.examples.prices;

/** Prices of eight currency pairs, bids and asks in turn, that wander: the same ones for the same seed. For one thread. */
final class PriceFeed {
    private static final long[] SYMBOLS = {
        Symbols.pack("EURUSD"),
        Symbols.pack("USDJPY"),
        Symbols.pack("GBPUSD"),
        Symbols.pack("AUDUSD"),
        Symbols.pack("USDCAD"),
        Symbols.pack("USDCHF"),
        Symbols.pack("EURGBP"),
        Symbols.pack("NZDUSD")
    };
    private static final long FIRST_TICKS = 100_000;
    private static final long HALF_SPREAD_TICKS = 2;

    private final long[] middleTicks = new long[SYMBOLS.length];
    private long state;
    private int count;

    PriceFeed(long seed) {
        state = seed;
        java.util.Arrays.fill(middleTicks, FIRST_TICKS);
    }

    /** Makes the next price of this one, with its times. */
    void next(SidedPrice price, long intendedNs, long sentNs) {
        Side side = Side.of(count++ & 1);
        long random = random();
        int which = (int) (random & SYMBOLS.length - 1);
        middleTicks[which] += (random >>> 8 & 3) - (random >>> 10 & 3);
        long priceTicks = middleTicks[which] + (side == Side.BID ? -HALF_SPREAD_TICKS : HALF_SPREAD_TICKS);
        long quantity = 1 + (random >>> 16 & 1_023);
        price.become(SYMBOLS[which], side, priceTicks, quantity, intendedNs, sentNs);
    }

    /** Steele, Lea and Flood's SplitMix64. */
    private long random() {
        state += 0x9E37_79B9_7F4A_7C15L;
        long mixed = (state ^ state >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
        return mixed ^ mixed >>> 31;
    }
}
