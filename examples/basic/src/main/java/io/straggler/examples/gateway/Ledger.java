package io.straggler.examples.gateway;

/** Quantities of a session, for its balance: entered = open + cancelled + 2 · traded, as each trade has two sides. */
final class Ledger {
    private long enteredQuantity;
    private long cancelledQuantity;
    private long tradedQuantity;

    void entered(long quantity) {
        enteredQuantity += quantity;
    }

    void cancelled(long quantity) {
        cancelledQuantity += quantity;
    }

    void traded(long quantity) {
        tradedQuantity += quantity;
    }

    long enteredQuantity() {
        return enteredQuantity;
    }

    long cancelledQuantity() {
        return cancelledQuantity;
    }

    long tradedQuantity() {
        return tradedQuantity;
    }
}
