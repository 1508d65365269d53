package io.straggler.examples.prices;

import java.util.Arrays;

/**
 * The component: combines bids and asks into the top of each symbol's book. It knows of no queue, so it can be tested without.
 * Allocates nothing but for symbols that are new. For one thread.
 *
 * <p>Books lie in a table with open addressing and linear probing, at most half full.
 */
final class Combiner {
    private static final int FIRST_SLOTS = 16;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private TopOfBook[] books = new TopOfBook[FIRST_SLOTS];
    private int symbols;

    /**
     * Takes over a price.
     *
     * @param nowNs when, on the {@link System#nanoTime()} clock
     * @return the symbol's book as it is now; valid until its next price
     */
    TopOfBook combine(SidedPrice price, long nowNs) {
        TopOfBook book = book(price.symbol());
        book.take(price, nowNs);
        return book;
    }

    private TopOfBook book(long symbol) {
        int slot = slot(symbol);
        TopOfBook book = books[slot];
        return book != null ? book : begin(symbol, slot);
    }

    private TopOfBook begin(long symbol, int slot) {
        TopOfBook book = new TopOfBook();
        book.begin(symbol);
        books[slot] = book;
        symbols++;
        if (symbols > books.length / 2) {
            grow();
        }
        return book;
    }

    /** Where the symbol's book is, or else the first free slot for it. */
    private int slot(long symbol) {
        int mask = books.length - 1;
        int slot = (int) (symbol * SPREAD >>> 32) & mask;
        while (books[slot] != null && books[slot].symbol() != symbol) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        TopOfBook[] old = books;
        books = new TopOfBook[2 * old.length];
        Arrays.stream(old).filter(book -> book != null).forEach(book -> books[slot(book.symbol())] = book);
    }

    /** How many symbols had a price. */
    int symbols() {
        return symbols;
    }
}
