package io.straggler.examples.servers.shop;

/** Offer with a price: a product, for a group of customers. */
record Offer(int product, int group) {}
