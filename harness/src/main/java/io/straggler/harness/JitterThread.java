package io.straggler.harness;

import io.straggler.model.NanoClock;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Another core's hiccups: a thread that sleeps for a fixed time over and over and records by how much it overslept. What it
 * sees is the machine's and the JVM's doing, not the task's.
 *
 * <p>The idea is jHiccup's: a sleep that is due at a known instant notices whatever keeps threads from running.
 */
final class JitterThread {
    private final NanoClock clock;
    private final long sleepNs;
    private final SingleWriterRecorder values =
            new SingleWriterRecorder(1, SeriesRecorder.HIGHEST_NS, SeriesRecorder.DIGITS);
    private final Thread thread = new Thread(this::loop, "straggler-jitter");
    private volatile boolean stopped;
    private Histogram drained;

    JitterThread(NanoClock clock, long sleepNs) {
        this.clock = clock;
        this.sleepNs = sleepNs;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private void loop() {
        while (!stopped) {
            long dueNs = clock.nanoTime() + sleepNs;
            LockSupport.parkNanos(this, sleepNs);
            long lateNs = clock.nanoTime() - dueNs;
            // A sleep that was cut short (an unpark, a spurious return) saw nothing.
            if (lateNs >= 0) {
                values.recordValue(Math.min(lateNs, SeriesRecorder.HIGHEST_NS));
            }
        }
    }

    /** Forgets what was recorded until now: what a warm-up or a pause saw is no part of a run. While nothing drains. */
    void discard() {
        drained = values.getIntervalHistogram(drained);
    }

    /** Adds what was recorded since the last call to {@code target}. Recorder thread only. */
    void drainInto(Histogram target) {
        drained = values.getIntervalHistogram(drained);
        target.add(drained);
    }
}
