package io.straggler.examples.prices;

/** Which side of the market a price is for. */
enum Side {
    BID,
    ASK;

    private static final Side[] SIDES = values();

    /** The side with this ordinal. */
    static Side of(int ordinal) {
        if (ordinal < 0 || ordinal >= SIDES.length) {
            throw new IllegalArgumentException("side must be 0 or 1: side=" + ordinal);
        }
        return SIDES[ordinal];
    }
}
