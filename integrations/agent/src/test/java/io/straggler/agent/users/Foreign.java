package io.straggler.agent.users;

import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/** A class whose methods {@link Depot} gives names that only other languages have. */
public final class Foreign implements IntUnaryOperator, IntToLongFunction {
    /** For whoever loads it. */
    public Foreign() {}

    @Override
    public int applyAsInt(int grams) {
        return place_an_order(grams);
    }

    @Override
    public long applyAsLong(int grams) {
        return ship_8Zx12Qw(grams);
    }

    private int place_an_order(int grams) {
        return grams + 1;
    }

    private long ship_8Zx12Qw(int grams) {
        return grams + 2L;
    }
}
