package io.straggler.sampler.served;

import io.straggler.sampler.stack.Timer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * {@link SharedTimer}: when both are done, the kernel's timer is what {@link SharedTimer#dueNs} and {@link SharedTimer#intervalNs} say,
 * and what the thread wanted last, if it came last.
 *
 * <p>Results are what the timer says and how the kernel's timer is set: "1000" for once, "1000+" for again and again, "off".
 */
public class SharedTimerStress {
    private static final long EARLIER_NS = 1_000;
    private static final long LATER_NS = 5_000;
    private static final long EVERY_NS = 500;

    private SharedTimerStress() {}

    /** The kernel does what it is told last. */
    private static final class Kernel implements Timer {
        private volatile String state = "off";

        @Override
        public void arm(long atNs, long intervalNs) {
            state = intervalNs == 0 ? atNs == EARLIER_NS ? "1000" : "5000" : "1000+";
        }

        @Override
        public void disarm() {
            state = "off";
        }
    }

    abstract static class Shared {
        private final Kernel kernel = new Kernel();
        final SharedTimer timer = new SharedTimer(kernel, kernel);

        final void report(LL_Result result) {
            long dueNs = timer.dueNs();
            result.r1 = dueNs == SharedTimer.STOPPED ? "off" : dueNs + (timer.intervalNs() == 0 ? "" : "+");
            result.r2 = kernel.state;
        }
    }

    /** The thread sets it while the sweeper stops what was set before. */
    @JCStressTest
    @Outcome(id = "5000, 5000", expect = Expect.ACCEPTABLE, desc = "As the thread wanted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An iteration without the timer that its thread has set.")
    @State
    public static class SetAgainstStop extends Shared {
        public SetAgainstStop() {
            timer.set(EARLIER_NS);
        }

        @Actor
        public void thread() {
            timer.set(LATER_NS);
        }

        @Actor
        public void sweeper() {
            timer.stopBySweeper(EARLIER_NS);
        }

        @Arbiter
        public void after(LL_Result result) {
            report(result);
        }
    }

    /** The sweeper stops what the thread sets, as soon as it sees it. */
    @JCStressTest
    @Outcome(id = "5000, 5000", expect = Expect.ACCEPTABLE, desc = "The sweeper left it alone.")
    @Outcome(id = "off, off", expect = Expect.ACCEPTABLE, desc = "The sweeper stopped it.")
    @Outcome(
            expect = Expect.FORBIDDEN,
            desc = "A timer that is due although it is taken for stopped, or the other way round.")
    @State
    public static class StopOfWhatIsBeingSet extends Shared {
        @Actor
        public void thread() {
            timer.set(LATER_NS);
        }

        @Actor
        public void sweeper() {
            long seenNs = timer.dueNs();
            if (seenNs != SharedTimer.STOPPED) {
                timer.stopBySweeper(seenNs);
            }
        }

        @Arbiter
        public void after(LL_Result result) {
            report(result);
        }
    }

    /** The thread stops it while the sweeper has it repeated. */
    @JCStressTest
    @Outcome(
            id = {"off, off"},
            expect = Expect.ACCEPTABLE,
            desc = "As the thread wanted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Stacks of a thread that runs no iteration.")
    @State
    public static class StopAgainstRepeat extends Shared {
        public StopAgainstRepeat() {
            timer.set(EARLIER_NS);
        }

        @Actor
        public void thread() {
            timer.stop();
        }

        @Actor
        public void sweeper() {
            timer.repeatBySweeper(EARLIER_NS, EARLIER_NS, EVERY_NS);
        }

        @Arbiter
        public void after(LL_Result result) {
            report(result);
        }
    }

    /** The thread sets it anew while the sweeper has it repeated. */
    @JCStressTest
    @Outcome(id = "5000, 5000", expect = Expect.ACCEPTABLE, desc = "As the thread wanted, for once.")
    @Outcome(
            expect = Expect.FORBIDDEN,
            desc = "A timer that repeats although it was set for once, or is taken to repeat.")
    @State
    public static class SetAgainstRepeat extends Shared {
        public SetAgainstRepeat() {
            timer.set(EARLIER_NS);
        }

        @Actor
        public void thread() {
            timer.set(LATER_NS);
        }

        @Actor
        public void sweeper() {
            timer.repeatBySweeper(EARLIER_NS, EARLIER_NS, EVERY_NS);
        }

        @Arbiter
        public void after(LL_Result result) {
            report(result);
        }
    }

    /** The thread sets it while the sweeper does, because it was stopped. */
    @JCStressTest
    @Outcome(id = "5000, 5000", expect = Expect.ACCEPTABLE, desc = "As the thread wanted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An iteration without the timer that its thread has set.")
    @State
    public static class SetAgainstSet extends Shared {
        @Actor
        public void thread() {
            timer.set(LATER_NS);
        }

        @Actor
        public void sweeper() {
            timer.setBySweeper(EARLIER_NS, 0);
        }

        @Arbiter
        public void after(LL_Result result) {
            report(result);
        }
    }

    /** The thread ends an iteration for which the sweeper sets the timer: the thread stops what it sees set, and the sweeper looks again. */
    @JCStressTest
    @Outcome(id = "off, off", expect = Expect.ACCEPTABLE, desc = "One of them stopped it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A timer for an iteration that is over.")
    @State
    public static class EndAgainstSet extends Shared {
        private volatile boolean running = true;

        @Actor
        public void thread() {
            running = false;
            if (timer.dueNs() != SharedTimer.STOPPED) {
                timer.stop();
            }
        }

        @Actor
        public void sweeper() {
            if (running && timer.setBySweeper(EARLIER_NS, 0) && !running) {
                timer.stopBySweeper(EARLIER_NS);
            }
        }

        @Arbiter
        public void after(LL_Result result) {
            report(result);
        }
    }
}
