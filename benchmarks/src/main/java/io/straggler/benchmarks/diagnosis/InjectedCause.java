package io.straggler.benchmarks.diagnosis;

import io.straggler.benchmarks.support.Work;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.harness.Task;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Iterations of about 50 µs, one in 40 of which does 0.5 to 1 ms of work; and, unless it is switched off, one in 150 of which
 * has something else as well. Without it p99 and p99.9 are those of the work, and not of what the machine does, so there is something
 * to predict that repeats.
 */
final class InjectedCause implements Task {
    private static final int USUAL_ROUNDS = 30_000;
    private static final int LONG_ROUNDS = 400_000;
    private static final int LONG_ONE_IN = 40;
    private static final int INJECTED_ONE_IN = 150;

    private final Kind kind;
    private final SplittableRandom random;
    private final SplittableRandom injections;
    private long kept;

    /** What is injected. */
    enum Kind {
        NONE(Cause.UNEXPLAINED),
        /** Parks of exponential length, 3 ms in the mean. */
        PARK(Cause.PARK),
        /** Explicit collections. */
        GC(Cause.GC_PAUSE);

        private final Cause cause;

        Kind(Cause cause) {
            this.cause = cause;
        }

        Cause cause() {
            return cause;
        }
    }

    InjectedCause(Kind kind, long seed) {
        this.kind = kind;
        this.random = new SplittableRandom(seed);
        this.injections = new SplittableRandom(seed + 1);
    }

    @Override
    public void run(long intendedNs) {
        kept += Work.rounds(intendedNs, USUAL_ROUNDS);
        if (random.nextInt(LONG_ONE_IN) == 0) {
            kept += Work.rounds(intendedNs, LONG_ROUNDS + random.nextInt(LONG_ROUNDS));
        }
        if (injections.nextInt(INJECTED_ONE_IN) == 0) {
            inject();
        }
    }

    private void inject() {
        switch (kind) {
            case NONE -> {}
            case PARK -> LockSupport.parkNanos(Math.round(-3e6 * Math.log(1 - injections.nextDouble())));
            case GC -> System.gc();
        }
    }

    /** What the work came to: reading it is what makes it necessary. */
    long kept() {
        return kept;
    }
}
