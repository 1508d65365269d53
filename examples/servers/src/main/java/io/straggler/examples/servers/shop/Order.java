package io.straggler.examples.servers.shop;

/** What somebody ordered. */
record Order(long id, int product, int quantity, long cents) {
    /** As it is answered and logged. */
    String line() {
        return id + " " + product + " " + quantity + " " + cents;
    }
}
