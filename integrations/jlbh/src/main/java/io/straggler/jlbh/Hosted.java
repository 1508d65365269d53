package io.straggler.jlbh;

import io.straggler.HostedFork;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The measured JVM that benchmarks of this process belong to, and how far the one that is measured has come. A benchmark's main makes
 * its JLBH itself, so that only a static field can tell it. Safe for use by several threads.
 */
final class Hosted {
    private static final long AFTERWARDS_MS = 60_000;
    private static final HostedFork NOBODY = new InProcess();

    private static HostedFork fork = NOBODY;
    private static @Nullable Thread starter;
    private static CountDownLatch over = new CountDownLatch(1);

    private Hosted() {}

    /** Sets the JVM that benchmarks started from now on belong to. */
    static synchronized void by(HostedFork measured) {
        fork = measured;
        starter = null;
        over = new CountDownLatch(1);
    }

    /**
     * A benchmark starts.
     *
     * @return where it is measured
     */
    static HostedFork begin() {
        HostedFork own;
        boolean first;
        synchronized (Hosted.class) {
            own = fork;
            first = starter == null;
            starter = Thread.currentThread();
        }
        if (!first && own != NOBODY) {
            endAfterFirst(own);
        }
        return own;
    }

    /** A run folder holds one benchmark. */
    private static void endAfterFirst(HostedFork own) {
        System.err.println("This program starts JLBH more than once: the first start was measured, and here it ends."
                + " Measure the others by programs of their own.");
        own.giveUp();
        throw new IllegalStateException("JLBH.start was called a second time");
    }

    /** The benchmark is over. */
    static synchronized void end() {
        over.countDown();
    }

    static synchronized boolean begun() {
        return starter != null;
    }

    /** Waits until the benchmark that began is over, and for a while until the thread that started it has done what comes after. */
    static void awaitEnd() throws InterruptedException {
        CountDownLatch latch;
        Thread thread;
        synchronized (Hosted.class) {
            latch = over;
            thread = starter;
        }
        latch.await();
        if (thread != null && thread != Thread.currentThread()) {
            thread.join(AFTERWARDS_MS);
        }
    }
}
