package io.straggler.agent.inside;

import io.straggler.agent.inside.latency.MethodLatencies;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.VirtualThreads;
import io.straggler.sampler.served.AgentThread;
import io.straggler.sampler.served.AgentThreads;
import io.straggler.sampler.served.LateIteration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * Takes the time of calls: the outermost one on each thread is an iteration.
 *
 * <p>Invariants of {@link #begin}, {@link #end} and those of tasks: no lock, no wait, no allocation but at a thread's first call, at a method's and behind a late one. Nothing is
 * thrown, but for want of stack: what goes wrong here ends the recording, and is reported once. {@code AgentCostBenchmark} measures them.
 *
 * <p>Threads: these on any, the rest on one.
 */
final class CallRecorder {
    /** Where the program has more cores, threads share. */
    private static final int MOST_STRIPES = 8;

    private static final int MOST_WAITING = 100_000;

    private final AgentThreads served;
    private final long[] unended;
    private final Consumer<Throwable> broken;

    /** Of all calls so far. Their counts only grow: a thread whose stack is full in the middle of recording leaves nothing that others wait for. */
    private final AtomicHistogram[] stripes;

    /** What was drained, of all stripes together. */
    private Histogram drained = SeriesRecorder.newHistogram();

    /** Filled the next time. */
    private Histogram spare = SeriesRecorder.newHistogram();

    private final int mostMethods;
    private final TaskNames tasks;
    private volatile MethodLatencies methods;
    private final AtomicLong entered = new AtomicLong();
    private final ThreadLocal<Caller> callers = ThreadLocal.withInitial(this::enter);
    private final Queue<LateCall> late = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong lost = new AtomicLong();

    /** A thread that makes calls. For itself. */
    private static final class Caller {
        /** Its timer. */
        private final AgentThread thread;

        /** Where its durations go. */
        private final int stripe;

        /** When the task began that it runs for a pool, if that is an iteration; else 0. */
        private long taskNs;

        /** The number of that task's name. */
        private int task;

        private Caller(AgentThread thread, int stripe) {
            this.thread = thread;
            this.stripe = stripe;
        }
    }

    /**
     * @param unended where the starts of calls are that could not end, {@link CallHook#UNENDED}
     * @param broken receives what was thrown here, on the thread of the program that met it
     */
    CallRecorder(AgentThreads served, Instrumented instrumented, long[] unended, Consumer<Throwable> broken) {
        this.served = served;
        this.unended = unended;
        this.broken = broken;
        mostMethods = instrumented.mostMethods();
        tasks = new TaskNames(instrumented::taskNumber);
        int count = Math.min(MOST_STRIPES, Runtime.getRuntime().availableProcessors());
        stripes = new AtomicHistogram[count];
        for (int i = 0; i < count; i++) {
            stripes[i] = new AtomicHistogram(1, SeriesRecorder.HIGHEST_NS, SeriesRecorder.DIGITS);
        }
        forgetMethods();
    }

    private Caller enter() {
        return new Caller(
                served.enter(!VirtualThreads.isVirtual(Thread.currentThread())),
                Math.floorMod(entered.getAndIncrement(), stripes.length));
    }

    /** A call begins on the calling thread. Returns when, or 0 if it does not count. */
    long begin() {
        try {
            AgentThread thread = callers.get().thread;
            return busy(thread) ? 0 : thread.begin(System.nanoTime());
        } catch (StackOverflowError e) {
            return 0; // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
            return 0;
        }
    }

    /** Whether a call is running on the calling thread. One that could not end is ended now; what it took nobody knows. */
    private boolean busy(AgentThread thread) {
        long startNs = thread.startNs();
        if (startNs != 0 && unended[(int) startNs & CallHook.PLACE] == startNs) {
            thread.end(System.nanoTime());
        }
        return thread.busy();
    }

    /**
     * A call ends on the calling thread, which {@link #begin}, or another recorder, said this of. Returns nothing of interest.
     *
     * @throws StackOverflowError if the stack is too full for that
     */
    long end(long method, long startNs) {
        try {
            Caller caller = callers.get();
            AgentThread thread = caller.thread;
            if (thread.startNs() != startNs) {
                return 0; // Begun before this recorder observed.
            }
            long endNs = System.nanoTime();
            LateIteration iteration = thread.end(endNs);
            long ns = Math.min(endNs - startNs, SeriesRecorder.HIGHEST_NS);
            stripes[caller.stripe].recordValue(ns);
            methods.record(caller.stripe, (int) method, ns);
            if (iteration != null) {
                add(new LateCall((int) method, thread, iteration));
            }
        } catch (StackOverflowError e) {
            throw e; // Whoever called this notes it.
        } catch (Throwable e) {
            broken.accept(e);
        }
        return 0;
    }

    /** A thread of a pool begins a task. Returns when, or 0 if it is part of a call that has begun already. */
    long beginTask(Object task) {
        try {
            Caller caller = callers.get();
            if (busy(caller.thread)) {
                return 0;
            }
            caller.task = tasks.number(task);
            caller.taskNs = caller.thread.begin(System.nanoTime());
            return caller.taskNs;
        } catch (StackOverflowError e) {
            return 0; // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
            return 0;
        }
    }

    /** An object that runs itself does so. Returns when it began, or 0 if it is no task of a pool, or part of another. */
    long beginOwnTask(Object task) {
        try {
            return PoolTasks.countsHere(task) ? beginTask(task) : 0;
        } catch (StackOverflowError e) {
            return 0;
        } catch (Throwable e) {
            broken.accept(e);
            return 0;
        }
    }

    /** A thread of a pool has ended its task, or had none. */
    void endTask() {
        try {
            Caller caller = callers.get();
            long startNs = caller.taskNs;
            caller.taskNs = 0;
            if (startNs != 0) {
                end(caller.task, startNs);
            }
        } catch (StackOverflowError e) {
            // Of a thread with next to no stack: tasks run where it is empty.
        } catch (Throwable e) {
            broken.accept(e);
        }
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

    /** Late calls that came faster than they could be reported. */
    long lost() {
        return lost.get();
    }

    /** How many threads have made calls. */
    long threads() {
        return entered.get();
    }

    /** What calls took by method, since the beginning or since that was forgotten. */
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
