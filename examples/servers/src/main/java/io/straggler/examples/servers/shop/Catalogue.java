package io.straggler.examples.servers.shop;

/**
 * How much a shop has to begin with.
 *
 * @param products numbered from 0
 * @param categories numbered from 0; product p is in category p % categories
 * @param groups of customers, numbered from 0; each product has a price for each
 * @param pastOrders numbered from 1
 */
public record Catalogue(int products, int categories, int groups, int pastOrders) {
    /** Catalogue of the shop that is started as a program. */
    public static final Catalogue WHOLE = new Catalogue(2_000, 4, 30, 20_000);
}
