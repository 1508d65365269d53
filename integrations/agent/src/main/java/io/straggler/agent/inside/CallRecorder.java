package io.straggler.agent.inside;

import io.straggler.harness.series.SeriesRecorder;
import io.straggler.sampler.served.LateIteration;
import io.straggler.sampler.served.ServedThread;
import io.straggler.sampler.served.ServedThreads;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Takes the time of calls: the outermost one on each thread is an iteration.
 *
 * <p>Invariants of {@link #begin} and {@link #end}: no lock, no wait, no allocation but at a thread's first call and behind a late one. Nothing is
 * thrown: what goes wrong here ends the recording, and is told once. {@code AgentCostBenchmark} measures them.
 *
 * <p>Threads: {@link #begin} and {@link #end} on any, the rest on one.
 */
final class CallRecorder {
    /** Where the program has more cores, threads share. */
    private static final int MOST_STRIPES = 8;

    private static final int MOST_WAITING = 100_000;

    private final ServedThreads served;
    private final Consumer<Throwable> broken;
    private final Recorder[] stripes;
    private final Histogram[] intervals;
    private final AtomicInteger entered = new AtomicInteger();
    private final ThreadLocal<Caller> callers = ThreadLocal.withInitial(this::enter);
    private final Queue<LateCall> late = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong lost = new AtomicLong();

    /**
     * A thread that makes calls.
     *
     * @param thread its timer
     * @param stripe where its durations go
     */
    private record Caller(ServedThread thread, Recorder stripe) {}

    /** @param broken is told what was thrown here, on the thread of the program that met it */
    CallRecorder(ServedThreads served, Consumer<Throwable> broken) {
        this.served = served;
        this.broken = broken;
        int count = Math.min(MOST_STRIPES, Runtime.getRuntime().availableProcessors());
        stripes = new Recorder[count];
        intervals = new Histogram[count];
        for (int i = 0; i < count; i++) {
            stripes[i] = new Recorder(1, SeriesRecorder.HIGHEST_NS, SeriesRecorder.DIGITS);
        }
    }

    private Caller enter() {
        return new Caller(
                served.enter(!VirtualThreads.isVirtual(Thread.currentThread())),
                stripes[Math.floorMod(entered.getAndIncrement(), stripes.length)]);
    }

    /** A call begins on the calling thread. Returns when, or 0 if it does not count. */
    long begin() {
        try {
            ServedThread thread = callers.get().thread();
            return thread.busy() ? 0 : thread.begin(System.nanoTime());
        } catch (StackOverflowError e) {
            return 0; // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
            return 0;
        }
    }

    /** A call ends on the calling thread, which {@link #begin}, or another recorder, said this of. Returns nothing of interest. */
    long end(long method, long startNs) {
        try {
            Caller caller = callers.get();
            ServedThread thread = caller.thread();
            if (thread.startNs() != startNs) {
                return 0; // Begun before this recorder observed.
            }
            long endNs = System.nanoTime();
            LateIteration iteration = thread.end(endNs);
            caller.stripe().recordValue(Math.min(endNs - startNs, SeriesRecorder.HIGHEST_NS));
            if (iteration != null) {
                add(new LateCall((int) method, thread, iteration));
            }
        } catch (StackOverflowError e) {
            return 0;
        } catch (Throwable e) {
            broken.accept(e);
        }
        return 0;
    }

    private void add(LateCall call) {
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            lost.incrementAndGet();
        } else {
            late.add(call);
        }
    }

    /** The next call that was late; null if there is none. */
    LateCall next() {
        LateCall call = late.poll();
        if (call != null) {
            waiting.decrementAndGet();
        }
        return call;
    }

    /** Late calls that came faster than they could be told. */
    long lost() {
        return lost.get();
    }

    /** How many threads have made calls. */
    int threads() {
        return entered.get();
    }

    /** Adds the durations of the calls that ended since the last time. */
    void drain(Histogram into) {
        for (int i = 0; i < stripes.length; i++) {
            intervals[i] = stripes[i].getIntervalHistogram(intervals[i]);
            into.add(intervals[i]);
        }
    }
}
