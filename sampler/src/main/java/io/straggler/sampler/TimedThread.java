package io.straggler.sampler;

import io.straggler.sampler.stack.Timer;
import io.straggler.sampler.usage.LateLog;
import io.straggler.sampler.usage.UsageSource;
import io.straggler.sampler.usage.WaitTimes;
import org.jspecify.annotations.Nullable;

/**
 * A watched thread with its timer and its scheduler statistics.
 *
 * <p>Threads: the pacing thread, which may be another one than the watched thread; {@link #lengthen} is for the sampler thread. If both arm
 * the timer at once, the later setting counts. Until the next move, captures may then be due that nobody expects, or expected ones may be
 * missing. {@link #stop} and {@link #move} may be called on any thread, as long as no other thread stops or arms the timer.
 */
final class TimedThread {
    /** Long before any reading of the clock. */
    static final long UNKNOWN = Long.MIN_VALUE / 2;

    /** Longest time that a thread has a core for if that was only for a capture. */
    private static final long CAPTURE_IN_A_WAIT_NS = 100_000;

    private final long osThreadId;
    private final Timer timer;
    private final Timer samplersTimer;
    private final Timer completersTimer;

    /** Null where the system keeps none, or nobody wants it. */
    private final @Nullable UsageSource usage;

    /** Null where its switches are not recorded. */
    private final @Nullable WaitTimes waits;

    private long[] before = new long[UsageSource.VALUES];
    private long[] after = new long[UsageSource.VALUES];
    private volatile long dueNs = UNKNOWN;
    private volatile long intervalNs;
    private long waitedNs;

    /** When the wait began that the last capture has shown. */
    private long shownNs = UNKNOWN;

    /**
     * @param samplersTimer the same timer, for the sampler thread
     * @param completersTimer likewise, for threads that complete iterations
     * @param usage null where there are no statistics
     */
    TimedThread(long osThreadId, Timer timer, Timer samplersTimer, Timer completersTimer, @Nullable UsageSource usage) {
        this(osThreadId, timer, samplersTimer, completersTimer, usage, null);
    }

    /** @param waits null where nobody knows whether the thread waits */
    TimedThread(
            long osThreadId,
            Timer timer,
            Timer samplersTimer,
            Timer completersTimer,
            @Nullable UsageSource usage,
            @Nullable WaitTimes waits) {
        this.osThreadId = osThreadId;
        this.timer = timer;
        this.samplersTimer = samplersTimer;
        this.completersTimer = completersTimer;
        this.usage = usage;
        this.waits = waits;
    }

    long osThreadId() {
        return osThreadId;
    }

    /** When the first capture is or was due, since the timer was moved. From any thread. */
    long dueNs() {
        return dueNs;
    }

    /** Between that and the next; 0 if there is only one. From any thread. */
    long intervalNs() {
        return intervalNs;
    }

    /** Whether a capture has been due since the timer was moved. */
    boolean due(long nowNs) {
        return dueNs != UNKNOWN && dueNs - nowNs <= 0;
    }

    /** Whether its next capture is due within a time. */
    boolean soonDue(long nowNs, long withinNs) {
        long nextNs = due(nowNs) ? lastDueNs(nowNs) + intervalNs : dueNs;
        return dueNs != UNKNOWN && nextNs - nowNs > 0 && nextNs - nowNs <= withinNs;
    }

    /**
     * Whether another capture would show nothing new: the thread is in a wait that began before an instant, or that its last capture has shown.
     *
     * @param beganNs when what is watched began: who has been waiting since before does not work on it
     */
    boolean showsNothingNew(long beganNs, long nowNs) {
        long sinceNs = waits == null ? WaitTimes.NOT_WAITING : waits.sinceNs();
        if (waits == null || sinceNs == WaitTimes.NOT_WAITING) {
            return false;
        }
        long backNs = waits.backNs();
        boolean wokenByCapture = backNs >= lastDueNs(nowNs) && backNs <= sinceNs;
        if (due(nowNs) && wokenByCapture && sinceNs - backNs < CAPTURE_IN_A_WAIT_NS) {
            // A capture wakes up a thread that waits, and the thread waits again right behind it.
            shownNs = sinceNs;
        }
        return sinceNs < beganNs || sinceNs == shownNs;
    }

