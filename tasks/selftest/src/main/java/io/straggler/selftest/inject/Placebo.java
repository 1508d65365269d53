package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;

/** Nothing, with all the ceremony. */
final class Placebo implements Injector {
    @Override
    public Fault fault() {
        return Fault.PLACEBO;
    }

    @Override
    public void inject(Cue cue, Sheet sheet) {
        long startNs = System.nanoTime();
        sheet.add(Fault.PLACEBO, 1);
        sheet.end(startNs, System.nanoTime());
    }
}
