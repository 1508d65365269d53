package io.straggler.agent.inside;

import io.straggler.agent.inside.OpenCall.Stage;
import io.straggler.agent.inside.OpenCalls.Handed;
import io.straggler.agent.inside.latency.MethodLatencies;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.VirtualThreads;
import io.straggler.model.hook.CaptureListener;
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
import org.jspecify.annotations.Nullable;

/**
 * Takes the time of calls: the outermost one on each thread is an iteration.
 *
 * <p>Invariants of {@link #begin}, {@link #end} and those of tasks: no lock, no wait, no allocation but at a thread's first call, at a method's and behind a late one. Calls that may
 * go on after their methods have come back allocate, each and with every hand-over, and use concurrent maps, which lock one bin for a moment. Nothing is
 * thrown, but for want of stack: what goes wrong here ends the recording, and is reported once. {@code AgentCostBenchmark} measures them.
 *
 * <p>Threads: these on any, the rest on one.
 */
final class CallRecorder {
    /** Where the program has more cores, threads share. */
    private static final int MOST_STRIPES = 8;

    private static final int MOST_WAITING = 100_000;

    /** What ends work on a call within another iteration: no start is so early. */
    private static final long WITHIN = 1;

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
    private final ThreadLocal<Caller> callers = new ThreadLocal<>();
    private final OpenCalls open = new OpenCalls();
    private final WaitEnds ends;
    private final Instrumented instrumented;
    private final boolean tasksCount;
    private final Queue<LateCall> late = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong lost = new AtomicLong();

    /**
     * @param unended where the starts of calls are that could not end, {@link CallHook#UNENDED}
     * @param broken receives what was thrown here, on the thread of the program that met it
     */
    CallRecorder(AgentThreads served, Instrumented instrumented, long[] unended, Consumer<Throwable> broken) {
        this.served = served;
        ends = new WaitEnds(served);
        this.instrumented = instrumented;
        this.tasksCount = instrumented.withTasks();
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

    /** What is known of the calling thread. */
    private Caller caller() {
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
    private boolean busy(Caller caller) {
        long startNs = caller.thread.startNs();
        if (startNs != 0 && unended[(int) startNs & CallHook.PLACE] == startNs) {
            caller.thread.end(System.nanoTime());
            OpenCall call = caller.forgetStage(startNs);
            if (call != null) {
                open.end(call);
            }
        }
        caller.endStageOfCallThatIsOver();
        return caller.thread.busy();
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
                add(new LateCall((int) method, caller.thread, iteration));
            }
        } catch (StackOverflowError e) {
            throw e; // Whoever called this notes it.
        } catch (Throwable e) {
            broken.accept(e);
        }
        return 0;
    }

    private void record(int stripe, int method, long durationNs) {
        long ns = Math.min(durationNs, SeriesRecorder.HIGHEST_NS);
        stripes[stripe].recordValue(ns);
        methods.record(stripe, method, ns);
    }

    /** A call begins that may go on after its method has come back. Returns when, or 0 if it does not count. */
    long beginOpen(long method) {
        try {
            if (!instrumented.following()) {
                return 0; // For a moment, behind the first of these methods that was loaded.
            }
            Caller caller = caller();
            if (busy(caller)) {
                return 0;
            }
            long startNs = caller.thread.begin(System.nanoTime());
            caller.begin(open.begin((int) method, startNs), startNs);
            return startNs;
        } catch (StackOverflowError e) {
            return 0; // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
            return 0;
        }
    }

