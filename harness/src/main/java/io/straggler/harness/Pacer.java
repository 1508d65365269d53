package io.straggler.harness;

import io.straggler.harness.schedule.Schedule;
import io.straggler.model.NanoClock;
import io.straggler.model.hook.InFlightCell;
import io.straggler.model.hook.PacingHook;

/**
 * Starts iterations when the schedule says so, and stamps them.
 *
 * <p>Invariants of both loops: no allocation, no lock, no I/O, no log; per iteration at most two clock readings, a call of the task, the
 * release stores of the cell, one slot of the ring and one comparison on behalf of the hook. {@code PacingCostBenchmark} measures the cost, {@code
 * PacerAllocationTest} the bytes. Everything else (histograms, busy periods, outliers) happens on the recorder thread.
 *
 * <p>An iteration that is already due when the one before it ends starts at that same reading of the clock. Where the harness is
 * busiest this saves a reading, and the few nanoseconds of the harness's own work in between count as that iteration's service
 * time instead of vanishing.
 *
 * <p>An intended start is never re-based: an iteration that starts late keeps the intended start that the schedule gave it, and
 * so do the ones behind it.
 */
final class Pacer {
    /** Waking up from a sleep takes about this long, so the sleep ends that much before the spin is due to begin. */
    private static final long WAKE_UP_NS = 60_000;

    private final NanoClock clock;
    private final IterationLog log;
    private final PacingHook hook;
    private final long spinNs;
    private volatile boolean stopped;
    private long blockedNs;
    private long overfullNs;
    private long started;
    private long originNs;
    private long hardStopNs;
    private long untilNs;
    private long remaining;
    private long offsetNs;
    private long freeSinceNs;
    private long lastIntendedNs;

    /** An iteration that ends after this, without time to wait behind it, is reported to the hook. */
    private long attentionNs;

    Pacer(NanoClock clock, IterationLog log, PacingHook hook, long spinNs) {
        this.clock = clock;
        this.log = log;
        this.hook = hook;
        this.spinNs = spinNs;
    }

    /** Ends the loop before its next iteration. From any thread. */
    void stop() {
        stopped = true;
    }

    /** Time that the pacing thread waited for room in the ring, because the recorder thread did not get to run. */
    long blockedNs() {
        return blockedNs;
    }

    /** Time that it waited for room because the ring was full from an iteration on that had not been completed. */
    long overfullNs() {
        return overfullNs;
    }

    /** Iterations that were started, the one that failed included. */
    long started() {
        return started;
    }

    /**
     * Runs the task until the length is exhausted, the hard stop has passed or {@link #stop} was called.
     *
     * @param originNs the schedule's offset zero; must not be past
     * @param hardStopNs no iteration starts after it
     * @throws Exception what the task threw
     */
    void runSync(
            Task task, InFlightCell cell, Schedule.Instants instants, RunLength length, long originNs, long hardStopNs)
            throws Exception {
        begin(instants, length, originNs, hardStopNs);
        cell.end(originNs + offsetNs);
        try {
            while (syncStep(task, cell, instants)) {}
        } finally {
            cell.rest();
        }
    }

    /** Runs like {@link #runSync}, for a task whose iterations are completed through the log. */
    void runAsync(AsyncTask task, Schedule.Instants instants, RunLength length, long originNs, long hardStopNs)
            throws Exception {
        begin(instants, length, originNs, hardStopNs);
        log.nextIntended(originNs + offsetNs);
        try {
            while (asyncStep(task, instants)) {}
        } finally {
            log.nextIntended(Long.MAX_VALUE);
        }
    }

    private void begin(Schedule.Instants instants, RunLength length, long scheduleOriginNs, long latestStartNs) {
        originNs = scheduleOriginNs;
        hardStopNs = latestStartNs;
        untilNs = length.durationNs();
        remaining = length.count();
        // Before the first intended start, so that it is waited for: the origin is still to come.
        freeSinceNs = scheduleOriginNs - 1;
        offsetNs = instants.nextOffsetNs();
        lastIntendedNs = scheduleOriginNs + offsetNs;
        attentionNs = hook.idle(lastIntendedNs, scheduleOriginNs, lastIntendedNs);
    }

