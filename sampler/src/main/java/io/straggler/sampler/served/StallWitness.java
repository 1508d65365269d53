package io.straggler.sampler.served;

import io.straggler.model.NanoClock;
import io.straggler.model.WatchedThread;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.linux.Throttling;
import io.straggler.sampler.usage.CoreUses;
import io.straggler.sampler.usage.LockOwners;
import io.straggler.sampler.usage.ThrottleHistory;

/**
 * Causes that held up threads with late iterations, as seen from outside: which threads had the cores and the lock, and
 * whether the control group was held back. For the sweeping thread.
 */
final class StallWitness implements AutoCloseable {
    /** Maximum number of late threads that are asked for the owners of their locks in one look. */
    private static final int MAX_ASKED = 20;

    private final CoreUses coreUses;
    private final LockOwners owners;
    private final ThrottleHistory throttled;
    private final NanoClock clock;
    private boolean lateSinceLook;
    private int asked;

    StallWitness(CaptureListener listener, NanoClock clock) {
        this.clock = clock;
        throttled = new ThrottleHistory(Throttling.open(clock.nanoTime()));
        coreUses = new CoreUses(listener::usedCore, clock);
        owners = new LockOwners(listener);
    }

    /**
     * One look, before the others.
     *
     * @param late whether an iteration is late now
     */
    void look(long nowNs, boolean late) {
        coreUses.look(nowNs, late || lateSinceLook);
        throttled.look(nowNs);
        lateSinceLook = false;
        asked = 0;
    }

    /** An iteration runs that is late. */
    void late(WatchedThread thread, long fromNs, long nowNs) {
        coreUses.report(fromNs, nowNs);
        if (asked++ < MAX_ASKED) {
            owners.ask(nowNs, thread.javaThreadId(), thread.osThreadId());
        }
    }

    /** An iteration was late. Returns how long its control group was held back meanwhile. */
    long ended(long fromNs, long toNs) {
        lateSinceLook = true;
        coreUses.report(fromNs, toNs);
        throttled.look(clock.nanoTime());
        return throttled.sinceNs(fromNs);
    }

    @Override
    public void close() {
        coreUses.close();
        throttled.close();
    }
}
