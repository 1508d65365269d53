package io.straggler.jlbh;

import io.straggler.jlbh.samples.Samples;
import io.straggler.model.text.Durations;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The part of a benchmark's warm-up that is run at once, as JLBH does, and what it shows: where iterations end, and what was
 * sampled. For the thread that runs the benchmark.
 */
final class WarmUp {
    /** A few samples may be on their way; when none has come for so long, no more will. */
    private static final long QUIET_NS = 200_000_000;

    /** A task that was interrupted has this long to come back. */
    private static final long GRACE_NS = 2_000_000_000;

    private static final long IDLE = Long.MIN_VALUE;

    private final JLBHTask task;
    private final Samples samples;
    private final long timeoutNs;
    private final BooleanSupplier aborted;
    private final Thread caller = Thread.currentThread();
    private final Histogram seen;
    private volatile long sinceNs = IDLE;
    private volatile boolean over;
    private volatile @Nullable Stuck stuck;
    private long inside;

    /** An iteration did not end, or no sample came. The message is for the user. */
    static final class Stuck extends IllegalStateException {
        private static final long serialVersionUID = 1;

        Stuck(String message) {
            super(message);
        }
    }

    WarmUp(JLBHTask task, Samples samples, long timeoutNs, BooleanSupplier aborted) {
        this.task = task;
        this.samples = samples;
        this.timeoutNs = timeoutNs;
        this.aborted = aborted;
        this.seen = samples.take();
    }

    /**
     * Runs a number of iterations and waits for their samples.
     *
     * @param neverBack called on another thread if this one is stuck in the task, whatever is done
     * @throws Stuck if an iteration, or the first sample, took longer than the timeout
     */
    Completion run(int iterations, Consumer<Stuck> neverBack) {
        Thread watch = new Thread(() -> watch(neverBack), "straggler-warm-up");
        watch.setDaemon(true);
        watch.start();
        try {
            for (int i = 0; i < iterations && !aborted.getAsBoolean(); i++) {
                long startNs = System.nanoTime();
                sinceNs = startNs;
                task.run(startNs);
                throwIfStuck();
            }
        } finally {
            sinceNs = IDLE;
            over = true;
            LockSupport.unpark(watch);
        }
        awaitSamples(iterations);
        return inside >= iterations || seen.getTotalCount() == inside ? Completion.INSIDE : Completion.ELSEWHERE;
    }

    /** Returns the samples. */
    Histogram seen() {
        return seen;
    }

    private void throwIfStuck() {
        if (stuck != null) {
            // Clears the interrupt of the attempt to wake the task up.
            Thread.interrupted();
            throw stuck;
        }
    }

    private void awaitSamples(int iterations) {
        long lastNs = System.nanoTime();
        while (collect() < iterations && !aborted.getAsBoolean()) {
            long before = seen.getTotalCount();
            LockSupport.parkNanos(this, 1_000_000);
            if (collect() > before) {
                lastNs = System.nanoTime();
            }
            long quietNs = System.nanoTime() - lastNs;
            if (seen.getTotalCount() > 0 && quietNs > QUIET_NS) {
                return;
            }
            if (quietNs > timeoutNs) {
                throw new Stuck("no sample came of the first " + iterations + " iterations within "
                        + Durations.format(timeoutNs)
                        + ": the task must call JLBH.sample, for which JLBH waits as well");
            }
        }
    }

    private long collect() {
        inside += samples.ownCount();
        seen.add(samples.take());
        return seen.getTotalCount();
    }

    private void watch(Consumer<Stuck> neverBack) {
        while (!over) {
            LockSupport.parkNanos(this, Math.min(timeoutNs, 50_000_000));
            long since = sinceNs;
            if (since != IDLE && System.nanoTime() - since > timeoutNs) {
                StackTraceElement[] stack = caller.getStackTrace();
                stuck = new Stuck("an iteration of the warm-up was not over after " + Durations.format(timeoutNs)
                        + (stack.length > 0 ? " (at " + stack[0] + ")" : ""));
                stuck.setStackTrace(stack);
                caller.interrupt();
                if (!leaves(since)) {
                    neverBack.accept(stuck);
                }
                return;
            }
        }
    }

    private boolean leaves(long since) {
        long untilNs = System.nanoTime() + GRACE_NS;
        while (sinceNs == since && System.nanoTime() - untilNs < 0) {
            LockSupport.parkNanos(this, 1_000_000);
        }
        return sinceNs != since;
    }
}
