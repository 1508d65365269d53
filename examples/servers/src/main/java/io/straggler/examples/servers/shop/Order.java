package io.straggler.examples.servers.shop;

/** Order of a customer. */
record Order(long id, int product, int quantity, long cents) {
    /** Returns the line that is answered and logged. */
    String line() {
        return id + " " + product + " " + quantity + " " + cents;
    }
}
