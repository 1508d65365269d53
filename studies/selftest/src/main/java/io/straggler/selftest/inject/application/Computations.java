package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/** Arithmetic, recursion and exceptions. */
public final class Computations extends Fixture {
    private static final int BITS = 4_000;
    private static final int ORDER = 32;
    private static final int RECURSIONS = 500;
    private static final int EXCEPTION_DEPTH = 150;
    private static final int COUNTED = 1_000;

    private final BigInteger number = BigInteger.ONE.shiftLeft(BITS).subtract(BigInteger.TEN);
    private final double[][] matrix = new double[ORDER][ORDER];
    private final AtomicLong counter = new AtomicLong();
    private int level;

    public Computations(InjectionSite site) {
        super(site);
        for (double[] row : matrix) {
            Arrays.fill(row, 0.5);
        }
    }

    public void multiplyBigNumbers() {
        result += number.multiply(number).mod(BigInteger.valueOf(1_000_003)).longValue();
    }

    public void multiplyMatrix() {
        double sum = 0;
        for (int row = 0; row < ORDER; row++) {
            for (int column = 0; column < ORDER; column++) {
                for (int i = 0; i < ORDER; i++) {
                    sum += matrix[row][i] * matrix[i][column];
                }
            }
        }
        result += (long) sum;
    }

    public void recurse() {
        level++;
        if (level < RECURSIONS) {
            recurse();
        }
        result = Long.rotateLeft(result, 7) + level;
        level--;
    }

    public void failDeeply() {
        try {
            descend(EXCEPTION_DEPTH);
        } catch (IllegalStateException e) {
            result += e.getStackTrace().length;
        }
    }

    @SuppressWarnings("InfiniteRecursion") // It ends with an exception.
    private int descend(int depth) {
        if (depth == 0) {
            throw new IllegalStateException("deep");
        }
        return 1 + descend(depth - 1);
    }

    public void countTogether() {
        for (int i = 0; i < COUNTED; i++) {
            result += counter.updateAndGet(value -> value ^ value << 13 | 1);
        }
    }
}
