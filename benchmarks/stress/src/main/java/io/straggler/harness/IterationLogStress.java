package io.straggler.harness;

import io.straggler.model.hook.InFlightView;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IL_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZL_Result;
import org.openjdk.jcstress.infra.results.ZZL_Result;

/**
 * {@link IterationLog}: every iteration is handed over once, as a whole and in order; it is completed by one thread at most; and whoever
 * comes too late for a slot changes nothing.
 *
 * <p>Iteration n has the intended start 10 n, the start 10 n + 1, is free since 10 n + 2 and ends at 10 n + 3.
 */
public class IterationLogStress {
    private IterationLogStress() {}

    /** A log, and what its reader was handed: "1 2 " for the first two iterations, "torn " for one that is not whole. */
    abstract static class Logged implements IterationLog.Reader {
        final IterationLog log;
        String handedOver = "";

        Logged(int capacity) {
            log = new IterationLog(capacity, 0, true);
        }

        final boolean add(int n) {
            boolean room = log.reserve();
            if (room) {
                log.add(10 * n, 10 * n + 1, 10 * n + 2, 10 * n + 3);
            }
            return room;
        }

        final boolean open(int n) {
            boolean room = log.reserve();
            if (room) {
                log.open(10 * n, 10 * n + 1, 10 * n + 2);
            }
            return room;
        }

        final boolean complete(int n) {
            return log.complete(10 * n, 10 * n + 3, 7);
        }

        @Override
        public void iteration(long intendedNs, long startNs, long freeSinceNs, long endNs) {
            boolean whole = startNs == intendedNs + 1 && freeSinceNs == intendedNs + 2 && endNs == intendedNs + 3;
            handedOver += whole ? intendedNs / 10 + " " : "torn ";
        }

        @Override
        public void uncompleted(long intendedNs, long atNs) {
            handedOver += "-" + intendedNs / 10 + " ";
        }
    }

    /** Two iterations are added while the recorder thread takes what there is. */
    @JCStressTest
    @Outcome(
            id = {"0, 1 2 ", "1, 1 2 ", "2, 1 2 "},
            expect = Expect.ACCEPTABLE,
            desc = "Both, once and in order, whatever the first look saw of them.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "One is lost, handed over twice, out of order or not whole.")
    @State
    public static class HandOver extends Logged {
        public HandOver() {
            super(4);
        }

        @Actor
        public void pacing() {
            add(1);
            add(2);
        }

        @Actor
        public void recording(IL_Result result) {
            log.drain(this);
            result.r1 = handedOver.length() / 2;
        }

        @Arbiter
        public void rest(IL_Result result) {
            log.drain(this);
            result.r2 = handedOver;
        }
    }

    /** The log is full; the pacing thread wants room while the recorder thread makes some. */
    @JCStressTest
    @Outcome(id = "true, 1 2 3 ", expect = Expect.ACCEPTABLE, desc = "There was room.")
    @Outcome(id = "false, 1 2 ", expect = Expect.ACCEPTABLE, desc = "There was none yet.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A slot was written over before it was handed over.")
    @State
    public static class Room extends Logged {
        public Room() {
            super(2);
            add(1);
            add(2);
        }

        @Actor
        public void pacing(ZL_Result result) {
            result.r1 = add(3);
        }

        @Actor
        public void recording() {
            log.drain(this);
        }

        @Arbiter
        public void rest(ZL_Result result) {
            log.drain(this);
            result.r2 = handedOver;
        }
    }

    /** One thread completes an iteration, another gives it up. */
    @JCStressTest
    @Outcome(id = "true, false, 1 ", expect = Expect.ACCEPTABLE, desc = "It was completed.")
    @Outcome(id = "false, true, -1 ", expect = Expect.ACCEPTABLE, desc = "It was given up.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both closed it, or neither, or it was handed over as something else.")
    @State
    public static class OneCloser extends Logged {
        public OneCloser() {
            super(2);
            open(1);
        }

        @Actor
        public void completing(ZZL_Result result) {
            result.r1 = complete(1);
        }

        @Actor
        public void givingUp(ZZL_Result result) {
            result.r2 = log.abandon(10, 13);
        }

        @Arbiter
        public void rest(ZZL_Result result) {
            log.drain(this);
            result.r3 = handedOver;
        }
    }

    /** An iteration is completed while the recorder thread looks for those that are. */
    @JCStressTest
    @Outcome(
            id = {"0, 1 2 ", "1, 1 2 ", "2, 1 2 "},
            expect = Expect.ACCEPTABLE,
            desc = "Both, once and in order.")
    @Outcome(id = "1, 2 1 ", expect = Expect.ACCEPTABLE, desc = "The later one was complete first.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "One is lost, handed over twice or not whole.")
    @State
    public static class CompletedMeanwhile extends Logged {
        public CompletedMeanwhile() {
            super(2);
            open(1);
            open(2);
        }

        @Actor
        public void completing() {
            complete(1);
            complete(2);
        }

        @Actor
        public void recording(IL_Result result) {
            log.drain(this);
            result.r1 = handedOver.length() / 2;
        }

        @Arbiter
        public void rest(IL_Result result) {
            log.drain(this);
            result.r2 = handedOver;
        }
    }

    /** An open iteration is completed while the slots around it are handed over and used again. */
    @JCStressTest
    @Outcome(id = "true, 1 2 3 ", expect = Expect.ACCEPTABLE, desc = "It was found.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was not found although it was open, or another was closed.")
    @State
    public static class Search extends Logged {
        public Search() {
            super(2);
            open(1);
            complete(1);
            open(2);
        }

        @Actor
        public void completing(ZL_Result result) {
            result.r1 = complete(2);
        }

        /** The recorder thread, then the pacing thread. */
        @Actor
        public void reusing() {
            log.drain(this);
            open(3);
        }

        @Arbiter
        public void rest(ZL_Result result) {
            complete(3);
            log.drain(this);
            result.r2 = handedOver;
        }
    }

    /** An iteration is completed for a second time while its slot is used again. */
    @JCStressTest
    @Outcome(id = "false, 1 2 3 ", expect = Expect.ACCEPTABLE, desc = "It was too late.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It completed another iteration.")
    @State
    public static class TooLate extends Logged {
        public TooLate() {
            super(2);
            open(1);
            open(2);
            complete(1);
            complete(2);
        }

        @Actor
        public void completing(ZL_Result result) {
            result.r1 = complete(1);
        }

        /** The recorder thread, then the pacing thread. */
        @Actor
        public void reusing() {
            log.drain(this);
            open(3);
        }

        @Arbiter
        public void rest(ZL_Result result) {
            complete(3);
            log.drain(this);
            result.r2 = handedOver;
        }
    }

    /** The sampler asks for the oldest open iteration while slots are used again. */
    @JCStressTest
    @Outcome(
            id = {"1", "2", "3"},
            expect = Expect.ACCEPTABLE,
            desc = "One that was open.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "None was open.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The tag of one iteration with the start of another.")
    @State
    public static class OldestOpen extends Logged {
        private final InFlightView view = new InFlightView();

        public OldestOpen() {
            super(2);
            open(1);
            open(2);
        }

        /** A thread of the task, the recorder thread, then the pacing thread. */
        @Actor
        public void reusing() {
            complete(1);
            complete(2);
            log.drain(this);
            open(3);
        }

        @Actor
        public void sampling(I_Result result) {
            log.read(view);
            result.r1 = !view.busy() ? 0 : view.startNs() == view.intendedNs() + 1 ? (int) view.intendedNs() / 10 : -1;
        }
    }
}
