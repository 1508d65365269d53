package io.straggler.examples.prices;

/** A price for one side of a symbol, in 48 bytes. Used over and over, by one thread. */
final class SidedPrice {
    static final int BYTES = 48;

    private long symbol;
    private Side side = Side.BID;
    private long priceTicks;
    private long quantity;
    private long intendedNs;
    private long sentNs;

    /**
     * @param newSymbol up to eight ASCII characters, packed: see {@link Symbols}
     * @param newIntendedNs the tag of the iteration that sends it
     * @param newSentNs when it is sent, on the {@link System#nanoTime()} clock
     */
    void become(
            long newSymbol, Side newSide, long newPriceTicks, long newQuantity, long newIntendedNs, long newSentNs) {
        symbol = newSymbol;
        side = newSide;
        priceTicks = newPriceTicks;
        quantity = newQuantity;
        intendedNs = newIntendedNs;
        sentNs = newSentNs;
    }

    void write(byte[] into) {
        Layout.LONG.set(into, 0, symbol);
        Layout.LONG.set(into, 8, (long) side.ordinal());
        Layout.LONG.set(into, 16, priceTicks);
        Layout.LONG.set(into, 24, quantity);
        Layout.LONG.set(into, 32, intendedNs);
        Layout.LONG.set(into, 40, sentNs);
    }

    void read(byte[] from) {
        symbol = (long) Layout.LONG.get(from, 0);
        side = Side.of((int) (long) Layout.LONG.get(from, 8));
        priceTicks = (long) Layout.LONG.get(from, 16);
        quantity = (long) Layout.LONG.get(from, 24);
        intendedNs = (long) Layout.LONG.get(from, 32);
        sentNs = (long) Layout.LONG.get(from, 40);
    }

    long symbol() {
        return symbol;
    }

    Side side() {
        return side;
    }

    long priceTicks() {
        return priceTicks;
    }

    long quantity() {
        return quantity;
    }

    long intendedNs() {
        return intendedNs;
    }

    long sentNs() {
        return sentNs;
    }
}
