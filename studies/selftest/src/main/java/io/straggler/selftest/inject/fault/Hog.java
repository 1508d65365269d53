package io.straggler.selftest.inject.fault;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ExternalInjection;
import io.straggler.selftest.inject.GapObserver;
import io.straggler.selftest.inject.HelperThread;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.TruthLog;
import java.util.OptionalInt;

/**
 * A thread on the measured thread's own core that wants it for a while. The kernel divides the core between them; what the measured
 * thread loses by that is the truth.
 */
public final class Hog implements Injector {
    /** The hog reads the clock too; it had the core as long as its readings follow one another at once. */
    private static final long RUNNING_NS = 5_000;

    private final HelperThread hog;
    private final ExternalInjection act = new ExternalInjection();
    private final GapObserver observer = new GapObserver();
    private PlannedInjection current;
    private final Runnable task = () -> consume(current.sizeNs());

    public Hog(OptionalInt core) throws ImpossibleException {
        if (core.isEmpty()) {
            throw new ImpossibleException("needs threads that can be bound to a core");
        }
        this.hog = new HelperThread("selftest-hog", core);
    }

    @Override
    public Fault fault() {
        return Fault.HOG;
    }

    @Override
    public void warmUp() {
        observer.warmUp();
    }

    @Override
    public void prepare(PlannedInjection injection, long intendedNs) {
        act.expect();
        current = injection;
    }

    private void consume(long sizeNs) {
        long startNs = System.nanoTime();
        long lastNs = startNs;
        long hadNs = 0;
        while (hadNs < sizeNs) {
            long nowNs = System.nanoTime();
            hadNs += nowNs - lastNs < RUNNING_NS ? nowNs - lastNs : 0;
            lastNs = nowNs;
        }
        act.done(startNs, lastNs);
    }

    @Override
    public void inject(PlannedInjection injection, TruthLog truth) {
        long startNs = observer.gaps.begin(System.nanoTime());
        // The hog may have the core before this returns.
        hog.ask(task);
        observer.gaps.look(System.nanoTime());
        long endNs = observer.watch(act, startNs);
        observer.write(Fault.HOG, act, startNs, endNs, truth);
    }

    @Override
    public void clearUp() {
        hog.awaitIdle();
    }

    @Override
    public void close() {
        hog.close();
    }
}
