package io.straggler.sampler;

import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.usage.SamplerCounters;

/**
 * A daemon thread that does the same again and again until it is closed. It wakes up on time, and soon on a busy core. What its code throws ends it, and is counted: the run goes on
 * without its stacks, and the summary says why.
 */
final class RepeatingThread {
    private final Runnable first;
    private final Runnable round;
    private final SamplerCounters counters;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * @param first is run once, before all rounds
     * @param round has to sleep itself
     */
    RepeatingThread(String name, Runnable first, Runnable round, SamplerCounters counters) {
        this.first = first;
        this.round = round;
        this.counters = counters;
        this.thread = new Thread(this::loop, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void loop() {
        if (NativeThread.available()) {
            NativeThread.sleepPrecisely();
            NativeThread.wakeUpSoon();
        }
        try {
            first.run();
            while (!closed) {
                round.run();
            }
        } catch (RuntimeException | Error e) {
            counters.broke(e);
        }
    }

    /** Ends the thread after its round and waits for it, also on a thread that was interrupted. */
    void close() {
        closed = true;
        Threads.joinUninterruptibly(thread);
    }
}
