package io.straggler.examples.gateway;

/** Which side of the book an order stands on, with its code on the wire. */
enum Side {
    BUY('B'),
    SELL('S');

    private final char code;

    Side(char code) {
        this.code = code;
    }

    char code() {
        return code;
    }

    Side opposite() {
        return this == BUY ? SELL : BUY;
    }
}
