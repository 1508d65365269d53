package io.straggler.examples.prices;

/** The best bid and ask of a symbol as known so far, in 64 bytes. Used over and over, by one thread. */
final class TopOfBook {
    static final int BYTES = 64;

    private long symbol;
    private long bidTicks;
    private long bidQuantity;
    private long askTicks;
    private long askQuantity;
    private long intendedNs;
    private long sentNs;
    private long combinedNs;

    /** Forgets both sides. */
    void begin(long newSymbol) {
        symbol = newSymbol;
        bidTicks = 0;
        bidQuantity = 0;
        askTicks = 0;
        askQuantity = 0;
        intendedNs = 0;
        sentNs = 0;
        combinedNs = 0;
    }

    /**
     * Takes over a price for one side, and its times.
     *
     * @param nowNs when it does, on the {@link System#nanoTime()} clock
     */
    void take(SidedPrice price, long nowNs) {
        if (price.side() == Side.BID) {
            bidTicks = price.priceTicks();
            bidQuantity = price.quantity();
        } else {
            askTicks = price.priceTicks();
            askQuantity = price.quantity();
        }
        intendedNs = price.intendedNs();
        sentNs = price.sentNs();
        combinedNs = nowNs;
    }

    void write(byte[] into) {
        Layout.LONG.set(into, 0, symbol);
        Layout.LONG.set(into, 8, bidTicks);
        Layout.LONG.set(into, 16, bidQuantity);
        Layout.LONG.set(into, 24, askTicks);
        Layout.LONG.set(into, 32, askQuantity);
        Layout.LONG.set(into, 40, intendedNs);
        Layout.LONG.set(into, 48, sentNs);
        Layout.LONG.set(into, 56, combinedNs);
    }

    void read(byte[] from) {
        symbol = (long) Layout.LONG.get(from, 0);
        bidTicks = (long) Layout.LONG.get(from, 8);
        bidQuantity = (long) Layout.LONG.get(from, 16);
        askTicks = (long) Layout.LONG.get(from, 24);
        askQuantity = (long) Layout.LONG.get(from, 32);
        intendedNs = (long) Layout.LONG.get(from, 40);
        sentNs = (long) Layout.LONG.get(from, 48);
        combinedNs = (long) Layout.LONG.get(from, 56);
    }

    long symbol() {
        return symbol;
    }

    long bidTicks() {
        return bidTicks;
    }

    /** Zero until there is a bid. */
    long bidQuantity() {
        return bidQuantity;
    }

    long askTicks() {
        return askTicks;
    }

    /** Zero until there is an ask. */
    long askQuantity() {
        return askQuantity;
    }

    long intendedNs() {
        return intendedNs;
    }

    long sentNs() {
        return sentNs;
    }

    long combinedNs() {
        return combinedNs;
    }
}
