package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;
import java.util.concurrent.locks.LockSupport;

/** Parks for a while. */
final class Parking implements Injector {
    @Override
    public Fault fault() {
        return Fault.PARK;
    }

    @Override
    public void inject(Cue cue, Sheet sheet) {
        long startNs = System.nanoTime();
        LockSupport.parkNanos(this, cue.sizeNs());
        long endNs = System.nanoTime();
        sheet.add(Fault.PARK, endNs - startNs);
        sheet.end(startNs, endNs);
    }
}