    /**
     * The method of a call has come back that {@link #beginOpen} said this of.
     *
     * @param known what it returned, or the request that it was given, or what it threw; null for nothing
     * @throws StackOverflowError if the stack is too full for that
     */
    void returnOpen(@Nullable Object known, long startNs) {
        try {
            Caller caller = caller();
            Stage stage = caller.ownStage(startNs);
            if (stage == null) {
                return; // Begun before this recorder observed.
            }
            OpenCall call = stage.call();
            long nowNs = System.nanoTime();
            LaterEnd later = LaterEnd.of(known);
            if (later != null) {
                caller.endStage(nowNs);
                call.returned(nowNs);
                open.await(later.of(), call);
                later.tell(this::completed);
            } else {
                caller.forgetStage(nowNs);
                open.end(call);
                LateIteration iteration = caller.thread.end(nowNs);
                record(caller.stripe, call.method(), nowNs - startNs);
                if (iteration != null) {
                    add(new LateCall(call.method(), caller.thread, iteration));
                }
            }
        } catch (StackOverflowError e) {
            throw e; // Whoever called this notes it.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /**
     * The method of a call has come back that {@link #beginOpen} said this of, with an object of a reactive type.
     *
     * @return what the method is to return
     * @throws StackOverflowError if the stack is too full for that
     */
    @Nullable
    Object returnReactive(@Nullable Object publisher, long startNs) {
        try {
            Stage stage = publisher == null ? null : caller().ownStage(startNs);
            if (publisher != null && stage != null) {
                long nowNs = System.nanoTime();
                Subscribed call = new Subscribed(new Handed(stage.call(), stage, nowNs, nowNs));
                Object wrapped = ReactiveEnd.wrapped(publisher, call::begins, call::over);
                if (wrapped != publisher) {
                    caller().endStage(nowNs);
                    stage.call().returned(nowNs);
                    open.await(call, stage.call());
                    return wrapped;
                }
            }
        } catch (StackOverflowError e) {
            throw e; // Whoever called this notes it.
        } catch (Throwable e) {
            broken.accept(e);
        }
        returnOpen(null, startNs);
        return publisher;
    }

    /** A call whose work begins when somebody subscribes. */
    private final class Subscribed {
        private final Handed handed;

        private Subscribed(Handed handed) {
            this.handed = handed;
        }

        private void begins() {
            beginSubscribed(handed);
        }

        private void over() {
            completed(this);
        }
    }

    private void beginSubscribed(Handed handed) {
        try {
            if (!handed.call().over()) {
                begin(handed, true, System.nanoTime());
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** The calling thread subscribes to something. Returns 0 unless it works on a call already. */
    long subscribes() {
        if (open.none()) {
            return 1;
        }
        Caller caller = callers.get();
        return caller == null || caller.call() == null ? 0 : 1;
    }

    /** The calling thread has subscribed, and did not work on a call before: it no longer does. */
    void subscribed() {
        try {
            Caller caller = callers.get();
            if (caller != null) {
                caller.endHanded(System.nanoTime());
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** A future is complete, on the calling thread: the call that goes on until then is over. */
    void completed(Object future) {
        if (open.none()) {
            return;
        }
        try {
            OpenCall call = open.completed(future);
            if (call == null || !open.end(call)) {
                return;
            }
            long endNs = System.nanoTime();
            Caller caller = callers.get();
            Stage stage = caller == null ? null : caller.stage();
            if (stage != null && stage.call() == call) {
                caller.endStage(endNs);
            }
            Thread current = Thread.currentThread();
            record(Math.floorMod(current.getId(), stripes.length), call.method(), endNs - call.startNs());
            if (endNs - call.startNs() >= served.armDelayNs()) {
                AgentThread first = call.stages().get(0).thread();
                add(new LateCall(call, first, endNs, current.getId()));
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** A task, a thread or a dependent stage is handed over by the calling thread, to be begun with later. */
    void handOver(Object task) {
        if (open.none()) {
            return;
        }
        try {
            Caller caller = callers.get();
            OpenCall call = caller == null ? null : caller.call();
            if (caller != null
                    && call != null
                    && !PoolTasks.goesOnWithVirtualThread(task)
                    && !caller.gaveBefore(task, call)) {
                long nowNs = System.nanoTime();
                open.handedOver(task, new Handed(call, caller.stage(), nowNs, nowNs + PoolTasks.delayNs(task)));
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** A task is submitted to a pool of the JDK, where it may be an iteration. */
    void submit(Object task) {
        if (!tasksCount) {
            handOver(task);
            return;
        }
        try {
            Caller caller = callers.get();
            OpenCall call = caller == null ? null : caller.call();
            if (!PoolTasks.goesOnWithVirtualThread(task)) {
                long nowNs = System.nanoTime();
                open.handedOver(
                        task,
                        new Handed(
                                call == null ? OpenCalls.NO_CALL : call,
                                call == null || caller == null ? null : caller.stage(),
                                nowNs,
                                nowNs + PoolTasks.delayNs(task)));
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /**
     * The calling thread begins with something that may have been handed over. Returns when, if it works on a call from now on; 1 if that call goes on within another
     * iteration of the thread; 0 if there is nothing to end.
     */
    long beginHanded(Object task) {
        if (open.none()) {
            return 0;
        }
        try {
            Caller caller = callers.get();
            if (caller != null && caller.hasBegun(task)) {
                return 0; // As a task of a pool.
            }
            Handed handed = open.begun(task);
            if (handed == null) {
                return 0;
            }
            long nowNs = System.nanoTime();
            if (handed.dueNs() - nowNs > 0) {
                open.handedOver(task, handed); // An event loop looks at it, and puts it aside until it is due.
                return 0;
            }
            return handed.call() == OpenCalls.NO_CALL ? 0 : begin(handed, task instanceof Thread, nowNs);
        } catch (StackOverflowError e) {
            return 0; // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
            return 0;
        }
    }

    private long begin(Handed handed, boolean asThread, long nowNs) {
        Caller caller = caller();
        caller.endStageOfThread(handed.call());
        if (busy(caller)) {
            return caller.beginWithin(handed.call()) ? WITHIN : 0;
        }
        caller.resume(handed, asThread, nowNs);
        return nowNs;
    }

    /** The calling thread has ended what {@link #beginHanded} said this of. */
    void endHanded(long begun) {
        try {
            Caller caller = callers.get();
            if (caller == null) {
                return; // Begun before this recorder observed.
            }
            if (begun == WITHIN) {
                caller.endWithin();
            } else {
                caller.endHanded(System.nanoTime());
            }
        } catch (StackOverflowError e) {
            // Of a thread with next to no stack: tasks run where it is empty.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** A thread of a pool begins a task. Returns when, or 0 if it is part of a call that has begun already. */
    long beginTask(Object task) {
        try {
            if (!tasksCount) {
                long handed = beginHanded(task);
                if (handed != 0) {
                    caller().begins(task);
                }
                return handed;
            }
            Handed given = open.begun(task);
            if (given != null && given.call() != OpenCalls.NO_CALL) {
                return begin(given, false, System.nanoTime());
            }
            Caller caller = caller();
            if (busy(caller)) {
                return 0;
            }
            caller.beginTask(tasks.number(task), given, System.nanoTime());
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
            return PoolTasks.countsHere(task) ? beginTask(task) : beginHanded(task);
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
            if (caller == null) {
                return;
            }
            caller.begins(null);
            long startNs = caller.taskNs;
            caller.taskNs = 0;
            Handed submitted = caller.submitted;
            if (startNs != 0 && submitted != null) {
                endSubmitted(caller, submitted, startNs);
            } else if (startNs != 0) {
                end(caller.task, startNs);
            } else {
                caller.endHanded(System.nanoTime());
            }
        } catch (StackOverflowError e) {
            // Of a thread with next to no stack: tasks run where it is empty.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** A task ends whose submission was seen: it lasted since then. */
    private void endSubmitted(Caller caller, Handed submitted, long startNs) {
        long endNs = System.nanoTime();
        if (caller.thread.startNs() == startNs) {
            LateIteration iteration = caller.thread.end(endNs);
            record(caller.stripe, caller.task, endNs - submitted.dueNs());
            if (iteration != null) {
                OpenCall call = caller.late(submitted, startNs, endNs, iteration);
                add(new LateCall(
                        call, caller.thread, endNs, Thread.currentThread().getId()));
            }
        }
        caller.endTask(endNs);
    }

    /** The calling thread lets a parked one go on. */
    void unparks(Thread parked) {
        try {
            ends.ends(parked);
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** The calling thread, a virtual one, parks for at most that long; or goes on behind that, for 0. */
    void parks(long forNs) {
        try {
            Caller caller = callers.get();
            if (caller == null || !caller.thread.busy()) {
                return;
            }
            long nowNs = System.nanoTime();
            if (forNs > 0) {
                caller.thread.parks(nowNs, forNs);
                return;
            }
            long readyNs = caller.thread.readyNs(nowNs);
            if (readyNs != 0) {
                ends.goesOn(readyNs, nowNs, caller.thread.identity().osThreadId());
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** Who ended waits of late calls since the last time. For one thread. */
    void reportWaitEnds(CaptureListener listener) {
        ends.report(listener);
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

    /** Forgets what the program has forgotten that had to do with calls. */
    void forget() {
        open.forget();
    }

    /** The calls that go on. */
    OpenCalls openCalls() {
        return open;
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
