package io.straggler.examples.gateway;

/** One trade of an incoming order with an order that stood in the book, at that order's price. */
record Fill(LiveOrder maker, long quantity, long priceTicks, long makerOpenQuantity) {}
