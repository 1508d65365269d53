package io.straggler.selftest.inject.laboratory;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.HelperThread;
import io.straggler.selftest.inject.InjectionSite;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;

/**
 * Stops of all threads, most of them by a thread dump. Its length grows with the threads and the frames that are asked for: there are threads with
 * deep stacks for the purpose.
 */
public final class SafepointRequests extends Fixture {
    private static final int THREADS = 32;
    private static final int DEPTH = 600;

    /** Least number of frames that is worth another thread. */
    private static final int MIN_FRAMES = 20;

    /** Rough cost of a frame within the stop, in nanoseconds. */
    private static final long FRAME_NS = 250;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final long[] ids = new long[THREADS];
    private volatile boolean closed;

    public SafepointRequests(InjectionSite site) {
        super(site);
        for (int i = 0; i < THREADS; i++) {
            HelperThread sleeper = closing(new HelperThread("selftest-deep-" + i, OptionalInt.empty()));
            ids[i] = sleeper.thread().getId();
            sleeper.ask(() -> descend(DEPTH));
        }
        closing(() -> closed = true);
    }

    private void descend(int frames) {
        if (frames > 0) {
            descend(frames - 1);
        }
        while (!closed && frames == 0) {
            LockSupport.park(this);
        }
    }

    /** Makes the shortest stop, a search for deadlocks. Returns when it is over. */
    void shortest() {
        threads.findMonitorDeadlockedThreads();
    }

    /** Makes one stop of about the given length, as far as there are frames for it. Returns some time after the stop, with the dump. */
    void lasting(long sizeNs) {
        long frames = Math.max(1, sizeNs / FRAME_NS);
        int asked = (int) Math.max(1, Math.min(THREADS, frames / MIN_FRAMES));
        int depth = (int) Math.max(1, Math.min(DEPTH, frames / asked));
        threads.getThreadInfo(Arrays.copyOf(ids, asked), depth);
    }
}