    /** The tag of the last iteration that was started, or of the first if none was. */
    long lastIntendedNs() {
        return lastIntendedNs;
    }

    /**
     * Runs one iteration. This is a method rather than the body of one endless loop, because HotSpot compiles a method
     * that is called often better than a loop that it has to replace while it runs: on JDK 17 that halves the cost.
     *
     * @return false when there is none left
     */
    private boolean syncStep(Task task, InFlightCell cell, Schedule.Instants instants) throws Exception {
        long intendedNs = originNs + offsetNs;
        if (remaining-- <= 0 || offsetNs >= untilNs || stopped) {
            return false;
        }
        // Already due: the reading that ended the previous iteration starts this one.
        long startNs = freeSinceNs - intendedNs >= 0 ? dueAlready() : awaitInstant(intendedNs);
        // Too late, or stopped during the wait: then it would be too early.
        if (startNs - hardStopNs >= 0 || startNs - intendedNs < 0) {
            return false;
        }
        started++;
        lastIntendedNs = intendedNs;
        cell.begin(intendedNs, startNs);
        task.run(intendedNs);
        long endNs = clock.nanoTime();
        offsetNs = instants.nextOffsetNs();
        cell.end(originNs + offsetNs);
        long roomNs = endNs;
        if (!log.reserve()) {
            roomNs = awaitRoom();
            if (!log.reserve()) {
                return false;
            }
        }
        log.add(intendedNs, startNs, freeSinceNs, endNs);
        freeSinceNs = roomNs;
        return true;
    }

    private boolean asyncStep(AsyncTask task, Schedule.Instants instants) throws Exception {
        long intendedNs = originNs + offsetNs;
        if (remaining-- <= 0 || offsetNs >= untilNs || stopped) {
            return false;
        }
        long startNs = freeSinceNs - intendedNs >= 0 ? dueAlready() : awaitInstant(intendedNs);
        // Too late, or stopped during the wait: then it would be too early.
        if (startNs - hardStopNs >= 0 || startNs - intendedNs < 0) {
            return false;
        }
        if (!log.reserve()) {
            startNs = awaitRoom();
            if (!log.reserve()) {
                return false;
            }
        }
        started++;
        lastIntendedNs = intendedNs;
        offsetNs = instants.nextOffsetNs();
        log.nextIntended(originNs + offsetNs);
        log.open(intendedNs, startNs, freeSinceNs);
        task.run(intendedNs);
        freeSinceNs = clock.nanoTime();
        log.returned(freeSinceNs);
        return true;
    }

    /** When the next iteration starts that is due already: what the hook takes counts as pacing lateness, not as service time. */
    private long dueAlready() {
        if (freeSinceNs - attentionNs < 0) {
            return freeSinceNs;
        }
        attentionNs = hook.behind(lastIntendedNs, freeSinceNs);
        return clock.nanoTime();
    }

    /**
     * Sleeps, then spins, and returns the first reading of the clock that is not before {@code intendedNs}; an earlier one if it
     * was stopped.
     */
    private long awaitInstant(long intendedNs) {
        long nowNs = clock.nanoTime();
        boolean hooked = false;
        while (nowNs - intendedNs < 0) {
            if (!hooked || nowNs - attentionNs >= 0) {
                attentionNs = hook.idle(lastIntendedNs, nowNs, intendedNs);
                nowNs = clock.nanoTime();
                hooked = true;
            }
            long sleepNs = Math.min(intendedNs - spinNs, attentionNs) - nowNs - WAKE_UP_NS;
            if (sleepNs > 0) {
                if (stopped) {
                    return nowNs;
                }
                // Slices, so that a stop is noticed at one iteration a minute, too.
                hook.sleep(Math.min(sleepNs, 100_000_000));
                hooked = false;
            }
            nowNs = clock.nanoTime();
        }
        return nowNs;
    }

    /** Waits until there is room, or the run was stopped: then there may be none. */
    private long awaitRoom() {
        boolean overfull = log.oldestOpen();
        long fromNs = clock.nanoTime();
        while (!log.reserve() && !stopped) {
            Thread.onSpinWait();
        }
        long nowNs = clock.nanoTime();
        if (overfull) {
            overfullNs += nowNs - fromNs;
        } else {
            blockedNs += nowNs - fromNs;
        }
        return nowNs;
    }
}
