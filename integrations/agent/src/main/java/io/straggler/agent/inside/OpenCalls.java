package io.straggler.agent.inside;

import io.straggler.agent.inside.OpenCall.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Calls that go on after their methods have returned: which future ends which call, and which task is part of which.
 *
 * <p>Whatever is handed over while a thread works on such a call is part of it: a task for a pool, a thread that is started, a stage that depends on a future. The thread that
 * begins with it works on the call from then on. An object that was handed over for two calls at once, such as a task without state that all calls share, is followed for
 * neither.
 *
 * <p>Threads: any, but for {@link #forget}, which is for one.
 */
final class OpenCalls {
    /** Further ones are not followed. */
    private static final int MAX_HANDED_OVER = 200_000;

    /** Stands for no call, where a task is an iteration by itself. */
    static final OpenCall NO_CALL = new OpenCall(0, 0);

    private static final Handed OF_SEVERAL = new Handed(new OpenCall(0, 0), null, 0, 0);

    private final WeakIdentityMap<OpenCall> byFuture = new WeakIdentityMap<>();
    private final WeakIdentityMap<Handed> byTask = new WeakIdentityMap<>();
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong shared = new AtomicLong();
    private final AtomicLong tooMany = new AtomicLong();
    private long neverEnded;

    static {
        OF_SEVERAL.call.end();
    }

    /**
     * A task that is part of a call, or of {@link #NO_CALL}.
     *
     * @param by the stage that handed it over; null if there was none
     * @param atNs when it was handed over
     * @param dueNs when it is to be begun with: then, or after a delay
     */
    record Handed(OpenCall call, @Nullable Stage by, long atNs, long dueNs) {}

    /** Whether there are none, so that nothing that is handed over matters. */
    boolean none() {
        return open.get() == 0;
    }

    /** How many calls have begun and are not over. */
    long inFlight() {
        return open.get();
    }

    /** A call begins. */
    OpenCall begin(int method, long startNs) {
        open.incrementAndGet();
        return new OpenCall(method, startNs);
    }

    /** A call is over, if it was not. Returns whether that was so. */
    boolean end(OpenCall call) {
        boolean ends = call.end();
        if (ends) {
            open.decrementAndGet();
        }
        return ends;
    }

    /** A call goes on until a future is complete. */
    void await(Object future, OpenCall call) {
        // The last call that returned it: who hands out one future for many calls has begun its work with the first.
        byFuture.merge(future, call, (earlier, later) -> {
            end(earlier);
            return later;
        });
    }

    /** The call that goes on until a future is complete, and no longer; null if there is none. */
    @Nullable
    OpenCall completed(Object future) {
        return byFuture.remove(future);
    }

    /** A task was handed over by a thread that works on a call. */
    void handedOver(Object task, Handed handed) {
        if (byTask.size() >= MAX_HANDED_OVER) {
            tooMany.incrementAndGet();
            return;
        }
        byTask.merge(task, handed, (earlier, later) -> {
            if (earlier.call == later.call || earlier.call.over() && earlier != OF_SEVERAL) {
                return later;
            }
            shared.incrementAndGet();
            return OF_SEVERAL;
        });
    }

    /** The call that a task is part of, which a thread begins with; null if it is of none that goes on. */
    @Nullable
    Handed begun(Object task) {
        Handed handed = byTask.remove(task);
        return handed == null || handed.call.over() ? null : handed;
    }

    /** Forgets the futures and tasks that the program has forgotten. */
    void forget() {
        byTask.expunge(call -> {});
        byFuture.expunge(this::forget);
    }

    /** A call is forgotten with where it would have ended. For one thread. */
    void forget(OpenCall call) {
        neverEnded += end(call) ? 1 : 0;
    }

    /** Returns what works less well than it could, a sentence each. For one thread. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        add(
                neverEnded,
                "Calls that are in no figure, because the program forgot them before they were complete: %,d.",
                notes);
        add(
                shared.get(),
                "Hand-overs that were not followed, because the same object had been handed over for another call: %,d.",
                notes);
        add(
                tooMany.get(),
                "Hand-overs that were not followed, because too many others had not been begun with: %,d.",
                notes);
        return notes;
    }

    private static void add(long count, String note, List<String> notes) {
        if (count > 0) {
            notes.add(String.format(Locale.ROOT, note, count));
        }
    }
}
