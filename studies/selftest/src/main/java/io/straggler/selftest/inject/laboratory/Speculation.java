package io.straggler.selftest.inject.laboratory;

import java.util.function.LongBinaryOperator;

/**
 * A method that the compiler compiles for the only case it has seen. {@link BrokenSpeculations} defines this class anew for each
 * deoptimisation, because a method is caught by surprise once.
 */
public final class Speculation implements LongBinaryOperator {
    private static final int STEPS = 32;

    /**
     * Some arithmetic.
     *
     * @param seed of the arithmetic
     * @param untilNs zero for the case that the compiler gets to see; otherwise goes on until then
     */
    @Override
    public long applyAsLong(long seed, long untilNs) {
        // The clock is asked here too, so that the other case has nothing to link when it comes for the first time.
        long sum = seed + System.nanoTime();
        for (int i = 0; i < STEPS; i++) {
            sum = sum * 31 + i;
        }
        if (untilNs != 0) {
            while (System.nanoTime() - untilNs < 0) {
                for (int i = 0; i < STEPS; i++) {
                    sum = sum * 31 + i;
                }
            }
        }
        return sum;
    }
}
