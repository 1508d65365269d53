package io.straggler.agent.inside;

import io.straggler.agent.inside.OpenCalls.Handed;
import io.straggler.sampler.served.AgentThread;
import io.straggler.sampler.served.LateIteration;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A call that may go on after its method has come back: until a future is complete, a servlet's request, or an answer written. Until then any thread may work on it, a stage at a time.
 *
 * <p>Threads: any; each stage is begun and ended by its own.
 */
final class OpenCall {
    /** Further ones are left out: an iteration that is handed on without end must not fill the memory. */
    private static final int MAX_STAGES = 1_000;

    private static final VarHandle STAGES;

    static {
        try {
            STAGES = MethodHandles.lookup().findVarHandle(OpenCall.class, "last", Stage.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int method;
    private final long startNs;

    /** The stage that was begun last; null before the first. */
    private volatile @Nullable Stage last;

    private volatile long returnedNs;

    /** Where its answer will be written, which the program may forget; null if it ends otherwise. */
    private volatile @Nullable Reference<Object> answeredAt;

    /** Whether others may work on it behind its method. */
    private volatile boolean handedOver;

    private volatile boolean answered;
    private volatile @Nullable Object trace;
    private final AtomicBoolean over = new AtomicBoolean();

    /** A time in which one thread worked on it. */
    static final class Stage {
        private final OpenCall call;
        private final AgentThread thread;
        private final @Nullable Handed handed;
        private final long freeSinceNs;
        private final long fromNs;
        private final int number;
        private final @Nullable Stage previous;
        private final @Nullable LateIteration inFront;

        /** 0 while it goes on. */
        private volatile long toNs;

        private volatile @Nullable LateIteration late;

        private Stage(
                OpenCall call,
                AgentThread thread,
                @Nullable Handed handed,
                long freeSinceNs,
                long fromNs,
                @Nullable Stage previous,
                @Nullable LateIteration inFront) {
            this.call = call;
            this.thread = thread;
            this.handed = handed;
            this.freeSinceNs = freeSinceNs;
            this.fromNs = fromNs;
            this.previous = previous;
            this.inFront = inFront;
            this.number = previous == null ? 1 : previous.number + 1;
        }

        OpenCall call() {
            return call;
        }

        AgentThread thread() {
            return thread;
        }

        /** Returns what was handed over for the stage; null where the call began. */
        @Nullable
        Handed handed() {
            return handed;
        }

        /** When the thread ended its stage before, on the clock of {@link System#nanoTime}; 0 if it had none. */
        long freeSinceNs() {
            return freeSinceNs;
        }

        long fromNs() {
            return fromNs;
        }

        /** Returns the thread's work for another call while this one was queued; null if it was short. */
        @Nullable
        LateIteration inFront() {
            return inFront != null && handed != null && inFront.endNs() > handed.dueNs() ? inFront : null;
        }

        /** When it ended, or the end of the iteration if it went on until then or longer. */
        long toNs(long endNs) {
            long ownNs = toNs;
            return ownNs == 0 ? endNs : Math.min(ownNs, endNs);
        }

        /** Returns what the sampler knows about the stage; null if the iteration was not late in it. */
        @Nullable
        LateIteration late() {
            return late;
        }

        /**
         * Ends it.
         *
         * @param iteration what the sampler knows of it
         */
        void end(long nowNs, @Nullable LateIteration iteration) {
            late = iteration;
            toNs = nowNs;
        }
    }

    OpenCall(int method, long startNs) {
        this.method = method;
        this.startNs = startNs;
    }

    int method() {
        return method;
    }

    long startNs() {
        return startNs;
    }

    /** When the method came back; 0 if it has not. */
    long returnedNs() {
        return returnedNs;
    }

    void returned(long nowNs) {
        returnedNs = nowNs;
    }

    /** It goes on until an answer is written there, as {@link Answers#place} says. */
    void awaitAnswer(Object place) {
        answeredAt = new WeakReference<>(place);
    }

    boolean awaitsAnswer() {
        return answeredAt != null;
    }

    boolean isAnsweredAt(Object place) {
        Reference<Object> at = answeredAt;
        return at != null && at.get() == place;
    }

    /** An answer to it was written. */
    void answered() {
        answered = true;
    }

    /** A thread that works on it becomes part of a trace. The first one counts. */
    void traces(@Nullable Object seen) {
        if (trace == null) {
            trace = seen;
        }
    }

    /** Trace id, or context of OpenTelemetry, as {@link Traces#id} takes it; null for none. */
    @Nullable
    Object trace() {
        return trace;
    }

    /** Part of it was handed over to somebody else. */
    void handsOver() {
        if (!handedOver) {
            handedOver = true;
        }
    }

    /** Whether somebody else may answer it. */
    boolean unanswered() {
        return handedOver && !answered;
    }

    /** Whether work on it no longer counts. */
    boolean over() {
        return over.get();
    }

    /** Returns whether it was not over. */
    boolean end() {
        return over.compareAndSet(false, true);
    }

    /**
     * The calling thread begins to work on it.
     *
     * @param handed what was handed over to it; null where the call begins
     * @param freeSinceNs when that ended its stage before; 0 if it had none
     * @param inFront the last thing that it did for somebody else and that was late; null for nothing
     */
    Stage begin(
            AgentThread thread,
            @Nullable Handed handed,
            long freeSinceNs,
            long nowNs,
            @Nullable LateIteration inFront) {
        while (true) {
            Stage previous = last;
            Stage stage = new Stage(this, thread, handed, freeSinceNs, nowNs, previous, inFront);
            if (stage.number > MAX_STAGES || STAGES.compareAndSet(this, previous, stage)) {
                return stage;
            }
        }
    }

    /** Its stages so far, in order of their beginnings. */
    List<Stage> stages() {
        List<Stage> stages = new ArrayList<>();
        for (Stage stage = last; stage != null; stage = stage.previous) {
            stages.add(stage);
        }
        Collections.reverse(stages);
        return stages;
    }
}
