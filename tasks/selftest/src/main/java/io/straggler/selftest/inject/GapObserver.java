package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;

/** The measured thread while somebody else acts: it reads the clock until told that it is over, and knows what it missed. */
public final class GapObserver {
    private static final long PATIENCE_NS = 60_000_000;

    /** The act may return to its author a little before or after the measured thread gets to run again. */
    private static final long SLACK_NS = 200_000;

    public final Gaps gaps = new Gaps();

    /** An act by somebody else, told by him. From any thread. */
    public interface Act {
        boolean over();

        long fromNs();

        long toNs();
    }

    /** Watches until the act is over. */
    public long watch(Act act, long startNs) {
        long nowNs = startNs;
        while (!act.over() && nowNs - startNs < PATIENCE_NS) {
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

    private static final class Countdown implements Act {
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
     * Writes down: the gaps of the act are the fault, as is the part of a late start that lies in it; other gaps are the machine's doing, and
     * the rest is code of ours.
     */
    public void write(Fault fault, Act act, long startNs, long endNs, TruthLog truth) {
        long totalNs = gaps.totalNs();
        long faultNs = act.over() ? gaps.touchingNs(act.fromNs(), act.toNs() + SLACK_NS) : 0;
        truth.add(fault, faultNs);
        truth.add(Fault.DISTURBED, totalNs - faultNs);
        if (act.over()) {
            truth.lateBecauseOf(fault, act.fromNs(), act.toNs() + SLACK_NS);
        }
        truth.add(Fault.SLOW_CODE, endNs - startNs - totalNs);
        truth.end(startNs, endNs);
    }
}
