package io.straggler.jlbh;

import io.straggler.harness.Harness;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Completes the iterations of a benchmark that samples on other threads, and gives up those whose sample never comes: one that
 * others have overtaken by half a second; in the end those that nothing comes for any longer; and, when the benchmark is aborted, all.
 *
 * <p>Threads: {@link #sampled} by any; it allocates and locks nothing after the first call from a thread. The rest by the thread that
 * runs the benchmark, but for a thread of its own that looks for lost ones.
 */
final class SampledElsewhere {
    private static final int CAPACITY = 1 << 18;
    private static final long TIMEOUT_NS = 500_000_000;
    private static final long LOOK_NS = 20_000_000;

    /** Share of the time after which an iteration is old. */
    private static final double TURN_SHARE = 0.5;

    /** When nothing is started and nothing comes any longer: the share of the timeout after which nothing will. */
    private static final double QUIET_SHARE = 0.8;

    /** Share of iterations that may never be sampled; a run with more is not what it claims to be. */
    private static final double BEARABLE = 0.01;

    private final OpenIterations open;
    private final AtomicLong lost = new AtomicLong();
    private final Set<Thread> watched = ConcurrentHashMap.newKeySet();
    private final BooleanSupplier aborted;
    private final long timeoutNs;
    private final long quietNs;
    private volatile @Nullable Harness harness;
    private volatile @Nullable Thread latest;
    private volatile long latestNs;
    private volatile long latestIntendedNs;
    private volatile boolean running;
    private volatile boolean over;
    private long addedBefore;

    /** @param several whether an iteration is sampled more than once */
    SampledElsewhere(double perSecond, long timeoutNs, boolean several, BooleanSupplier aborted) {
        this.open = new OpenIterations(CAPACITY, perSecond, several);
        this.quietNs = (long) (QUIET_SHARE * timeoutNs);
        // Before the harness runs out of room for iterations in flight, too.
        this.timeoutNs = (long) Math.min(TIMEOUT_NS, CAPACITY / 4 * 1e9 / perSecond);
        this.aborted = aborted;
    }

    void begin(Harness given) {
        harness = given;
        latestNs = System.nanoTime();
        Thread look = new Thread(() -> look(given), "straggler-lost-samples");
        look.setDaemon(true);
        look.start();
    }

    /** The task is about to be called. */
    void starting(long intendedNs) {
        latestIntendedNs = intendedNs;
        running = true;
        open.add(intendedNs);
    }

    /** The task has returned. */
    void started() {
        running = false;
    }

    /** A sample was handed over. */
    void sampled(long durationNs) {
        Harness pacing = harness;
        if (pacing == null) {
            return;
        }
        Thread thread = Thread.currentThread();
        if (thread != latest) {
            watch(thread, pacing);
        }
        long nowNs = System.nanoTime();
        long sequence = open.sampled(nowNs - durationNs, durationNs);
        if (sequence >= 0) {
            latestNs = nowNs;
            pacing.complete(open.tag(sequence));
        }
    }

    /** Watches the thread that finishes iterations: the time of a late one is looked for there. */
    private void watch(Thread thread, Harness pacing) {
        latest = thread;
        if (watched.add(thread)) {
            pacing.watch(thread);
        }
    }

    private void look(Harness pacing) {
        // Looks are counted rather than the time, in which the whole JVM may have stood still.
        long turn = Math.max(1, (long) (TURN_SHARE * timeoutNs / LOOK_NS));
        for (long looks = 1; !over; looks++) {
            LockSupport.parkNanos(this, LOOK_NS);
            if (looks % turn == 0) {
                open.turn();
            }
            long nowNs = System.nanoTime();
            for (long k = nextLost(nowNs); k >= 0; k = nextLost(nowNs)) {
                lost.incrementAndGet();
                pacing.abandon(open.tag(k));
            }
        }
    }

    private long nextLost(long nowNs) {
        if (aborted.getAsBoolean()) {
            return open.oldest();
        }
        // Not while the task runs: it may itself wait for what does not come, and is stuck then, which must be seen.
        boolean quiet = !running && nowNs - latestNs > quietNs && nowNs - latestIntendedNs > quietNs;
        return quiet ? open.oldest() : open.overtaken(nowNs - timeoutNs);
    }

    void warmedUp() {
        open.decide();
        startOver();
    }

    /** @throws EndedEarly if too many samples are missing for the figures to mean much */
    void runComplete() {
        long started = open.added() - addedBefore;
        long missing = lost.get();
        startOver();
        if (missing > BEARABLE * started) {
            throw new EndedEarly(
                    missing + " of " + started
                            + " iterations were never sampled, and JLBH would wait for them for ever: the percentiles are of the rest");
        }
    }

    private void startOver() {
        lost.set(0);
        addedBefore = open.added();
    }

    void end() {
        over = true;
    }

    /** How samples find their iteration, in words. */
    String matching() {
        return open.inOrder()
                ? "samples do not count from the start time that run receives, and are taken to come in order"
                : "samples are told apart by the start time that they count from";
    }
}
