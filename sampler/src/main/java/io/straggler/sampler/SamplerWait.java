package io.straggler.sampler;

import io.straggler.model.CaptureListener;
import io.straggler.model.NanoClock;
import java.io.IOException;
import java.util.function.LongConsumer;

/**
 * How the sampler thread waits: it sleeps, and spins the end on the clock where a sleep would miss the instant by too much. Notices
 * on the way when the whole process stands still. For the sampler thread.
 */
final class SamplerWait {
    static final long LONGEST_SLEEP_NS = 50_000_000;

    /** A short sleep may end this much late. */
    static final long WAKE_UP_NS = 60_000;

    /** A long one may end later: its core has gone to sleep as well. So its end is slept separately, by this much. */
    private static final long APPROACH_NS = 200_000;

    private final NanoClock clock;
    private final LongConsumer sleep;
    private final CaptureListener listener;
    private final SamplerAccount account;

    /** Null while nobody watches for them. */
    private volatile Standstills standstills;

    private volatile long expectedNs = Long.MAX_VALUE / 4;

    SamplerWait(NanoClock clock, LongConsumer sleep, CaptureListener listener, SamplerAccount account) {
        this.clock = clock;
        this.sleep = sleep;
        this.listener = listener;
        this.account = account;
    }

    /** The calling thread is the one that waits from now on: watches for its standstills. */
    void begin() {
        standstills = Standstills.ofThisThread(clock, listener);
    }

    /** Another thread waits from now on, and does not watch: the one before may still be in here. */
    void ignoreStandstills() {
        standstills = null;
    }

    /** Ends that. */
    void close() {
        Standstills watched = standstills;
        if (watched != null) {
            standstills = null;
            watched.close();
        }
    }

    /** When the thread means to be back. From any thread. */
    long expectedNs() {
        return expectedNs;
    }

    /** Sleeps, however late it gets. */
    void rest() {
        expectedNs = clock.nanoTime() + LONGEST_SLEEP_NS;
        sleep.accept(LONGEST_SLEEP_NS);
        Standstills watched = standstills;
        if (watched != null) {
            try {
                watched.restart();
            } catch (IOException e) {
                account.unread();
            }
        }
    }

    /** The calling thread is at work. */
    void alive(long nowNs) {
        Standstills watched = standstills;
        if (watched != null) {
            try {
                watched.alive(nowNs);
            } catch (IOException e) {
                account.unread();
            }
        }
    }

    /**
     * Waits until about an instant, or {@link #LONGEST_SLEEP_NS}.
     *
     * @param spinNs the last stretch that is spun, never slept; when anything before it was slept, it returns then, which may be before the instant
     */
    void until(long untilNs, long spinNs) {
        long startNs = clock.nanoTime();
        long leftNs = untilNs - startNs - spinNs;
        long sleepNs = Math.min(LONGEST_SLEEP_NS, leftNs > 2 * APPROACH_NS ? leftNs - APPROACH_NS : leftNs);
        expectedNs = Math.min(untilNs, startNs + LONGEST_SLEEP_NS);
        if (sleepNs > 0) {
            sleep.accept(sleepNs);
            slept(startNs, startNs + sleepNs);
            return;
        }
        long nowNs = startNs;
        while (nowNs - untilNs < 0) {
            alive(nowNs);
            Thread.onSpinWait();
            nowNs = clock.nanoTime();
        }
    }

    private void slept(long fromNs, long dueNs) {
        Standstills watched = standstills;
        if (watched != null) {
            try {
                watched.slept(fromNs, dueNs, clock.nanoTime());
            } catch (IOException e) {
                account.unread();
            }
        }
    }
}
