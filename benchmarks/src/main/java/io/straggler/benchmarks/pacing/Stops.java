package io.straggler.benchmarks.pacing;

import com.sun.jna.Native;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Stops of another process: at random moments apart from each other, the same ones for the same seed.
 *
 * @param durationNs the interval of time that they are spread over
 * @param count how many
 * @param lengthNs how long each is meant to be; how long it was is measured
 * @param seed of the moments
 */
record Stops(long durationNs, int count, long lengthNs, long seed) {
    /** Kept free of stops at either end, for what begins late or ends early. */
    private static final long MARGIN_NS = 400_000_000;

    Stops {
        if ((durationNs - 2 * MARGIN_NS) / count < 3 * lengthNs) {
            throw new IllegalArgumentException(
                    "stops must leave two thirds of the time free: count=" + count + " lengthNs=" + lengthNs);
        }
    }

    /** When the stops begin, from the start of the interval: each at a random place in its own equal part of it. */
    List<Long> offsetsNs() {
        SplittableRandom random = new SplittableRandom(seed);
        long partNs = (durationNs - 2 * MARGIN_NS) / count;
        List<Long> offsets = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            offsets.add(MARGIN_NS + k * partNs + random.nextLong(partNs - 2 * lengthNs));
        }
        return offsets;
    }

    /**
     * Stops and continues the process, from now on.
     *
     * @return how long each stop was, from the return of the one signal to the sending of the other
     */
    List<Long> stop(long processId) {
        long originNs = System.nanoTime();
        List<Long> lengthsNs = new ArrayList<>();
        for (long offsetNs : offsetsNs()) {
            sleepUntil(originNs + offsetNs);
            try {
                Signals.send(processId, Signals.STOP);
                long stoppedNs = System.nanoTime();
                sleepUntil(stoppedNs + lengthNs);
                // Read first: the process that wakes up may well take this thread's core.
                lengthsNs.add(System.nanoTime() - stoppedNs);
            } finally {
                Signals.send(processId, Signals.CONTINUE);
            }
        }
        return lengthsNs;
    }

    private static void sleepUntil(long instantNs) {
        for (long leftNs = instantNs - System.nanoTime(); leftNs > 0; leftNs = instantNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }

    /** Signals by {@code kill(2)}; the command of that name would take milliseconds to start. */
    private static final class Signals {
        /** Both numbers are those of Linux. */
        static final int STOP = 19;

        static final int CONTINUE = 18;

        static {
            Native.register(Signals.class, "c");
        }

        static void send(long processId, int signal) {
            if (kill(Math.toIntExact(processId), signal) != 0) {
                throw new IllegalStateException(
                        "process must accept signals: processId=" + processId + " errno=" + Native.getLastError());
            }
        }

        private static native int kill(int processId, int signal);
    }
}
