package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;

/** Another thread has all threads stopped. */
final class OutsideSafepoint implements Injector {
    private final SafepointRequests requests;
    private final Assistant requester;
    private final Spectator spectator = new Spectator();
    private final Stop act = new Stop();

    OutsideSafepoint(Cores cores, SafepointRequests requests) throws ImpossibleException {
        cores.requireSecond();
        this.requests = requests;
        this.requester = new Assistant("selftest-requester", cores.helper(0));
    }

    @Override
    public Fault fault() {
        return Fault.SAFEPOINT;
    }

    @Override
    public void warmUp() {
        spectator.warmUp();
    }

    @Override
    public void prepare(Cue cue, long intendedNs) {
        act.expect(cue.sizeNs());
        requester.ask(() -> {
            Waits.exactly(intendedNs + cue.delayNs());
            act.begin(System.nanoTime());
            requests.lasting(cue.sizeNs());
        });
    }

    @Override
    public void inject(Cue cue, Sheet sheet) {
        long startNs = spectator.gaps.begin(System.nanoTime());
        long endNs = spectator.watch(act, startNs);
        spectator.write(Fault.SAFEPOINT, act, startNs, endNs, sheet);
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
    private final class Stop implements Spectator.Act {
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
            return begun && spectator.gaps.since(fromNs, shortestNs);
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
