package io.straggler.selftest.inject.fault;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.Cores;
import io.straggler.selftest.inject.GapObserver;
import io.straggler.selftest.inject.HelperThread;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.TruthLog;
import io.straggler.selftest.inject.Waits;

/** Another thread has all threads stopped. */
public final class OutsideSafepoint implements Injector {
    private final SafepointRequests requests;
    private final HelperThread requester;
    private final GapObserver observer = new GapObserver();
    private final Stop act = new Stop();

    public OutsideSafepoint(Cores cores, SafepointRequests requests) throws ImpossibleException {
        cores.requireSecond();
        this.requests = requests;
        this.requester = new HelperThread("selftest-requester", cores.helper(0));
    }

    @Override
    public Fault fault() {
        return Fault.SAFEPOINT;
    }

    @Override
    public void warmUp() {
        observer.warmUp();
    }

    @Override
    public void prepare(PlannedInjection injection, long intendedNs) {
        act.expect(injection.sizeNs());
        requester.ask(() -> {
            Waits.exactly(intendedNs + injection.delayNs());
            act.begin(System.nanoTime());
            requests.lasting(injection.sizeNs());
        });
    }

    @Override
    public void inject(PlannedInjection injection, TruthLog truth) {
        long startNs = observer.gaps.begin(System.nanoTime());
        long endNs = observer.watch(act, startNs);
        observer.write(Fault.SAFEPOINT, act, startNs, endNs, truth);
    }

    @Override
    public void clearUp() {
        requester.awaitIdle();
    }

    @Override
    public void close() {
        requester.close();
    }

    /** It is over for the measured thread when it runs again, long before it is for the one who asked for it. */
    private final class Stop implements GapObserver.Injection {
        private long fromNs;
        private long shortestNs;
        private volatile boolean begun;

        /** What is much shorter than it was meant to be is something else. */
        void expect(long sizeNs) {
            begun = false;
            shortestNs = sizeNs / 3;
        }

        void begin(long nowNs) {
            fromNs = nowNs;
            begun = true;
        }

        @Override
        public boolean over() {
            return begun && observer.gaps.since(fromNs, shortestNs);
        }

        @Override
        public long fromNs() {
            return fromNs;
        }

        @Override
        public long toNs() {
            return Long.MAX_VALUE / 2;
        }
    }
}
