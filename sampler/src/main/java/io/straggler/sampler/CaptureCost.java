package io.straggler.sampler;

import io.straggler.model.SamplerMode;
import io.straggler.model.WatchedThread;
import java.util.Arrays;

/**
 * What a capture takes from a thread, measured on one that does nothing but read the clock while another asks for its stack. So the
 * interruption of its core counts, which in a virtual machine is most of it; a signal to oneself does without.
 */
final class CaptureCost implements Runnable {
    /** Frames of a stack as it usually is: what a capture takes grows with them. */
    private static final int DEPTH = 16;

    private static final int WANTED = 15;
    private static final int ROUNDS = 5 * WANTED;

    /** What is shorter is the clock itself. */
    private static final long SHORTEST_NS = 1_500;

    /** The thread is back on its way this long after its stack was counted. */
    private static final long BACK_WITHIN_NS = 40_000;

    /** What takes longer tells of a thread that had no core. */
    private static final long LONGEST_NS = 200_000;

    private static final long PATIENCE_NS = 2_000_000;

    private final long[] fromNs = new long[4096];
    private final long[] toNs = new long[fromNs.length];
    private int gaps;
    private volatile long osThreadId;
    private volatile boolean over;

    /** Measures it; 0 where that cannot be told from the thread's other work, or there is no core to ask from. */
    static long measureNs(StackSource source) {
        if (source.mode() != SamplerMode.TRIGGERED || Runtime.getRuntime().availableProcessors() < 2) {
            return 0;
        }
        CaptureCost spinner = new CaptureCost();
        Thread thread = new Thread(spinner, "straggler-capture-cost");
        thread.setDaemon(true);
        thread.start();
        try {
            return spinner.measureNs(source, thread);
        } finally {
            spinner.over = true;
        }
    }

    private long measureNs(StackSource source, Thread thread) {
        while (osThreadId == 0) {
            Thread.onSpinWait();
        }
        TargetThread target =
                new TargetThread(new WatchedThread(thread.getName(), thread.getId(), osThreadId), thread, null);
        long[] askedNs = new long[ROUNDS];
        long[] backNs = new long[ROUNDS];
        int rounds = 0;
        for (int round = 0; round < ROUNDS && rounds < WANTED; round++) {
            askedNs[rounds] = System.nanoTime();
            backNs[rounds] = capture(source, target, askedNs[rounds]) + BACK_WITHIN_NS;
            spinUntil(backNs[rounds]);
            if (backNs[rounds] - askedNs[rounds] < LONGEST_NS) {
                rounds++;
            }
        }
        over = true;
        join(thread);
        return median(askedNs, backNs, rounds);
    }

    /** 0 if there was none, as on a machine that is too busy. */
    private long median(long[] askedNs, long[] backNs, int rounds) {
        long[] costsNs = new long[rounds];
        Arrays.setAll(costsNs, round -> lostNs(askedNs[round], backNs[round]));
        Arrays.sort(costsNs);
        return rounds == 0 ? 0 : costsNs[rounds / 2];
    }

    /** When its stack had been taken, or when it was given up. */
    private static long capture(StackSource source, TargetThread target, long askedNs) {
        long taken = source.taken();
        source.request(target);
        long nowNs = askedNs;
        while (source.taken() == taken && nowNs - askedNs < PATIENCE_NS) {
            Thread.onSpinWait();
            nowNs = System.nanoTime();
        }
        return nowNs;
    }

    private static void spinUntil(long untilNs) {
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long lostNs(long sinceNs, long untilNs) {
        long lostNs = 0;
        for (int i = 0; i < gaps; i++) {
            lostNs += toNs[i] > sinceNs && fromNs[i] < untilNs ? toNs[i] - fromNs[i] : 0;
        }
        return lostNs;
    }

    @Override
    public void run() {
        osThreadId = NativeThread.currentId();
        at(DEPTH);
    }

    /** Reads the clock that many frames further up. */
    private void at(int depth) {
        if (depth > 0) {
            at(depth - 1);
        } else {
            readTheClock();
        }
    }

    private void readTheClock() {
        long lastNs = System.nanoTime();
        while (!over) {
            long nowNs = System.nanoTime();
            if (nowNs - lastNs > SHORTEST_NS && gaps < fromNs.length) {
                fromNs[gaps] = lastNs;
                toNs[gaps++] = nowNs;
            }
            lastNs = nowNs;
        }
    }
}
