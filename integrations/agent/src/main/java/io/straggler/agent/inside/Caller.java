package io.straggler.agent.inside;

import io.straggler.agent.inside.OpenCall.Stage;
import io.straggler.agent.inside.OpenCalls.Handed;
import io.straggler.sampler.served.AgentThread;
import io.straggler.sampler.served.LateIteration;
import java.util.concurrent.Delayed;
import org.jspecify.annotations.Nullable;

/** A thread that makes calls, or works on calls of others. For itself. */
final class Caller {
    /** Its timer. */
    final AgentThread thread;

    /** Where its durations go. */
    final int stripe;

    /** When the task began that it runs for a pool, if that is an iteration; else 0. */
    long taskNs;

    /** The number of that task's name. */
    int task;

    /** Submission of that task; null if nobody saw it. */
    @Nullable
    Handed submitted;

    /** Instant at which the round of its event loop began, if rounds are iterations; else 0. */
    long roundNs;

    /** Instant at which its task of a pool began that is part of no call; 0 if there is none, or a call began within it. */
    private long otherTaskNs;

    /** Captures of the last late task that was part of no call; null if there was none. */
    private @Nullable LateIteration otherTask;

    /** Instant at which the work arrived that it has begun with: was submitted to its pool, or was ready for its event loop. 0 if nobody saw it. */
    private long arrivedNs;

    /** Instant at which it began with a submitted task; 0 for what an event loop has found, which may be more than one request. */
    private long arrivedBegunNs;

    /** Whether a poll ends: what a selector finds then is no work, but what the handling of records waits for. */
    private boolean polls;

    /** Trace id, or context of OpenTelemetry, of the iteration that began at {@link #traceOfNs}; null for none. */
    private @Nullable Object trace;

    private long traceOfNs;

    /** The object that it handed over last, and for which call; null where that was another stage of its. */
    private @Nullable Object given;

    private @Nullable OpenCall givenFor;

    /** The object that it began with last, as a task; null between two tasks. */
    private @Nullable Object begun;

    /** Instant at which it ended its last stage or task, or looked at a selector, on the clock of {@link System#nanoTime}; 0 before. */
    private long freeSinceNs;

    /** Stage of a call that the thread is in; null between two stages. */
    private @Nullable Stage stage;

    /** Whether that call was begun elsewhere and handed over. */
    private boolean handed;

    /** Whether the thread itself was handed over, which may outlive the call by far. */
    private boolean asThread;

    /** Work for another call meanwhile; null for none. */
    private @Nullable Within within;

    /** Work on a call within another iteration of the thread, whose time it is part of. */
    private record Within(OpenCall call, @Nullable Within outer) {}

    Caller(AgentThread thread, int stripe) {
        this.thread = thread;
        this.stripe = stripe;
    }

    /** The call that whatever it hands over now is part of; null if there is none. */
    @Nullable
    OpenCall call() {
        if (within != null) {
            return within.call;
        }
        return stage == null ? null : stage.call();
    }

    /** The stage of {@link #call} that it is in; null within another iteration, and where there is none. */
    @Nullable
    Stage stage() {
        return within == null ? stage : null;
    }

    /** Its stage, if that is of the call that began then; null otherwise. */
    @Nullable
    Stage ownStage(long startNs) {
        return stage != null && !handed && stage.fromNs() == startNs ? stage : null;
    }

    /** Hands something over for a call. Returns whether it has just done so: an object that is made for a task is then submitted. */
    boolean gaveBefore(Object task, OpenCall call) {
        // A delayed task knows its delay only when it is submitted.
        if (given == task && givenFor == call && !(task instanceof Delayed)) {
            return true;
        }
        given = task;
        givenFor = call;
        return false;
    }

    /** The thread becomes part of a trace, with the iteration that it works on. The first trace counts: later ones are of calls within. */
    void traces(Object seen) {
        long startNs = thread.startNs();
        OpenCall call = call();
        if (call != null) {
            call.traces(seen);
        } else if (startNs != 0 && traceOfNs != startNs) {
            trace = seen;
            traceOfNs = startNs;
        }
    }

    /** Trace id, or context of OpenTelemetry, of the iteration that began at an instant; null for none. */
    @Nullable
    Object trace(long startNs) {
        return traceOfNs == startNs ? trace : null;
    }

    /** Begins with a task, which then runs itself; null for none. */
    void begins(@Nullable Object task) {
        begun = task;
    }

    /** Whether it has begun with this task, and not ended it. */
    boolean hasBegun(Object task) {
        return begun == task;
    }

    /** Begins a call of its own. */
    void begin(OpenCall call, long startNs) {
        begin(call, null, startNs);
    }

    /**
     * Begins a call of its own.
     *
     * @param arrival its arrival in front of the thread; null if nobody saw that
     */
    void begin(OpenCall call, @Nullable Handed arrival, long startNs) {
        within = null;
        handed = false;
        stage = call.begin(thread, arrival, freeSinceNs, startNs, otherTask);
    }

