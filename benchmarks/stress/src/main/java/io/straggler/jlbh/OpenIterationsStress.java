package io.straggler.jlbh;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIL_Result;
import org.openjdk.jcstress.infra.results.IL_Result;

/**
 * {@link OpenIterations}: a sample closes one iteration, which nobody else closes, and none is left out of the search while it is open.
 *
 * <p>Iteration n, from 0 on, is to start at 1,000,000 (n + 1). Results are the numbers of iterations that were closed, -1 for none, and
 * then those that are left: "2 3 ".
 */
public class OpenIterationsStress {
    private static final long EACH_NS = 1_000_000;

    private OpenIterationsStress() {}

    abstract static class Opened {
        final OpenIterations open = new OpenIterations(4, 1_000, false);

        Opened(int added) {
            for (int n = 0; n < added; n++) {
                add(n);
            }
        }

        final void add(int n) {
            open.add(EACH_NS * (n + 1));
        }

        /** A sample that points at the start of iteration n. */
        final int sampled(int n) {
            return (int) open.sampled(EACH_NS * (n + 1), EACH_NS);
        }

        final String left() {
            String all = "";
            for (long k = open.oldest(); k >= 0; k = open.oldest()) {
                all += k + " ";
            }
            return all;
        }
    }

    /** Two samples point at one iteration: one of them stood still on its way, and takes an earlier one that is open. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 2 ", "0, 1, 2 "},
            expect = Expect.ACCEPTABLE,
            desc = "One closes the iteration, the other what is open before it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both close one iteration, or one closes none.")
    @State
    public static class PointAtOne extends Opened {
        public PointAtOne() {
            super(3);
        }

        @Actor
        public void first(IIL_Result result) {
            result.r1 = sampled(1);
        }

        @Actor
        public void second(IIL_Result result) {
            result.r2 = sampled(1);
        }

        @Arbiter
        public void rest(IIL_Result result) {
            result.r3 = left();
        }
    }

    /** Samples that come in order. */
    @JCStressTest
    @Outcome(
            id = {"0, 1, 2 3 ", "1, 0, 2 3 "},
            expect = Expect.ACCEPTABLE,
            desc = "The oldest two are closed, one by each.")
    @Outcome(
            expect = Expect.FORBIDDEN,
            desc = "Both close one iteration, or one closes none, or an open one is left out.")
    @State
    public static class InOrder extends Opened {
        public InOrder() {
            super(0);
            // A sample that points at nothing near.
            add(0);
            open.sampled(EACH_NS + EACH_NS / 2, 0);
            open.decide();
            for (int n = 1; n <= 4; n++) {
                add(n);
            }
        }

        @Actor
        public void first(IIL_Result result) {
            result.r1 = (int) open.sampled(0, 0) - 1;
        }

        @Actor
        public void second(IIL_Result result) {
            result.r2 = (int) open.sampled(0, 0) - 1;
        }

        @Arbiter
        public void rest(IIL_Result result) {
            String all = "";
            for (long k = open.oldest(); k >= 0; k = open.oldest()) {
                all += k - 1 + " ";
            }
            result.r3 = all;
        }
    }

    /** A sample comes while its iteration is given up. */
    @JCStressTest
    @Outcome(
            id = {"0, -1, ", "-1, 0, "},
            expect = Expect.ACCEPTABLE,
            desc = "One of them closes it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both close it, or neither.")
    @State
    public static class GivenUp extends Opened {
        public GivenUp() {
            super(1);
        }

        @Actor
        public void sample(IIL_Result result) {
            result.r1 = sampled(0);
        }

        @Actor
        public void givingUp(IIL_Result result) {
            result.r2 = (int) open.oldest();
        }

        @Arbiter
        public void rest(IIL_Result result) {
            result.r3 = left();
        }
    }

    /** A second sample of an iteration comes while its slot is used again. */
    @JCStressTest
    @Outcome(id = "-1, 4 ", expect = Expect.ACCEPTABLE, desc = "It closes nothing.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It closes what has the slot now.")
    @State
    public static class TooLate extends Opened {
        public TooLate() {
            super(4);
            left();
        }

        @Actor
        public void running() {
            add(4);
        }

        @Actor
        public void sample(IL_Result result) {
            result.r1 = sampled(0);
        }

        @Arbiter
        public void rest(IL_Result result) {
            result.r2 = left();
        }
    }

    /** An iteration is added while a sample of an earlier one comes. */
    @JCStressTest
    @Outcome(id = "0, 1 ", expect = Expect.ACCEPTABLE, desc = "The sample closes its own, and the new one is open.")
    @Outcome(
            expect = Expect.FORBIDDEN,
            desc = "The sample closes the wrong one, or the new one is left out of the search.")
    @State
    public static class AddedMeanwhile extends Opened {
        public AddedMeanwhile() {
            super(1);
        }

        @Actor
        public void running() {
            add(1);
        }

        @Actor
        public void sample(IL_Result result) {
            result.r1 = sampled(0);
        }

        @Arbiter
        public void rest(IL_Result result) {
            result.r2 = left();
        }
    }
}
