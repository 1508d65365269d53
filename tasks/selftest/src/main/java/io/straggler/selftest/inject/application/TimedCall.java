package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.RunDelay;
import io.straggler.selftest.inject.TruthLog;

/** A fault that is a call out of the measured thread, timed by the clock before and after it. */
final class TimedCall implements Injector {
    private final RunDelay runDelay = new RunDelay();
    private final Fault fault;
    private final boolean waits;
    private final Call call;

    /** A call that shall take about so long. */
    @FunctionalInterface
    interface Call {
        void take(long ns) throws Exception;
    }

    /** What is repeated. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    private TimedCall(Fault fault, boolean waits, Call call) {
        this.fault = fault;
        this.waits = waits;
        this.call = call;
    }

    /** One that waits for something: to wake up late is part of that. */
    static TimedCall waiting(Fault fault, Call call) {
        return new TimedCall(fault, true, call);
    }

    /** One that does something again and again, until it has taken long enough. */
    static TimedCall repeating(Fault fault, Step step) {
        return new TimedCall(fault, false, ns -> {
            long untilNs = System.nanoTime() + ns;
            do {
                step.run();
            } while (System.nanoTime() - untilNs < 0);
        });
    }

    @Override
    public Fault fault() {
        return fault;
    }

    @Override
    public void inject(PlannedInjection injection, TruthLog truth) throws Exception {
        runDelay.begin();
        long startNs = System.nanoTime();
        call.take(injection.sizeNs());
        long endNs = System.nanoTime();
        if (waits) {
            runDelay.waited(fault, startNs, endNs, truth);
        } else {
            runDelay.worked(fault, startNs, endNs, truth);
        }
    }
}
