package io.straggler.examples.prices;

/** Names of up to eight ASCII characters as numbers, the first character in the lowest byte. */
final class Symbols {
    private static final int LONGEST = 8;

    private Symbols() {}

    static long pack(String name) {
        if (name.isEmpty() || name.length() > LONGEST) {
            throw new IllegalArgumentException("symbol must have 1 to 8 characters: symbol=" + name);
        }
        long packed = 0;
        for (int i = 0; i < name.length(); i++) {
            char character = name.charAt(i);
            if (character < '!' || character > '~') {
                throw new IllegalArgumentException("symbol must be visible ASCII: symbol=" + name);
            }
            packed |= (long) character << (8 * i);
        }
        return packed;
    }
}
