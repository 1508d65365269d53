package io.straggler.benchmarks.fuzz;

import java.util.List;
import java.util.SplittableRandom;

/** Numbers at which arithmetic, sizes and parsers go wrong. */
final class InterestingNumbers {
    private static final long[] BINARY = {
        0,
        1,
        -1,
        2,
        127,
        128,
        255,
        256,
        32_767,
        65_535,
        65_536,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 32,
        1L << 40,
        1L << 56,
        1L << 62,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        1_000_000_000
    };

    private static final List<String> TEXTS = List.of(
            "0",
            "-1",
            "-0.0",
            "0.000000000000000000000001",
            "2147483647",
            "2147483648",
            "-2147483649",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "1e308",
            "1e999",
            "-1e999",
            "1e-999",
            "NaN",
            "Infinity",
            "9".repeat(400),
            "0." + "3".repeat(2_000),
            "1e999999999",
            "0x10",
            "\u0661\u0662\u0663");

    private InterestingNumbers() {}

    /** A number for a field of bytes. */
    static long binary(SplittableRandom random) {
        return random.nextInt(4) == 0 ? random.nextLong() : BINARY[random.nextInt(BINARY.length)];
    }

    /** A number as a text may hold it. */
    static String text(SplittableRandom random) {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }
}
