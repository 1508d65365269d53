package io.straggler.benchmarks.support;

/** Work that stays on the core and takes a time in proportion to its rounds: about a nanosecond each, allocating nothing. */
public final class Work {
    private Work() {}

    /** @return a value that depends on all rounds, to be kept so that none is optimised away */
    public static long rounds(long seed, int count) {
        long value = seed | 1;
        for (int i = 0; i < count; i++) {
            value ^= value << 13;
            value ^= value >>> 7;
            value ^= value << 17;
        }
        return value;
    }
}
