package io.straggler.agent.users;

import java.util.function.IntUnaryOperator;

/** A class that {@link Depot} has loaded in several ways. It needs nothing but the JDK. */
public final class Parcel implements IntUnaryOperator {
    /** For whoever loads it. */
    public Parcel() {}

    @Override
    public int applyAsInt(int grams) {
        return grams + 1;
    }
}
