package io.straggler.selftest.inject.laboratory;

import io.straggler.selftest.inject.TimedInjector;
import java.util.concurrent.locks.LockSupport;

/** Parks for a while. */
public final class Parking extends TimedInjector {
    public Parking() {
        super(Nature.WAITS);
    }

    @Override
    protected long act(long sizeNs) {
        LockSupport.parkNanos(this, sizeNs);
        return 0;
    }
}
