package io.straggler.sampler.usage;

import io.straggler.model.NanoClock;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.linux.NativeThread;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Notices that its own thread stood still although it neither slept nor waited for a core. Then something stopped the whole process:
 * a stop signal, a frozen control group, or a safepoint.
 *
 * <p>The thread reports when it is alive and when it sleeps. Between two reports it works for microseconds at most, so a longer gap is
 * suspicious. Then the scheduler statistics of the thread decide. It was a stall if much of the time was neither on a core, nor a wait
 * for one, nor an intended sleep. For one thread, which opens it.
 */
public final class ProcessStalls implements Closeable {
    /** A shorter gap is not worth asking the system about. */
    private static final long SUSPICIOUS_NS = 20_000;

    private static final long MIN_NS = 30_000;

    /** When it goes on, everybody wants a core, and this thread comes last. */
    private static final long WAITED_AS_WELL = 5;

    /** A sleep may end this much late without anybody's fault. */
    private static final long WAKES_LATE_NS = 150_000;

    private static final long USAGE_AGE_NS = 1_000_000;

    /**
     * Largest age in nanoseconds of the statistics of a thread that sleeps most of the time. Reading them takes as long
     * as everything else that it does when it wakes up.
     */
    private static final long SLEEPERS_USAGE_AGE_NS = 20 * USAGE_AGE_NS;

    private final CaptureListener listener;
    private final ThreadTimes times;
    private final long[] usage = new long[UsageSource.VALUES];

    private long aliveNs;

    /** Slept since the last reading. */
    private long sleptNs;

    private ProcessStalls(NanoClock clock, CaptureListener listener, long osThreadId) throws FileNotFoundException {
        this.listener = listener;
        this.times = new ThreadTimes(osThreadId, clock);
    }

    /** Begins to watch the calling thread. Null where the system keeps no statistics. */
    public static @Nullable ProcessStalls ofThisThread(NanoClock clock, CaptureListener listener) {
        try {
            ProcessStalls stalls = new ProcessStalls(clock, listener, NativeThread.currentId());
            stalls.restart();
            return stalls;
        } catch (IOException e) {
            return null;
        }
    }

    /** The thread runs, and has run since it last said so. */
    void alive(long nowNs) throws IOException {
        if (nowNs - aliveNs > SUSPICIOUS_NS) {
            ask(aliveNs, nowNs);
        } else if (nowNs - usage[UsageSource.TIME] > USAGE_AGE_NS) {
            usage();
        } else {
            aliveNs = nowNs;
        }
    }

    /**
     * The thread is about to sleep, and may have been blocked since it last said anything: in writing a file, or in waiting for another thread. What was then is
     * no stall.
     */
    public void beforeSleep(long nowNs) throws IOException {
        if (nowNs - usage[UsageSource.TIME] > SLEEPERS_USAGE_AGE_NS
                || nowNs - aliveNs > SUSPICIOUS_NS && blockedNs(nowNs) > SUSPICIOUS_NS) {
            restart();
        } else {
            aliveNs = nowNs;
        }
    }

    /** Time since the last reading in which it neither slept nor was on a core. */
    private long blockedNs(long nowNs) {
        return nowNs - usage[UsageSource.TIME] - sleptNs - (times.cpuNs() - usage[UsageSource.CPU]);
    }

    /** The thread slept, and meant to until {@code dueNs}. */
    public void slept(long fromNs, long dueNs, long nowNs) throws IOException {
        if (nowNs - dueNs > WAKES_LATE_NS) {
            sleptNs += dueNs - fromNs;
            // A stop may have begun before the thread was due; a short sleep says that well enough.
            ask(dueNs - fromNs < WAKES_LATE_NS ? fromNs : dueNs, nowNs);
        } else {
            sleptNs += nowNs - fromNs;
            aliveNs = nowNs;
        }
    }

    private void ask(long fromNs, long nowNs) throws IOException {
        long elapsedNs = -usage[UsageSource.TIME];
        long onCoreNs = -usage[UsageSource.CPU];
        long waitedNs = -usage[UsageSource.RUN_DELAY];
        long meantNs = sleptNs;
        usage();
        elapsedNs += usage[UsageSource.TIME];
        onCoreNs += usage[UsageSource.CPU];
        waitedNs += usage[UsageSource.RUN_DELAY];
        long stoodNs = elapsedNs - onCoreNs - waitedNs - meantNs;
        if (stoodStill(stoodNs, elapsedNs - meantNs)) {
            listener.stoodStill(fromNs, nowNs);
        }
    }

    /**
     * Whether that was enough to speak of a stall.
     *
     * @param awakeNs since the last reading, without the sleeps that were meant: a thread that waits for a core for long loses some time to
     *     the kernel's bookkeeping as well
     */
    static boolean stoodStill(long stoodNs, long awakeNs) {
        return stoodNs > MIN_NS && WAITED_AS_WELL * stoodNs > awakeNs;
    }

    /** Begins anew, after a time in which nothing was to be noticed. */
    public void restart() throws IOException {
        usage();
    }

    private void usage() throws IOException {
        times.read(usage);
        aliveNs = usage[UsageSource.TIME];
        sleptNs = 0;
    }

    @Override
    public void close() {
        times.close();
    }
}
