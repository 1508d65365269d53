package io.straggler.benchmarks.sampling;

import java.util.concurrent.locks.LockSupport;

/** Some iterations are long because their thread is parked. */
public final class LongParked extends LongHere {
    @Override
    void beLong(long extraNs) {
        LockSupport.parkNanos(extraNs);
    }
}
