package io.straggler.sampler.served;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;

/**
 * {@link SweepLock}: one thread at a time has the turn, somebody gets it if nobody has it, and what its holder wrote is seen by the next.
 *
 * <p>A thread that got the turn reports how many had it then, 1; 0 if it got none.
 */
@JCStressTest
@Outcome(
        id = {"1, 0, false", "0, 1, false"},
        expect = Expect.ACCEPTABLE,
        desc = "One got the turn while the other had none to get.")
@Outcome(
        id = "1, 1, true",
        expect = Expect.ACCEPTABLE,
        desc = "One got it after the other, and both turns are counted.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both had it at once, or nobody got it, or a turn was not counted.")
@State
public class SweepLockStress {
    private static final long NOW_NS = 3_000_000_000L;

    /** Two turns are enough in that time, and one is not. */
    private static final long EVERY_NS = NOW_NS / 3;

    private final SweepLock lock = new SweepLock();

    /** How many have the turn. */
    private int holders;

    @Actor
    public void first(IIZ_Result result) {
        result.r1 = lookOnce();
    }

    @Actor
    public void second(IIZ_Result result) {
        result.r2 = lookOnce();
    }

    private int lookOnce() {
        if (!lock.take(NOW_NS, EVERY_NS)) {
            return 0;
        }
        holders++;
        int found = holders;
        lock.ofServed();
        holders--;
        lock.release();
        return found;
    }

    @Arbiter
    public void counted(IIZ_Result result) {
        result.r3 = lock.oftenEnough(NOW_NS, EVERY_NS);
    }
}
