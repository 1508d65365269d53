package io.straggler.agent.users;

import java.util.function.IntUnaryOperator;

/** A class that {@link Depot} has loaded where {@link Depot} itself is missing. Otherwise it needs nothing but the JDK. */
public final class Crate implements IntUnaryOperator {
    /** For whoever loads it. */
    public Crate() {}

    @Override
    public int applyAsInt(int grams) {
        return grams + 2;
    }

    /** The JVM cannot say what this takes. */
    static int stored(Depot depot) {
        return depot.hashCode();
    }

    static native int far(int grams);
}
