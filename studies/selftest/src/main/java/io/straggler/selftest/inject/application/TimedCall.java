package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.RunDelay;
import io.straggler.selftest.inject.TruthLog;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;

/** A fault that is a call out of the measured thread, timed by the clock before and after it. */
final class TimedCall implements Injector {
    private final RunDelay runDelay = new RunDelay();
    private final Fault fault;
    private final String place;
    private final boolean waits;
    private final PreparedCall call;

    /** A call that shall take about so long: a reference to a method. Never serialized, but it can be asked for the method's name. */
    @FunctionalInterface
    interface Call extends Serializable {
        void take(long ns) throws Exception;
    }

    /** A wait that has to be brought about first: a reference to a method, as {@link Call}. */
    @FunctionalInterface
    interface PreparedCall extends Serializable {
        /** Returns when the wait began: what came before it is ordinary code. */
        long take(long ns) throws Exception;
    }

    /** What is repeated: a reference to a method, as {@link Call}. */
    @FunctionalInterface
    interface Step extends Serializable {
        void run() throws Exception;
    }

    private TimedCall(Fault fault, String place, boolean waits, PreparedCall call) {
        this.fault = fault;
        this.place = place;
        this.waits = waits;
        this.call = call;
    }

    /** One that waits for something: to wake up late is part of that. */
    static TimedCall waiting(Fault fault, Call call) {
        return new TimedCall(fault, method(call), true, ns -> {
            long startNs = System.nanoTime();
            call.take(ns);
            return startNs;
        });
    }

    /** One that waits for something that another thread has to get first. */
    static TimedCall waitingOnceHeld(Fault fault, PreparedCall call) {
        return new TimedCall(fault, method(call), true, call);
    }

    /** One that does something again and again, until it has taken long enough. */
    static TimedCall repeating(Fault fault, Step step) {
        return new TimedCall(fault, method(step), false, ns -> {
            long startNs = System.nanoTime();
            do {
                step.run();
            } while (System.nanoTime() - startNs < ns);
            return startNs;
        });
    }

    private static String method(Serializable reference) {
        try {
            Method replacement = reference.getClass().getDeclaredMethod("writeReplace");
            replacement.setAccessible(true);
            SerializedLambda lambda = (SerializedLambda) replacement.invoke(reference);
            return lambda.getImplClass().replace('/', '.') + "." + lambda.getImplMethodName();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("call must be a reference to a method: call=" + reference, e);
        }
    }

    @Override
    public Fault fault() {
        return fault;
    }

    /** A pause of all threads is seen anywhere: whoever made it is another thread. */
    @Override
    public String place() {
        return fault == Fault.GC_ELSEWHERE ? "" : place;
    }

    @Override
    public void inject(PlannedInjection injection, TruthLog truth) throws Exception {
        runDelay.begin();
        long startNs = System.nanoTime();
        long waitNs = call.take(injection.sizeNs());
        long endNs = System.nanoTime();
        if (waits) {
            runDelay.waited(fault, startNs, endNs, waitNs - startNs, truth);
        } else {
            runDelay.worked(fault, startNs, endNs, truth);
        }
    }
}
