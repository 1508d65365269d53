package io.straggler.benchmarks.sampling;

import java.util.concurrent.locks.LockSupport;

/** Some iterations are long because the thread that they were handed to is parked. */
public final class LongParkedElsewhere extends LongElsewhere {
    @Override
    void beLong(long extraNs) {
        LockSupport.parkNanos(extraNs);
    }
}
