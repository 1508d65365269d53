package io.straggler.sampler.stack;

import io.straggler.sampler.linux.NativeThread;
import java.util.Arrays;

/**
 * Cost of a timer and of captures here, measured at the start on the calling thread: it spins on the clock until its
 * timer interrupts it. So the interruption counts, which in a virtual machine is most of it.
 *
 * @param captureNs what a capture takes from the thread
 * @param pushNs what it takes to move the timer
 * @param leastArmDelayNs a timer that is due sooner after an intended start hits iterations that are on time, because to move it takes time
 */
public record TimerCosts(long captureNs, long pushNs, long leastArmDelayNs) {
    /** Frames of a stack as it usually is: what a capture takes grows with them. */
    private static final int DEPTH = 16;

    /** The first ones find the profiler's code cold. */
    private static final int WARM_UP = 10;

    private static final int ROUNDS = WARM_UP + 31;

    /**
     * Number of additional rounds in place of those that measure nothing. When these are used up, too, the machine is
     * so busy that whatever was seen has to do.
     */
    private static final int MORE_ROUNDS = 100;

    private static final long AHEAD_NS = 60_000;
    private static final int PUSHES_AHEAD = 4;
    private static final long AFTER_NS = 150_000;

    /**
     * Interval in nanoseconds, as in a run: when a timer has sent its signal it is set again, which takes as long as
     * moving it if nothing else is due sooner.
     */
    private static final long INTERVAL_NS = 200_000;

    /**
     * Size of the private caches of a core: in a run a capture is rare, and finds the profiler's code in none of them.
     */
    private static final int CACHES_BYTES = 2 << 20;

    private static final int CACHE_LINE_BYTES = 64;

    /** Timeout in nanoseconds of the thread's CPU time: it may have no core when the timer is due. */
    private static final long TIMEOUT_NS = 200_000_000;

    /** Longer from one reading of the clock to the next was something else than this thread. */
    private static final long LONGEST_TURN_NS = 1_000_000;

    /** Distance in nanoseconds of a timer that is moved often, so that it is the next event of the core. */
    private static final long PUSHED_AHEAD_NS = 300_000;

    private static final int PUSHES = 101;

    /** The first thousands are interpreted, and take five times as long: only the last ones count. */
    private static final long PUSHES_WARM_UP_NS = 30_000_000;

    private static final long SHORTEST_ARM_DELAY_NS = 10_000;

    /** Largest cost of reaching the system and having the timer stopped, as a multiple of the usual cost. */
    private static final int PUSHES_UNTIL_STOPPED = 3;

    /** Largest difference in nanoseconds between two clocks that are read one after the other on a busy machine. */
    private static final long SAME_CLOCK_NS = 1_000_000_000;

    /** @throws SamplerException if the timer brings no stack, or runs by another clock than {@link System#nanoTime} */
    public static TimerCosts measure(AsyncProfilerStacks source, Timer timer) {
        if (Math.abs(NativeThread.monotonicNs() - System.nanoTime()) > SAME_CLOCK_NS) {
            throw new SamplerException("System.nanoTime is not the kernel's monotonic clock");
        }
        long pushNs = pushNs(timer);
        // Where system calls are slow, as under a debugger, a timer must not be due before it is set.
        long aheadNs = Math.max(AHEAD_NS, PUSHES_AHEAD * pushNs);
        long[] capturesNs = new long[ROUNDS];
        long[] earlyNs = new long[ROUNDS];
        byte[] caches = new byte[CACHES_BYTES];
        at(DEPTH, () -> {
            int more = MORE_ROUNDS;
            for (int round = 0; round < ROUNDS; ) {
                fill(caches);
                if (fire(source, timer, aheadNs, round, capturesNs, earlyNs) || --more < 0) {
                    round++;
                }
            }
        });
        timer.disarm();
        long usuallyEarlyNs = median(Arrays.copyOfRange(earlyNs, WARM_UP, ROUNDS));
        return new TimerCosts(
                undisturbed(Arrays.copyOfRange(capturesNs, WARM_UP, ROUNDS)),
                pushNs,
                Math.max(SHORTEST_ARM_DELAY_NS, usuallyEarlyNs + PUSHES_UNTIL_STOPPED * pushNs));
    }

    private static void at(int depth, Runnable body) {
        if (depth > 0) {
            at(depth - 1, body);
        } else {
            body.run();
        }
    }

    /** Puts other memory into the core's caches. */
    private static void fill(byte[] caches) {
        for (int i = 0; i < caches.length; i += CACHE_LINE_BYTES) {
            caches[i]++;
        }
    }

    /**
     * The longest time for which the clock stood still after the timer was due, until the stack is there.
     *
     * @return false if the timer was due before the clock was looked at, so that the capture may have been missed
     */
    private static boolean fire(
            AsyncProfilerStacks source, Timer timer, long aheadNs, int round, long[] capturesNs, long[] earlyNs) {
        long takenBefore = source.taken();
        long dueNs = System.nanoTime() + aheadNs;
        timer.arm(dueNs, INTERVAL_NS);
        long lastNs = System.nanoTime();
        boolean lookedInTime = lastNs - dueNs < 0;
        long waitedNs = 0;
        capturesNs[round] = 0;
        earlyNs[round] = 0;
        boolean there = false;
        // Once more when it is there: the interruption may have been between two readings of the clock that nobody has
        // compared.
        for (boolean compared = false; !compared; ) {
            compared = there;
            long nowNs = System.nanoTime();
            if (nowNs - lastNs > capturesNs[round] && nowNs - dueNs > 0) {
                capturesNs[round] = nowNs - lastNs;
                earlyNs[round] = Math.max(0, dueNs - lastNs);
            }
            waitedNs += nowNs - dueNs > 0 ? Math.min(nowNs - lastNs, LONGEST_TURN_NS) : 0;
            lastNs = nowNs;
            there = there || nowNs - dueNs >= AFTER_NS && source.taken() != takenBefore;
            if (!there && waitedNs > TIMEOUT_NS) {
                throw new SamplerException("a timer that was due brought no stack");
            }
        }
        return lookedInTime;
    }

    private static long pushNs(Timer timer) {
        long[] pushesNs = new long[PUSHES];
        long beganNs = System.nanoTime();
        long startNs = beganNs;
        for (int i = 0; i < PUSHES || startNs - beganNs < PUSHES_WARM_UP_NS; i++) {
            startNs = System.nanoTime();
            timer.arm(startNs + PUSHED_AHEAD_NS, 0);
            pushesNs[i % PUSHES] = System.nanoTime() - startNs;
        }
        return median(pushesNs);
    }

    /**
     * Returns the usual cost where the machine may have disturbed most of the measurements: the median, and no more
     * than twice the quickest tenth. Undisturbed captures hardly differ.
     */
    static long undisturbed(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return Math.min(sorted[sorted.length / 2], 2 * sorted[sorted.length / 10]);
    }

    private static long median(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
