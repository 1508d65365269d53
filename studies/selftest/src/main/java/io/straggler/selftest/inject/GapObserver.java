package io.straggler.selftest.inject;

import io.straggler.selftest.inject.TruthLog.Part;

/** Readings of the clock by the measured thread while another thread or process injects, and the gaps in them. */
public final class GapObserver {
    private static final long TIMEOUT_NS = 60_000_000;

    /** Time by which the measured thread may run again after the author of the injection does. */
    private static final long SLACK_NS = 200_000;

    public final Gaps gaps = new Gaps();

    /** An injection by another thread or process, with its two instants. From any thread. */
    public interface Injection {
        boolean over();

        long fromNs();

        long toNs();
    }

    /** Watches until the injection is over. */
    public long watch(Injection injection, long startNs) {
        long nowNs = startNs;
        while (!injection.over() && nowNs - startNs < TIMEOUT_NS) {
            nowNs = System.nanoTime();
            gaps.look(nowNs);
        }
        return nowNs;
    }

    /** Has the watching compiled. */
    public void warmUp() {
        for (int i = 0; i < 2_000; i++) {
            watch(new Countdown(20), gaps.begin(System.nanoTime()));
        }
    }

    private static final class Countdown implements Injection {
        private int left;

        Countdown(int looks) {
            left = looks;
        }

        @Override
        public boolean over() {
            return left-- == 0;
        }

        @Override
        public long fromNs() {
            return 0;
        }

        @Override
        public long toNs() {
            return 0;
        }
    }

    /**
     * Records the injection: its gaps, and the part of a late start that lies in it. Other gaps are the machine's
     * doing, and the rest is code of the self test.
     */
    public void write(Injection injection, long startNs, long endNs, TruthLog truth) {
        long totalNs = gaps.totalNs();
        long injectedNs = injection.over() ? gaps.touchingNs(injection.fromNs(), injection.toNs() + SLACK_NS) : 0;
        truth.add(Part.INJECTED, injectedNs);
        truth.add(Part.DISTURBED, totalNs - injectedNs);
        if (injection.over()) {
            truth.lateBecauseOfInjection(injection.fromNs(), injection.toNs() + SLACK_NS);
        }
        truth.add(Part.CODE, endNs - startNs - totalNs);
        truth.end(startNs, endNs);
    }
}
