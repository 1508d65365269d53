package io.straggler.sampler;

import io.straggler.model.NanoClock;
import io.straggler.model.OverheadCheck;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.usage.SamplerCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The threads of which stacks are taken at a fixed period. In the blocks of an overhead check none are taken: a thread that sleeps meanwhile takes
 * the threads out of the profiler's filter, and puts them in again.
 */
final class PeriodicSampling implements AutoCloseable {
    /** Longest sleep in nanoseconds, so that the thread notices when it is closed. */
    private static final long MAX_SLEEP_NS = 50_000_000;

    private final Consumer<Thread> add;
    private final Consumer<Thread> remove;
    private final OverheadCheck overheadCheck;
    private final NanoClock clock;
    private final LongConsumer sleep;
    private final SamplerCounters counters;
    private final Thread thread = new Thread(this::loop, "straggler-sampler");

    /** Guarded by this. */
    private final List<Thread> threads = new ArrayList<>();

    /** Guarded by this. */
    private boolean off;

    private volatile boolean closed;

    /**
     * @param add has stacks taken of a thread
     * @param remove has none taken of it any more
     */
    PeriodicSampling(
            Consumer<Thread> add,
            Consumer<Thread> remove,
            OverheadCheck overheadCheck,
            NanoClock clock,
            LongConsumer sleep,
            SamplerCounters counters) {
        this.add = add;
        this.remove = remove;
        this.overheadCheck = overheadCheck;
        this.clock = clock;
        this.sleep = sleep;
        this.counters = counters;
        thread.setDaemon(true);
    }

    /** Starts to look at the overhead check, if there is one. */
    void start() {
        if (!overheadCheck.equals(OverheadCheck.NONE)) {
            thread.start();
        }
    }

    /** Stacks are taken of this thread from now on. From any thread. */
    synchronized void watch(Thread watched) {
        threads.add(watched);
        if (!off) {
            add.accept(watched);
        }
    }

    private void loop() {
        if (NativeThread.available()) {
            NativeThread.sleepPrecisely();
        }
        try {
            while (!closed) {
                turn();
            }
        } catch (RuntimeException | Error e) {
            // Stacks are taken on, or not, and the summary says why.
            counters.broke(e);
        }
    }

    /** One round of the loop, until the end of a block. */
    void turn() {
        long nowNs = clock.nanoTime();
        turn(overheadCheck.off(nowNs));
        long endNs = overheadCheck.blockEndNs(nowNs);
        sleep.accept(Math.min(MAX_SLEEP_NS, endNs - nowNs));
    }

    private synchronized void turn(boolean nowOff) {
        if (nowOff != off) {
            off = nowOff;
            threads.forEach(off ? remove : add);
        }
    }

    /** Ends the thread and waits for it, also on a thread that was interrupted. */
    @Override
    public void close() {
        closed = true;
        Threads.joinUninterruptibly(thread);
    }
}
