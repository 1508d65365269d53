package io.straggler.benchmarks.support;

import io.straggler.benchmarks.agent.PassingThreads;
import java.util.function.LongUnaryOperator;

/** A class that {@link PassingThreads} loads again and again, each time by another loader. A call is an iteration. */
public final class LoadedAnew implements LongUnaryOperator {
    private static final int ROUNDS = 2_000;

    /** For whoever loads it. */
    public LoadedAnew() {}

    @Override
    public long applyAsLong(long seed) {
        return Work.rounds(seed, ROUNDS);
    }
}
