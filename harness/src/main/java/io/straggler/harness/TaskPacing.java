package io.straggler.harness;

import io.straggler.harness.schedule.Schedule;
import io.straggler.model.NanoClock;
import io.straggler.model.RunListener.Phase;
import io.straggler.model.hook.InFlight;
import io.straggler.model.hook.InFlightCell;
import io.straggler.model.hook.PacingHook;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Paces a task by the loop that suits it: one iteration after the other, or iterations that are completed later. Parts of the
 * schedule follow each other on the pacing thread; the other threads may look and stop.
 */
final class TaskPacing {
    private final Task task;
    private final NanoClock clock;
    private final long spinNs;
    private final InFlightCell cell;
    private final IterationLog log;
    private volatile PacingHook hook = PacingHook.NONE;
    private volatile Phase phase = Phase.WARM_UP;

    /** Iterations that were started in the parts of the warm-up before this one. */
    private volatile long startedInWarmUp;

    private volatile @Nullable Pacer pacer;

    /** Whether the pacing thread is within a part of the schedule, waiting for its last completions included. */
    private volatile boolean running;

    private volatile boolean abandoned;

    TaskPacing(Task task, NanoClock clock, long spinNs, IterationLog log, long nowNs) {
        this.task = task;
        this.clock = clock;
        this.spinNs = spinNs;
        this.log = log;
        this.cell = new InFlightCell(nowNs);
    }

    boolean async() {
        return task instanceof AsyncTask;
    }

    /** The iterations in flight, for a sampler. */
    InFlight inFlight() {
        return async() ? log : cell;
    }

    /** Has this called while the pacing thread is idle. Before the first part. */
    void hook(PacingHook pacingHook) {
        hook = pacingHook;
    }

    /** The pacer of the next part. */
    Pacer prepare(Phase next) {
        Pacer before = pacer;
        if (before != null && phase == Phase.WARM_UP) {
            long parts = startedInWarmUp;
            startedInWarmUp = parts + before.started();
        }
        phase = next;
        Pacer prepared = new Pacer(clock, log, hook, spinNs);
        pacer = prepared;
        return prepared;
    }

    /** The iteration that was started last, in words: the warm-up has several parts, and counts through. From any thread. */
    String last() {
        return phase == Phase.WARM_UP
                ? "iteration " + (startedInWarmUp + started()) + " of the warm-up"
                : "iteration " + started();
    }

    /** Ends the part that is paced, if one is. From any thread. */
    void stop() {
        Pacer current = pacer;
        if (current != null) {
            current.stop();
        }
    }

    /** Iterations of the part that is paced. From any thread. */
    long started() {
        Pacer current = pacer;
        return current == null ? 0 : current.started();
    }

    boolean running() {
        return running;
    }

    /** The task did not come back. If it does later, nothing of that counts. From any thread. */
    void abandon() {
        abandoned = true;
    }

    boolean abandoned() {
        return abandoned;
    }

    /**
     * Paces the part that was prepared. What an iteration throws is kept, and the measurements until then too.
     *
     * @param originNs offset zero of the schedule
     * @param failures whether the run is over, and where to keep why
     */
    void run(Schedule schedule, RunLength length, long originNs, long hardStopNs, Failures failures) {
        Schedule.Instants instants = schedule.instants();
        Pacer current = Objects.requireNonNull(pacer, "a part must be prepared before it is paced");
        running = true;
        try {
            if (task instanceof AsyncTask asyncTask) {
                current.runAsync(asyncTask, instants, length, originNs, hardStopNs);
                awaitCompletions(asyncTask, current, failures);
            } else {
                current.runSync(task, cell, instants, length, originNs, hardStopNs);
            }
        } catch (Throwable thrown) {
            failures.threw(() -> last() + " threw ", thrown);
            if (!async() && !abandoned && log.reserve()) {
                log.addBroken(current.lastIntendedNs(), clock.nanoTime());
            }
        } finally {
            hook.rest(current.lastIntendedNs(), clock.nanoTime());
            running = false;
        }
    }

    /**
     * Waits for what is in flight, unless the recorder thread gives it up. A task may block in {@code poll}, so it is not called
     * when nothing is.
     */
    private void awaitCompletions(AsyncTask asyncTask, Pacer current, Failures failures) throws Exception {
        while (!failures.any() && log.openCount() > 0) {
            asyncTask.poll();
            long nowNs = clock.nanoTime();
            hook.idle(current.lastIntendedNs(), nowNs, nowNs + PacingHook.NEVER);
            hook.sleep(200_000);
        }
    }
}
