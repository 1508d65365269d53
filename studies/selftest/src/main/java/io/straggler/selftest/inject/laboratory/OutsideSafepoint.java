package io.straggler.selftest.inject.laboratory;

import io.straggler.selftest.inject.GapObserver;
import io.straggler.selftest.inject.HelperThread;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.InjectionSite;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.TruthLog;
import io.straggler.selftest.inject.Waits;

/** A stop of all threads that another thread asks for. */
public final class OutsideSafepoint implements Injector {
    private final SafepointRequests requests;
    private final HelperThread requester;
    private final GapObserver observer = new GapObserver();
    private final Stop act = new Stop();

    public OutsideSafepoint(InjectionSite site) throws ImpossibleException {
        site.cores().requireSecond();
        this.requests = site.fixture(SafepointRequests.class);
        this.requester = new HelperThread("selftest-requester", site.cores().helper(0));
    }

    @Override
    public void warmUp() {
        observer.warmUp();
    }

    @Override
    public void prepare(long sizeNs, long atNs) {
        act.expect(sizeNs);
        requester.ask(() -> {
            Waits.exactly(atNs);
            act.begin(System.nanoTime());
            requests.lasting(sizeNs);
        });
    }

    @Override
    public void inject(long sizeNs, TruthLog truth) {
        long startNs = observer.gaps.begin(System.nanoTime());
        long endNs = observer.watch(act, startNs);
        observer.write(act, startNs, endNs, truth);
    }

    @Override
    public void clearUp() {
        requester.awaitIdle();
    }

    @Override
    public void close() {
        requester.close();
    }

    /** A stop. It is over for the measured thread long before it is for the thread that asked for it. */
    private final class Stop implements GapObserver.Injection {
        private long fromNs;
        private long shortestNs;
        private volatile boolean begun;

        /** Expects a stop. A gap that is much shorter than intended is something else. */
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
