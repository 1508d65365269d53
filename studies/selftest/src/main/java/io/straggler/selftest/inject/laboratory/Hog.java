package io.straggler.selftest.inject.laboratory;

import io.straggler.selftest.inject.ExternalInjection;
import io.straggler.selftest.inject.GapObserver;
import io.straggler.selftest.inject.HelperThread;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.InjectionSite;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.TruthLog;
import java.util.OptionalInt;

/**
 * A thread on the measured thread's own core that wants it for a while. The kernel divides the core between them; what the measured
 * thread loses by that is the truth.
 */
public final class Hog implements Injector {
    /** Longest interval between two readings of the clock by the hog that means that it had the core, in nanoseconds. */
    private static final long RUNNING_NS = 5_000;

    private final HelperThread hog;
    private final ExternalInjection act = new ExternalInjection();
    private final GapObserver observer = new GapObserver();
    private long askedNs;
    private final Runnable task = () -> consume(askedNs);

    public Hog(InjectionSite site) throws ImpossibleException {
        OptionalInt core = site.cores().measured();
        if (core.isEmpty()) {
            throw new ImpossibleException("needs threads that can be bound to a core");
        }
        this.hog = new HelperThread("selftest-hog", core);
    }

    @Override
    public void warmUp() {
        observer.warmUp();
    }

    @Override
    public void prepare(long sizeNs, long atNs) {
        act.expect();
        askedNs = sizeNs;
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
    public void inject(long sizeNs, TruthLog truth) {
        long startNs = observer.gaps.begin(System.nanoTime());
        // The hog may have the core before this returns.
        hog.ask(task);
        observer.gaps.look(System.nanoTime());
        long endNs = observer.watch(act, startNs);
        observer.write(act, startNs, endNs, truth);
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