    /** The thread begins with a task of a pool that is part of no call. Returns when. */
    long beginOtherTask(long nowNs) {
        otherTaskNs = thread.begin(nowNs);
        return otherTaskNs;
    }

    /** Whether it runs a task that is part of no call. */
    boolean hasOtherTask() {
        return otherTaskNs != 0;
    }

    /** Whether that task began then. */
    boolean runsOtherTask(long beganNs) {
        return otherTaskNs == beganNs;
    }

    /** Ends that task, if it has one, or begins with a call within it. */
    void endOtherTask(long nowNs) {
        if (otherTaskNs != 0 && thread.startNs() == otherTaskNs) {
            LateIteration late = thread.end(nowNs);
            otherTask = late == null ? otherTask : late;
        }
        otherTaskNs = 0;
    }

    /** The thread is free from now on. */
    void free(long nowNs) {
        freeSinceNs = nowNs;
    }

    /** The thread begins with a task that was submitted at an instant, and in which there may be one request. */
    void arrives(long dueNs, long nowNs) {
        polls = false;
        arrivedNs = dueNs;
        arrivedBegunNs = nowNs;
    }

    /** The thread goes on with what a selector found at an instant: there may be requests on each connection. */
    void selected(long nowNs) {
        if (!polls) {
            arrivedNs = nowNs;
            arrivedBegunNs = 0;
        }
    }

    /** The thread goes on with the records that it has got at an instant. */
    void polled(long nowNs) {
        polls = true;
        arrivedNs = nowNs;
        arrivedBegunNs = 0;
    }

    /** Whether the thread handles records. */
    boolean polls() {
        return polls;
    }

    /**
     * Arrival of a request that begins now; 0 if nobody saw it.
     *
     * @param mostNs how long it may have begun with something before that was the request: for longer it may have waited for one
     */
    long arrival(long nowNs, long mostNs) {
        long ns = arrivedNs;
        if (arrivedBegunNs != 0) {
            arrivedNs = 0;
            return nowNs - arrivedBegunNs <= mostNs ? ns : 0;
        }
        return ns;
    }

    /** Begins a task of a pool that is an iteration. */
    void beginTask(int number, @Nullable Handed given, long nowNs) {
        task = number;
        submitted = given;
        if (given == null) {
            taskNs = thread.begin(nowNs);
        } else {
            thread.resume(nowNs, given.dueNs());
            taskNs = nowNs;
        }
    }

    /**
     * Call with one stage that stands for a submitted task which was late.
     *
     * @param iteration what the sampler knows of it
     */
    OpenCall late(Handed given, long startNs, long endNs, LateIteration iteration) {
        OpenCall call = new OpenCall(task, given.dueNs());
        call.begin(thread, given, freeSinceNs, startNs, null).end(endNs, iteration);
        return call;
    }

    /** Has ended a task. */
    void endTask(long endNs) {
        submitted = null;
        freeSinceNs = endNs;
    }

    /** Goes on with a call of another thread. */
    void resume(Handed over, boolean threadItself, long nowNs) {
        thread.resume(nowNs, over.call().startNs());
        within = null;
        handed = true;
        asThread = threadItself;
        stage = over.call().begin(thread, over, freeSinceNs, nowNs, otherTask);
    }

    /** Ends its stage of a call that was handed to it and is over: it goes on with something else. */
    void endStageOfCallThatIsOver() {
        if (handed && stage != null && stage.call().over()) {
            endStage(System.nanoTime());
        }
    }

    /** Ends its stage of whatever started it, if it now begins with something of another call: so does an event loop. */
    void endStageOfThread(OpenCall next) {
        if (asThread && within == null && stage != null && stage.call() != next) {
            endStage(System.nanoTime());
        }
    }

    /** Goes on with another call within an iteration. Returns whether it is another one. */
    boolean beginWithin(OpenCall call) {
        boolean other = call() != call;
        if (other) {
            within = new Within(call, within);
        }
        return other;
    }

    /** Ends what it did for another call, the innermost of several. */
    void endWithin() {
        within = within == null ? null : within.outer;
    }

    /** Ends whatever it was handed: work for another call within an iteration, or else its stage. */
    void endHanded(long nowNs) {
        if (within != null) {
            endWithin();
        } else if (handed) {
            endStage(nowNs);
        }
    }

    /** Ends its stage, if it has one. */
    void endStage(long nowNs) {
        if (stage != null) {
            stage.end(nowNs, thread.end(nowNs));
            forgetStage(nowNs);
        }
    }

    /** Has no stage from now on, and never had that one. Returns the call that it was of. */
    @Nullable
    OpenCall forgetStage(long nowNs) {
        OpenCall call = stage == null ? null : stage.call();
        stage = null;
        handed = false;
        asThread = false;
        within = null;
        given = null;
        givenFor = null;
        freeSinceNs = nowNs;
        return call;
    }
}
