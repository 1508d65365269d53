package io.straggler.agent.inside;

import io.straggler.agent.inside.latency.MethodLatencies;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.VirtualThreads;
import io.straggler.sampler.served.AgentThreads;
import io.straggler.sampler.served.LateIteration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Takes the time of calls: the outermost one on each thread is an iteration.
 *
 * <p>Invariants of {@link #begin} and {@link #end}: no lock, no wait, no allocation but at a thread's first call, at a method's and behind a late one. Nothing is
 * thrown, but for want of stack: what goes wrong here ends the recording, and is reported once. {@code AgentCostBenchmark} measures them.
 *
 * <p>Threads: these on any, the rest on one.
 */
final class CallRecorder {
    /** Where the program has more cores, threads share. */
    private static final int MAX_STRIPES = 8;

    private static final int MOST_WAITING = 100_000;

    private final AgentThreads served;
    private final long[] unended;
    private final Consumer<Throwable> broken;

    /**
     * Histograms of all calls so far. Counts only grow: a thread whose stack is full in the middle of recording leaves
     * nothing that others wait for.
     */
    private final AtomicHistogram[] stripes;

    /** Drained values of all stripes together. */
    private Histogram drained = SeriesRecorder.newHistogram();

    /** Filled the next time. */
    private Histogram spare = SeriesRecorder.newHistogram();

    private final int mostMethods;
    private volatile MethodLatencies methods;
    private final AtomicLong entered = new AtomicLong();
    private final ThreadLocal<Caller> callers = new ThreadLocal<>();
    private final OpenCalls open = new OpenCalls();
    private final FollowedCalls followed;
    private final SuspendedCalls suspended;
    private final WaitEnds waits;
    private final LoopRounds rounds;
    private final Statements statements;
    private final Queue<LateCall> late = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong lost = new AtomicLong();

    /**
     * @param unended where the starts of calls are that could not end, {@link CallHook#UNENDED}
     * @param broken receives what was thrown here, on the thread of the program that met it
     */
    CallRecorder(AgentThreads served, Instrumented instrumented, long[] unended, Consumer<Throwable> broken) {
        this.served = served;
        followed = new FollowedCalls(this, served, open, instrumented, broken);
        suspended = new SuspendedCalls(this, followed, open, instrumented, broken);
        waits = new WaitEnds(served, this::known, broken);
        rounds = new LoopRounds(this, instrumented, broken);
        statements = new Statements(instrumented::statementNumber, broken);
        this.unended = unended;
        this.broken = broken;
        mostMethods = instrumented.mostMethods();
        int count = Math.min(MAX_STRIPES, Runtime.getRuntime().availableProcessors());
        stripes = new AtomicHistogram[count];
        for (int i = 0; i < count; i++) {
            stripes[i] = new AtomicHistogram(1, SeriesRecorder.HIGHEST_NS, SeriesRecorder.DIGITS);
        }
        forgetMethods();
    }

    /** Calls that go on from thread to thread, and tasks of pools. */
    FollowedCalls followed() {
        return followed;
    }

    /** Calls of suspended functions. */
    SuspendedCalls suspended() {
        return suspended;
    }

    /** Rounds of event loops. */
    LoopRounds rounds() {
        return rounds;
    }

    /** Statements of JDBC. */
    Statements statements() {
        return statements;
    }

    /** Returns the threads that end waits of calls. */
    WaitEnds waits() {
        return waits;
    }

    /** State of the calling thread; null before its first call. */
    @Nullable
    Caller known() {
        return callers.get();
    }

    /** State of the calling thread, which is made at its first call. */
    Caller caller() {
        Caller known = callers.get();
        if (known == null) {
            known = new Caller(
                    served.enter(!VirtualThreads.isVirtual(Thread.currentThread())),
                    Math.floorMod(entered.getAndIncrement(), stripes.length));
            callers.set(known);
        }
        return known;
    }

    /** A call begins on the calling thread. Returns when, or 0 if it does not count. */
    long begin() {
        try {
            Caller caller = caller();
            return busy(caller) ? 0 : caller.thread.begin(System.nanoTime());
        } catch (StackOverflowError e) {
            return 0; // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
            return 0;
        }
    }

    /** Whether a call is running on the calling thread. One that could not end is ended now; what it took nobody knows. */
    boolean busy(Caller caller) {
        long startNs = caller.thread.startNs();
        if (startNs != 0 && unended[(int) startNs & CallHook.PLACE] == startNs) {
            caller.thread.end(System.nanoTime());
            OpenCall call = caller.forgetStage(startNs);
            if (call != null) {
                open.end(call);
            }
        }
        if (caller.hasOtherTask()) {
            caller.endOtherTask(System.nanoTime());
        }
        caller.endStageOfCallThatIsOver();
        return caller.thread.busy();
    }

    /** Something is put into the context of log lines of the calling thread. */
    void logs(Object key, Object value) {
        if (Traces.isLogged(key)) {
            traces(value);
        }
    }

    /** The calling thread becomes part of a trace, and with it the call that it works on. */
    void traces(Object seen) {
        try {
            Caller caller = known();
            if (caller != null) {
                caller.traces(seen);
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /**
     * A call ends on the calling thread, which {@link #begin}, or another recorder, said this of. Returns nothing of interest.
     *
     * @throws StackOverflowError if the stack is too full for that
     */
    long end(long method, long startNs) {
        try {
            Caller caller = caller();
            if (caller.thread.startNs() != startNs) {
                return 0; // Begun before this recorder observed.
            }
            long endNs = System.nanoTime();
            LateIteration iteration = caller.thread.end(endNs);
            // Not by record(): where the stack is nearly full, every call within a call may be one too many.
            long ns = Math.min(endNs - startNs, SeriesRecorder.HIGHEST_NS);
            stripes[caller.stripe].recordValue(ns);
            methods.record(caller.stripe, (int) method, ns);
            if (iteration != null) {
                add(new LateCall((int) method, caller.thread, iteration, caller.trace(startNs)));
            }
        } catch (StackOverflowError e) {
            throw e; // Whoever called this notes it.
        } catch (Throwable e) {
            broken.accept(e);
        }
        return 0;
    }

    /** A call ended on a thread that need not have made any. */
    void record(Thread thread, int method, long durationNs) {
        record(Math.floorMod(thread.getId(), stripes.length), method, durationNs);
    }

    /** A call ended. */
    void record(int stripe, int method, long durationNs) {
        long ns = Math.min(durationNs, SeriesRecorder.HIGHEST_NS);
        stripes[stripe].recordValue(ns);
        methods.record(stripe, method, ns);
    }

    /** A call was late. */
    void add(LateCall call) {
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

    /** Late calls that came faster than they could be reported. */
    long lost() {
        return lost.get();
    }

    /** Forgets what the program has forgotten that had to do with calls. */
    void forget() {
        open.forget();
        followed.forget();
        statements.forget();
    }

    /** The calls that go on. */
    OpenCalls openCalls() {
        return open;
    }

    /** How many threads have made calls. */
    long threads() {
        return entered.get();
    }

    /** Returns the durations of calls by method, since the beginning or since they were forgotten. */
    MethodLatencies methods() {
        return methods;
    }

    /** Calls so far are in none of the figures by method. */
    void forgetMethods() {
        methods = new MethodLatencies(stripes.length, mostMethods);
    }

    /** Adds the durations of the calls that ended since the last time. */
    void drain(Histogram into) {
        Histogram all = spare;
        all.reset();
        for (AtomicHistogram stripe : stripes) {
            all.add(stripe);
        }
        into.add(all);
        into.subtract(drained);
        spare = drained;
        drained = all;
    }
}
