package io.straggler.fleet;

import java.util.Comparator;

/**
 * Key of a sum.
 *
 * @param kind of a small set, such as a cause
 * @param name within the kind, of any number, such as a place
 */
public record Key(String kind, String name) implements Comparable<Key> {
    private static final Comparator<Key> ORDER = Comparator.comparing(Key::kind).thenComparing(Key::name);

    @Override
    public int compareTo(Key other) {
        return ORDER.compare(this, other);
    }

    /** How many times in a row a fair coin, thrown for the name, shows heads: n or more with a chance of one in 2^n. */
    int level() {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
        }
        // The low bits of the product above depend on few letters: mix them.
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        return Long.numberOfLeadingZeros((hash ^ (hash >>> 33)) | 1);
    }
}
