package io.straggler.agent.inside;

import io.straggler.agent.inside.OpenCall.Stage;
import io.straggler.agent.inside.OpenCalls.Handed;
import io.straggler.model.VirtualThreads;
import io.straggler.sampler.served.AgentThread;
import io.straggler.sampler.served.AgentThreads;
import io.straggler.sampler.served.LateIteration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows calls that go on after their methods have come back, from thread to thread, and takes the time of tasks of pools, from their submission on.
 *
 * <p>These allocate, each and with every hand-over, and use concurrent maps, which lock one bin for a moment. Nothing is thrown, but for want of stack: what goes wrong here
 * ends the recording, and is reported once. {@code AgentCostBenchmark} measures them.
 *
 * <p>Threads: any.
 */
final class FollowedCalls {
    /** Token for work on a call within another iteration of the thread: no start is so early. */
    private static final long WITHIN = 1;

    private final CallRecorder calls;
    private final AgentThreads served;
    private final OpenCalls open;
    private final Instrumented instrumented;
    private final boolean tasksCount;

    /** Whether submissions of tasks matter that are no iterations. */
    private final boolean arrivals;

    private final Answers answers = new Answers();
    private final TaskNames tasks;
    private final Consumer<Throwable> broken;

    /**
     * @param open the calls that go on
     * @param broken receives what was thrown here, on the thread of the program that met it
     */
    FollowedCalls(
            CallRecorder calls,
            AgentThreads served,
            OpenCalls open,
            Instrumented instrumented,
            Consumer<Throwable> broken) {
        this.calls = calls;
        this.served = served;
        this.open = open;
        this.instrumented = instrumented;
        this.tasksCount = instrumented.withTasks();
        this.arrivals = instrumented.withArrivals();
        this.tasks = new TaskNames(instrumented::taskNumber);
        this.broken = broken;
    }

    /** A call begins that may go on after its method has come back. Returns when, or 0 if it does not count. */
    long beginOpen(long method) {
        return beginOpen(method, null);
    }

    /**
     * Call of a suspended function.
     *
     * @param suspended what will tell of its end; null if it is over when its method comes back, or no such function
     */
    long beginOpen(long method, @Nullable Suspended suspended) {
        try {
            if (!instrumented.following()) {
                return 0; // For a moment, behind the first of these methods that was loaded.
            }
            Caller caller = calls.caller();
            if (calls.busy(caller)) {
                return 0;
            }
            long nowNs = System.nanoTime();
            long arrivedNs = instrumented.fromArrival((int) method) ? arrival(caller, nowNs) : 0;
            if (arrivedNs != 0) {
                caller.thread.resume(nowNs, arrivedNs);
                caller.begin(
                        begun((int) method, arrivedNs, suspended),
                        new Handed(OpenCalls.NO_CALL, null, arrivedNs, arrivedNs),
                        nowNs);
                return nowNs;
            }
            long startNs = caller.thread.begin(nowNs);
            caller.begin(begun((int) method, startNs, suspended), startNs);
            return startNs;
        } catch (StackOverflowError e) {
            return 0; // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
            return 0;
        }
    }

    private OpenCall begun(int method, long startNs, @Nullable Suspended suspended) {
        OpenCall call = open.begin(method, startNs);
        if (suspended != null) {
            suspended.begins(call);
        }
        return call;
    }

    /** Instant at which a request arrived that the calling thread begins with; 0 if nobody saw it. */
    private long arrival(Caller caller, long nowNs) {
        if (!caller.polls() && VirtualThreads.isVirtual(Thread.currentThread())) {
            Handed started = open.begun(Thread.currentThread());
            return started != null
                            && started.call() == OpenCalls.NO_CALL
                            && nowNs - started.dueNs() < served.armDelayNs()
                    ? started.atNs()
                    : 0;
        }
        return caller.arrival(nowNs, served.armDelayNs());
    }

