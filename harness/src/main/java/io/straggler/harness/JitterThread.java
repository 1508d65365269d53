package io.straggler.harness;

import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.NanoClock;
import io.straggler.model.RunListener;
import io.straggler.model.Series;
import io.straggler.model.hook.PacingHook;
import java.util.OptionalInt;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Another core's hiccups: a thread that sleeps for a fixed time over and over and records by how much it overslept. What it
 * sees is the machine's and the JVM's doing, not the task's.
 *
 * <p>The idea is jHiccup's: a sleep that is due at a known instant notices whatever keeps threads from running. What is over before the
 * sleep is due, it does not notice.
 */
final class JitterThread {
    private final NanoClock clock;
    private final long sleepNs;
    private final OptionalInt cpu;
    private final RunListener listener;
    private final SingleWriterRecorder values =
            new SingleWriterRecorder(1, SeriesRecorder.HIGHEST_NS, SeriesRecorder.DIGITS);
    private final Thread thread;
    private volatile PacingHook hook = PacingHook.NONE;
    private volatile boolean stopped;
    private volatile long hiccupNs = Long.MAX_VALUE;
    private @Nullable Histogram drained;

    /**
     * @param cpu the core to watch; empty for whichever the scheduler chooses
     * @param listener binds this thread to that core, and is notified of hiccups on it
     */
    JitterThread(NanoClock clock, long sleepNs, OptionalInt cpu, RunListener listener) {
        this.clock = clock;
        this.sleepNs = sleepNs;
        this.cpu = cpu;
        this.listener = listener;
        this.thread = new Thread(this::loop, "straggler-" + name());
        thread.setDaemon(true);
    }

    /** The name of the series of what it sees: {@code jitter}, or {@code jitter-cpu3}. */
    String name() {
        return Series.JITTER + (cpu.isPresent() ? "-cpu" + cpu.getAsInt() : "");
    }

    /** @param sleeper what the thread sleeps by */
    void start(PacingHook sleeper) {
        hook = sleeper;
        thread.start();
    }

    void stop() {
        stopped = true;
    }

    /** Sets the lateness in nanoseconds from which on a wake-up is a hiccup. From any thread. */
    void reportFrom(long ns) {
        hiccupNs = ns;
    }

    private void loop() {
        cpu.ifPresent(listener::jitterThreadStarted);
        while (!stopped) {
            long dueNs = clock.nanoTime() + sleepNs;
            hook.sleep(sleepNs);
            long nowNs = clock.nanoTime();
            long lateNs = nowNs - dueNs;
            // A sleep that was cut short saw nothing.
            if (lateNs >= 0) {
                values.recordValue(Math.min(lateNs, SeriesRecorder.HIGHEST_NS));
            }
            if (lateNs >= hiccupNs && cpu.isPresent()) {
                listener.hiccup(cpu.getAsInt(), dueNs, nowNs);
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
