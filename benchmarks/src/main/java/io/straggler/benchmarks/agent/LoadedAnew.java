package io.straggler.benchmarks.agent;

import io.straggler.benchmarks.support.Work;
import java.util.function.LongUnaryOperator;

/** A class to be loaded again and again, each time by another loader. A call is an iteration. */
public final class LoadedAnew implements LongUnaryOperator {
    private static final int ROUNDS = 2_000;

    /** Creates an object for the code that loads the class. */
    public LoadedAnew() {}

    @Override
    public long applyAsLong(long seed) {
        return Work.rounds(seed, ROUNDS);
    }
}