    /** The call that the calling thread has begun goes on until an answer to it is written. */
    void awaitAnswer(Object known) {
        try {
            Caller caller = calls.known();
            Stage stage = caller == null ? null : caller.stage();
            if (stage != null) {
                stage.call().awaitAnswer(Answers.place(known));
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** The calling thread writes an answer there: the call that waits for it is over, unless its method has not come back. */
    void answered(Object where) {
        if (open.none()) {
            return;
        }
        try {
            Caller caller = calls.known();
            OpenCall call = answers.answered(where, caller == null ? null : caller.call());
            if (call != null) {
                call.answered();
                if (call.returnedNs() != 0) {
                    complete(call);
                    answers.over(where);
                }
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** Forgets the answers that nobody can write any more. */
    void forget() {
        answers.forget(open::forget);
    }

    /**
     * The method of a call has come back that {@link #beginOpen} said this of.
     *
     * @param known what it returned, or the request or the completion that it was given, or what it threw; null for nothing
     * @throws StackOverflowError if the stack is too full for that
     */
    void returnOpen(@Nullable Object known, long startNs) {
        try {
            Caller caller = calls.caller();
            Stage stage = caller.ownStage(startNs);
            if (stage == null) {
                return; // Begun before this recorder observed.
            }
            OpenCall call = stage.call();
            long nowNs = System.nanoTime();
            LaterEnd later = call.awaitsAnswer() ? null : LaterEnd.of(known);
            if (call.trace() == null && (later != null || nowNs - call.startNs() >= served.armDelayNs())) {
                call.traces(Traces.ofRequest(known));
            }
            if (later != null) {
                caller.endStage(nowNs);
                call.returned(nowNs);
                open.await(later.of(), call);
                later.tell(this::completed);
            } else if (call.awaitsAnswer() && call.unanswered() && known != null && !(known instanceof Throwable)) {
                caller.endStage(nowNs);
                answers.await(known, call);
                call.returned(nowNs);
                if (!call.unanswered()) {
                    complete(call); // Meanwhile.
                }
            } else {
                end(caller, stage, nowNs);
            }
        } catch (StackOverflowError e) {
            throw e; // Whoever called this notes it.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** A call is over with its method. */
    private void end(Caller caller, Stage stage, long nowNs) {
        OpenCall call = stage.call();
        caller.forgetStage(nowNs);
        open.end(call);
        LateIteration iteration = caller.thread.end(nowNs);
        calls.record(caller.stripe, call.method(), nowNs - call.startNs());
        if (iteration == null) {
            return;
        }
        if (stage.handed() == null) {
            calls.add(new LateCall(call.method(), caller.thread, iteration, call.trace()));
        } else {
            stage.end(nowNs, iteration);
            calls.add(new LateCall(
                    call, caller.thread, nowNs, Thread.currentThread().getId()));
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
            Stage stage = publisher == null ? null : calls.caller().ownStage(startNs);
            if (publisher != null && stage != null) {
                long nowNs = System.nanoTime();
                Subscribed call = new Subscribed(new Handed(stage.call(), stage, nowNs, nowNs));
                Object wrapped = ReactiveEnd.wrapped(publisher, call::begins, call::over);
                if (wrapped != publisher) {
                    calls.caller().endStage(nowNs);
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
        Caller caller = calls.known();
        return caller == null || caller.call() == null ? 0 : 1;
    }

    /** The calling thread has subscribed, and did not work on a call before: it no longer does. */
    void subscribed() {
        try {
            Caller caller = calls.known();
            if (caller != null) {
                caller.endHanded(System.nanoTime());
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** A future is complete, or a suspended function, on the calling thread: the call that goes on until then is over. */
    void completed(Object future) {
        if (future instanceof Suspended suspended) {
            suspended.resume();
        }
        if (open.none()) {
            return;
        }
        try {
            OpenCall call = open.completed(future);
            if (call != null) {
                complete(call);
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** A call is over that went on behind its method, if it was not. */
    private void complete(OpenCall call) {
        if (!open.end(call)) {
            return;
        }
        long endNs = System.nanoTime();
        Caller caller = calls.known();
        Stage stage = caller == null ? null : caller.stage();
        if (caller != null && stage != null && stage.call() == call) {
            caller.endStage(endNs);
        }
        Thread current = Thread.currentThread();
        calls.record(current, call.method(), endNs - call.startNs());
        if (endNs - call.startNs() >= served.armDelayNs()) {
            AgentThread first = call.stages().get(0).thread();
            calls.add(new LateCall(call, first, endNs, current.getId()));
        }
    }

    /** A task, a thread or a dependent stage is handed over by the calling thread, to be begun with later. */
    void handOver(Object task) {
        if (arrivals && task instanceof Thread thread && VirtualThreads.isVirtual(thread)) {
            submit(task);
            return;
        }
        if (open.none() || isOfCoroutines(task)) {
            return;
        }
        try {
            Caller caller = calls.known();
            OpenCall call = caller == null ? null : caller.call();
            if (caller != null
                    && call != null
                    && !PoolTasks.goesOnWithVirtualThread(task)
                    && !caller.gaveBefore(task, call)) {
                long nowNs = System.nanoTime();
                call.handsOver();
                open.handedOver(task, new Handed(call, caller.stage(), nowNs, nowNs + PoolTasks.delayNs(task)));
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** Whether a task, or a thread, works on the calls of the coroutines that it resumes, and not on that of whoever hands it over. */
    private boolean isOfCoroutines(Object task) {
        return instrumented.followingSuspended() && CoroutineFrames.isOfLibrary(task);
    }

    /** A task is submitted to a pool, where it may be an iteration, or begin with one. */
    void submit(Object task) {
        if (!tasksCount && !arrivals) {
            handOver(task);
            return;
        }
        try {
            if (!PoolTasks.goesOnWithVirtualThread(task)) {
                Caller caller = isOfCoroutines(task) ? null : calls.known();
                OpenCall call = caller == null ? null : caller.call();
                Stage stage = caller == null ? null : caller.stage();
                long nowNs = System.nanoTime();
                if (call != null) {
                    call.handsOver();
                }
                open.handedOver(
                        task,
                        new Handed(
                                call == null ? OpenCalls.NO_CALL : call,
                                stage,
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
        if (open.none() && !arrivals) {
            return 0;
        }
        try {
            Caller caller = calls.known();
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
            if (handed.call() == OpenCalls.NO_CALL) {
                arrives(task, handed, nowNs);
                return 0;
            }
            return begin(handed, task instanceof Thread, nowNs);
        } catch (StackOverflowError e) {
            return 0; // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
            return 0;
        }
    }

    /** The calling thread begins with something that was submitted, and may begin with a request. */
    private void arrives(Object task, Handed handed, long nowNs) {
        if (arrivals && task instanceof Thread) {
            // Most threads that are started make no calls, and nothing is kept for them.
            open.handedOver(task, new Handed(OpenCalls.NO_CALL, null, handed.atNs(), nowNs));
        } else if (arrivals) {
            calls.caller().arrives(handed.dueNs(), nowNs);
        }
    }

    /** The calling thread works on a call from now on, or within its iteration. Returns as {@link #beginHanded} does. */
    long begin(Handed handed, boolean asThread, long nowNs) {
        Caller caller = calls.caller();
        caller.endStageOfThread(handed.call());
        if (calls.busy(caller)) {
            return caller.beginWithin(handed.call()) ? WITHIN : 0;
        }
        caller.resume(handed, asThread, nowNs);
        return nowNs;
    }

    /** The calling thread has ended what {@link #beginHanded} said this of. */
    void endHanded(long begun) {
        try {
            Caller caller = calls.known();
            if (caller == null) {
                return; // Begun before this recorder observed.
            }
            if (begun == WITHIN) {
                caller.endWithin();
            } else {
                caller.endHanded(System.nanoTime());
            }
        } catch (StackOverflowError e) {
            // The thread has next to no stack left, where tasks do not begin.
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
                    calls.caller().begins(task);
                }
                return handed == 0 ? beginOtherTask() : handed;
            }
            Handed given = open.begun(task);
            if (given != null && given.call() != OpenCalls.NO_CALL) {
                return begin(given, false, System.nanoTime());
            }
            Caller caller = calls.caller();
            if (calls.busy(caller)) {
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

    /** A thread begins a task that is part of no call: for whoever is queued behind it, it matters what that does. Returns when, or 0 if it does not. */
    private long beginOtherTask() {
        Caller caller = calls.known(); // Threads that never work on calls have none.
        return caller == null || caller.hasOtherTask() || calls.busy(caller)
                ? 0
                : caller.beginOtherTask(System.nanoTime());
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
            Caller caller = calls.known();
            if (caller == null) {
                return;
            }
            caller.begins(null);
            long nowNs = System.nanoTime();
            caller.endOtherTask(nowNs);
            long startNs = caller.taskNs;
            caller.taskNs = 0;
            Handed submitted = caller.submitted;
            if (startNs != 0 && submitted != null) {
                endSubmitted(caller, submitted, startNs);
            } else if (startNs != 0) {
                calls.end(caller.task, startNs);
            } else {
                caller.endHanded(nowNs);
                caller.free(nowNs);
            }
        } catch (StackOverflowError e) {
            // The thread has next to no stack left, where tasks do not begin.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** A task has run that {@link #beginTask} said this of. */
    void endRunTask(long begun) {
        try {
            Caller caller = calls.known();
            if (caller != null && (caller.taskNs == begun || caller.runsOtherTask(begun))) {
                endTask();
            } else {
                endHanded(begun);
            }
        } catch (StackOverflowError e) {
            // The thread has next to no stack left, where tasks do not begin.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** A task ends whose submission was seen: it lasted since then. */
    private void endSubmitted(Caller caller, Handed submitted, long startNs) {
        long endNs = System.nanoTime();
        if (caller.thread.startNs() == startNs) {
            LateIteration iteration = caller.thread.end(endNs);
            calls.record(caller.stripe, caller.task, endNs - submitted.dueNs());
            if (iteration != null) {
                OpenCall call = caller.late(submitted, startNs, endNs, iteration);
                calls.add(new LateCall(
                        call, caller.thread, endNs, Thread.currentThread().getId()));
            }
        }
        caller.endTask(endNs);
    }
}
