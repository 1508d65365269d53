package io.straggler.examples.servers.shop;

/** How much of a product is left, and how much was sold. */
record Stock(int product, int left, long sold) {
    /** As it is answered. */
    String line() {
        return product + " " + left + " " + sold;
    }
}
