package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;

/** Reads the clock on the measured thread while another thread or process injects, and knows the gaps in its readings. */
public final class GapObserver {
    private static final long TIMEOUT_NS = 60_000_000;

    /** The injection may return to its author a little before or after the measured thread gets to run again. */
    private static final long SLACK_NS = 200_000;

    public final Gaps gaps = new Gaps();

    /** An injection by another thread or process, which says when it was. From any thread. */
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
     * Writes down: the gaps of the injection are the fault, as is the part of a late start that lies in it; other gaps are the machine's doing, and
     * the rest is code of ours.
     */
    public void write(Fault fault, Injection injection, long startNs, long endNs, TruthLog truth) {
        long totalNs = gaps.totalNs();
        long faultNs = injection.over() ? gaps.touchingNs(injection.fromNs(), injection.toNs() + SLACK_NS) : 0;
        truth.add(fault, faultNs);
        truth.add(Fault.DISTURBED, totalNs - faultNs);
        if (injection.over()) {
            truth.lateBecauseOf(fault, injection.fromNs(), injection.toNs() + SLACK_NS);
        }
        truth.add(Fault.SLOW_CODE, endNs - startNs - totalNs);
        truth.end(startNs, endNs);
    }
}
