package io.straggler.agent.inside;

import io.straggler.agent.inside.OpenCall.Stage;
import io.straggler.agent.inside.OpenCalls.Handed;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows calls of suspended functions of Kotlin, from where their coroutine is suspended to where it goes on.
 *
 * <p>Each call has a {@linkplain Completions completion} below its frames. So whoever resumes, dispatches or delays a coroutine does so for the call to whose completion the
 * frames of the coroutine lead, or those of the scope that waits for it; where they lead to none, for the call that the thread works on.
 *
 * <p>As {@link FollowedCalls}, these allocate, and throw nothing. Threads: any.
 */
final class SuspendedCalls {
    private final CallRecorder calls;
    private final FollowedCalls followed;
    private final OpenCalls open;
    private final Instrumented instrumented;
    private final Consumer<Throwable> broken;

    /** @param broken receives what was thrown here, on the thread of the program that met it */
    SuspendedCalls(
            CallRecorder calls,
            FollowedCalls followed,
            OpenCalls open,
            Instrumented instrumented,
            Consumer<Throwable> broken) {
        this.calls = calls;
        this.followed = followed;
        this.open = open;
        this.instrumented = instrumented;
        this.broken = broken;
    }

    /**
     * Continuation for a suspended function that is called.
     *
     * @param continuation the one that it was given
     * @return another one that tells of the function's end; the same if none can be made; null if the call does not count
     */
    @Nullable
    Object completion(Object continuation) {
        try {
            if (!instrumented.followingSuspended()
                    || calls.busy(calls.caller())
                    || CoroutineFrames.resumes(continuation)
                    || !open.none() && CoroutineFrames.callOf(continuation, open) != null) {
                return null;
            }
            Object completion = CoroutineFrames.tellsResumptions(continuation)
                    ? Completions.of(continuation, new Suspended(open))
                    : null;
            if (completion == null) {
                instrumented.isUnexpected(continuation.getClass());
            }
            return completion == null ? continuation : completion;
        } catch (StackOverflowError e) {
            return null; // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
            return null;
        }
    }

    /** A suspended function begins with what {@link #completion} returned. Returns when, or 0 if it does not count. */
    long begin(Object completion, int method) {
        return followed.beginOpen(method, Completions.suspended(completion));
    }

    /** The calling thread resumes a coroutine. Returns as {@link FollowedCalls#beginHanded} does. */
    long resumes(Object frame) {
        if (open.none()) {
            return 0;
        }
        try {
            Handed handed = open.begun(frame);
            OpenCall call = handed == null ? CoroutineFrames.callOf(frame, open) : handed.call();
            if (call == null) {
                return 0;
            }
            Caller caller = calls.caller();
            if (caller.call() == call) {
                return 0;
            }
            long nowNs = System.nanoTime();
            return followed.begin(
                    handed == null ? new Handed(call, null, nowNs, nowNs) : until(nowNs, handed), false, nowNs);
        } catch (StackOverflowError e) {
            return 0; // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
            return 0;
        }
    }

    /** A dispatcher is given a task, which resumes a coroutine if it is one of the library. */
    void dispatches(Object task) {
        handOver(task, 0);
    }

    /** A coroutine is to be resumed behind a delay. */
    void delays(Object continuation, long forMs) {
        handOver(continuation, TimeUnit.MILLISECONDS.toNanos(forMs));
    }

    private void handOver(Object task, long delayNs) {
        if (open.none()) {
            return;
        }
        try {
            Object frame = CoroutineFrames.isOfLibrary(task) ? CoroutineFrames.resumed(task) : null;
            if (frame == null) {
                return;
            }
            Caller caller = calls.known();
            OpenCall of = CoroutineFrames.callOf(frame, open);
            OpenCall works = caller == null ? null : caller.call();
            OpenCall call = of == null ? works : of;
            if (call != null) {
                long nowNs = System.nanoTime();
                Handed earlier = open.begun(frame);
                Stage by = caller != null && works == call ? caller.stage() : null;
                call.handsOver();
                // The delay that is over now, or another dispatcher around this one.
                open.handedOver(
                        frame,
                        earlier != null && earlier.call() == call
                                ? until(nowNs, earlier)
                                : new Handed(call, by, nowNs, nowNs + delayNs));
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** A delay is over at that instant at the latest. */
    private static Handed until(long nowNs, Handed handed) {
        return handed.dueNs() - nowNs <= 0 ? handed : new Handed(handed.call(), handed.by(), handed.atNs(), nowNs);
    }
}
