package io.straggler.examples.servers.shop;

/** What has a price: a product, for a group of customers. */
record Offer(int product, int group) {}