    /** It is captured once, soon, whatever it was due for. */
    void captureAt(long atNs) {
        timer.arm(atNs, 0);
    }

    /** If it has been captured once, it is not captured again until it is armed. */
    void onlyOnce(long nowNs) {
        if (intervalNs > 0 && capturesUntil(nowNs) == 1) {
            timer.disarm();
            intervalNs = 0;
        }
    }

    /** Whether it is known to have had a core since an instant. */
    boolean hadCoreSince(long ns) {
        return waits != null && waits.sinceNs() >= ns;
    }

    /** When the last capture was due, after one that was. */
    private long lastDueNs(long nowNs) {
        return dueNs + Math.max(0, capturesUntil(nowNs) - 1) * intervalNs;
    }

    /** How many have been. */
    long capturesUntil(long nowNs) {
        long passedNs = nowNs - dueNs;
        return !due(nowNs) ? 0 : intervalNs == 0 ? 1 : 1 + passedNs / intervalNs;
    }

    /**
     * When it is due next by itself, after captures that were due; {@link #UNKNOWN} if it is not, or was made rarer.
     *
     * @param everyNs how far apart they were when it was moved
     */
    long nextNs(long nowNs, long everyNs) {
        return everyNs > 0 && intervalNs == everyNs ? dueNs + capturesUntil(nowNs) * everyNs : UNKNOWN;
    }

    /** Goes on to the next instant, {@code nextNs}, when what was due has been done. */
    void goesOn(long nextNs) {
        dueNs = nextNs;
    }

    /** Marks the timer's instant as unknown: it has to be moved. */
    void unknown() {
        dueNs = UNKNOWN;
    }

    /**
     * Arms the timer. The instant is written first: from then on, even while the timer is moved, {@link #lengthen}
     * keeps captures from following without end.
     */
    void arm(long atNs, long everyNs) {
        intervalNs = everyNs;
        dueNs = atNs;
        timer.arm(atNs, everyNs);
    }

    void disarm() {
        timer.disarm();
        dueNs = UNKNOWN;
    }

    /** No capture is due any more, and what had been due is still known. */
    void stop() {
        completersTimer.disarm();
    }

    /** Arms like {@link #arm}, from a thread that completes an iteration. */
    void move(long atNs, long everyNs) {
        intervalNs = everyNs;
        dueNs = atNs;
        completersTimer.arm(atNs, everyNs);
    }

    /**
     * From now on its captures are twice as far apart, unless it was moved since it was due.
     *
     * @return false if it was moved
     */
    boolean lengthen(long sinceNs, long nowNs) {
        if (dueNs != sinceNs) {
            return false;
        }
        long longerNs = 2 * intervalNs;
        samplersTimer.arm(nowNs + longerNs, longerNs);
        intervalNs = longerNs;
        return true;
    }

    /**
     * Returns the waiting for a core, in nanoseconds, between the two readings that were written last; 0 if it is not
     * known.
     */
    long waitedNs() {
        return waitedNs;
    }

    /** When its usage was last read; 0 if it was not. */
    long readNs() {
        return before[UsageSource.TIME];
    }

    /** Reads its usage, for the iteration that comes. */
    void readUsage() {
        if (usage != null) {
            usage.read(before);
        }
    }

    /** Reads its usage again and writes both readings into an entry of the log; the later one begins what comes. */
    void usage(long[] entry) {
        waitedNs = 0;
        if (usage != null && before[UsageSource.TIME] != 0) {
            usage.read(after);
            System.arraycopy(before, 0, entry, LateLog.BEFORE, UsageSource.VALUES);
            System.arraycopy(after, 0, entry, LateLog.AFTER, UsageSource.VALUES);
            waitedNs = after[UsageSource.RUN_DELAY] - before[UsageSource.RUN_DELAY];
            long[] swapped = before;
            before = after;
            after = swapped;
        } else {
            withoutUsage(entry);
            readUsage();
        }
    }

    /** Writes into an entry of the log that there are no readings. */
    void withoutUsage(long[] entry) {
        waitedNs = 0;
        entry[LateLog.BEFORE + UsageSource.TIME] = 0;
    }

    void close() {
        if (usage != null) {
            usage.close();
        }
    }
}
