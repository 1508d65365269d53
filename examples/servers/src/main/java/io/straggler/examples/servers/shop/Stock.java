package io.straggler.examples.servers.shop;

/** How much of a product is left, and how much was sold. */
record Stock(int product, int left, long sold) {
    /** Returns the line that is answered. */
    String line() {
        return product + " " + left + " " + sold;
    }
}
