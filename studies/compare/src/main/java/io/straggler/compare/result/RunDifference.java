package io.straggler.compare.result;

/**
 * Something besides what was measured that is not the same on both sides of a comparison: an option, a JVM, a machine.
 *
 * @param name what it is
 * @param a on the first side
 * @param b on the second side
 */
public record RunDifference(String name, String a, String b) {
    /** {@code heap max: 256 MB against 512 MB}. */
    public String sentence() {
        return name + ": " + a + " against " + b;
    }
}
