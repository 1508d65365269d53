package io.straggler.sampler.stack;

import io.straggler.model.NanoClock;
import io.straggler.model.VirtualThreads;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks for the stack of a virtual thread that waits, before any stack counts, until the JVM has compiled what answers: as long as that is interpreted, an answer takes some 0.4 ms
 * instead of some 0.03 ms.
 */
public final class AskingRehearsal {
    /** The JVM compiles a method after some thousand calls, and loops of some ten thousand rounds. */
    private static final int ROUNDS = 1_500;

    /** Longest rehearsal in nanoseconds. */
    private static final long LONGEST_NS = 500_000_000;

    /** Number of frames: as many as those of a server's request, or fewer. */
    private static final int DEPTH = 40;

    private volatile boolean over;

    private AskingRehearsal() {}

    /** On the thread that is going to ask. Does nothing on a JDK without virtual threads. */
    public static void perform() {
        if (VirtualThreads.supported()) {
            new AskingRehearsal().ask(NanoClock.SYSTEM);
        }
    }

    private void ask(NanoClock clock) {
        Thread waiting = VirtualThreads.start(() -> waitAt(DEPTH));
        long untilNs = clock.nanoTime() + LONGEST_NS;
        for (int i = 0; i < ROUNDS && clock.nanoTime() - untilNs < 0; i++) {
            JavaStacks.of(waiting, 0, clock);
        }
        over = true;
        LockSupport.unpark(waiting);
    }

    private void waitAt(int depth) {
        if (depth > 0) {
            waitAt(depth - 1);
        }
        while (!over) {
            LockSupport.park(this);
        }
    }
}
