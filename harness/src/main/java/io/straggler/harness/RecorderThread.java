package io.straggler.harness;

import io.straggler.model.NanoClock;
import io.straggler.model.hook.InFlight;
import io.straggler.model.hook.InFlightView;
import io.straggler.model.hook.PacingHook;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The thread that takes iterations from the log and makes series, busy periods and outliers of them, and that notices an
 * iteration which does not end.
 *
 * <p>It wakes up at a fixed, low frequency, so that it rarely competes with the measured thread for a core.
 */
final class RecorderThread {
    private final IterationLog log;
    private final InFlight inFlight;
    private final NanoClock clock;
    private final long periodNs;
    private final WatchdogListener watchdogListener;
    private volatile PacingHook hook = PacingHook.NONE;
    private final Thread thread = new Thread(this::loop, "straggler-recorder");
    private final InFlightView view = new InFlightView();
    private volatile @Nullable RunRecorder current;
    private volatile @Nullable CountDownLatch finishing;
    private volatile long timeoutNs;
    private volatile boolean stopped;
    private boolean stuckReported;

    /** Hears on the recorder thread what went wrong. */
    interface WatchdogListener {
        /** An iteration in flight has exceeded the timeout. Called once. */
        void stuck(long runningNs);

        /** Called at every turn: a chance to look at what else may be stuck. */
        void look();

        /** Recording itself failed, in a listener say, and goes on with what comes next. */
        void broken(Throwable thrown);
    }

    RecorderThread(
            IterationLog log,
            InFlight inFlight,
            NanoClock clock,
            long periodNs,
            long timeoutNs,
            WatchdogListener watchdogListener) {
        this.log = log;
        this.inFlight = inFlight;
        this.clock = clock;
        this.periodNs = periodNs;
        this.timeoutNs = timeoutNs;
        this.watchdogListener = watchdogListener;
        thread.setDaemon(true);
    }

    /** @param sleeper what the thread sleeps by */
    void start(PacingHook sleeper) {
        hook = sleeper;
        thread.start();
    }

    /** Lowers the timeout, for a run that shall end now. From any thread. */
    void timeout(long ns) {
        timeoutNs = Math.min(timeoutNs, ns);
    }

    /** Recording begins. Pacing thread, while nothing is in flight. */
    void begin(RunRecorder recording) {
        current = recording;
    }

    /**
     * Takes everything that is left and ends the recording. Returns when that is done, a period later at most. From any thread but the
     * recorder's.
     */
    void finish() {
        CountDownLatch done = new CountDownLatch(1);
        finishing = done;
        boolean interrupted = false;
        while (true) {
            try {
                done.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Finishes on the recorder thread itself. */
    void finishHere() {
        RunRecorder recording = current;
        current = null;
        if (recording != null) {
            inFlight.read(view);
            if (view.busy()) {
                recording.running(view.intendedNs());
            }
            recording.finish(log);
        }
    }

    void stop() {
        stopped = true;
    }

    private void loop() {
        while (!stopped) {
            sleep();
            CountDownLatch done = finishing;
            try {
                if (done != null) {
                    finishing = null;
                    finishHere();
                } else {
                    drain();
                }
            } catch (Throwable e) {
                broken(e);
            } finally {
                if (done != null) {
                    done.countDown();
                }
            }
        }
    }

    private void sleep() {
        try {
            hook.sleep(periodNs);
        } catch (Throwable e) {
            broken(e);
        }
    }

    /** This thread goes on whatever happens: the pacing thread waits for it, and the run would not end. */
    private void broken(Throwable thrown) {
        try {
            watchdogListener.broken(thrown);
        } catch (Throwable again) {
            // There is no memory for saying it, and the run has been stopped.
        }
    }

    private void drain() {
        watchdogListener.look();
        RunRecorder recording = current;
        if (recording != null) {
            recording.drain(log);
            lookForStuck();
        }
    }

    private void lookForStuck() {
        inFlight.read(view);
        if (view.busy() && !stuckReported) {
            long runningNs = clock.nanoTime() - view.startNs();
            if (runningNs > timeoutNs) {
                stuckReported = true;
                watchdogListener.stuck(runningNs);
            }
        }
    }
}
