package io.straggler.selftest.inject.fault;

import io.straggler.selftest.inject.HelperThread;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;

/**
 * Stops of all threads, most of them by a thread dump. Its length grows with the threads and the frames that are asked for: there are threads with
 * deep stacks for the purpose.
 */
public final class SafepointRequests implements AutoCloseable {
    private static final int THREADS = 32;
    private static final int DEPTH = 600;

    /** Frames below which another thread is not worth it. */
    private static final int FEW = 20;

    /** What a frame costs within the stop, roughly. */
    private static final long FRAME_NS = 250;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final HelperThread[] sleepers = new HelperThread[THREADS];
    private final long[] ids = new long[THREADS];
    private volatile boolean closed;

    public SafepointRequests() {
        for (int i = 0; i < THREADS; i++) {
            sleepers[i] = new HelperThread("selftest-deep-" + i, OptionalInt.empty());
            ids[i] = sleepers[i].thread().getId();
            sleepers[i].ask(() -> descend(DEPTH));
        }
    }

    private void descend(int frames) {
        if (frames > 0) {
            descend(frames - 1);
        }
        while (!closed && frames == 0) {
            LockSupport.park(this);
        }
    }

    /** The shortest stop that there is: a search for deadlocks, of which there are none. Returns with it. */
    void shortest() {
        threads.findMonitorDeadlockedThreads();
    }

    /** One stop of about so long, as far as there are frames for it. Returns some time after the stop, with the dump. */
    void lasting(long sizeNs) {
        long frames = Math.max(1, sizeNs / FRAME_NS);
        int asked = (int) Math.max(1, Math.min(THREADS, frames / FEW));
        int depth = (int) Math.max(1, Math.min(DEPTH, frames / asked));
        threads.getThreadInfo(Arrays.copyOf(ids, asked), depth);
    }

    @Override
    public void close() {
        closed = true;
        for (HelperThread sleeper : sleepers) {
            sleeper.close();
        }
    }
}
