package io.straggler.sampler.linux;

import com.sun.jna.Memory;
import io.straggler.model.NanoClock;
import java.util.function.IntSupplier;

/**
 * The times for which a child process is stopped by a signal. The system notifies its parent, which is not stopped, so nothing has to be
 * guessed from inside. For one thread of the parent.
 *
 * <p>Its clock must be the child's: {@link System#nanoTime} is one for all processes where this works, on Linux.
 */
public final class ChildStops {
    static final int STOPPED = 5;
    static final int CONTINUED = 6;

    /** A wait may be interrupted, but not so often in a row. */
    private static final int MAX_FAILURES = 10;

    private ChildStops() {}

    /** Is notified of a stop that is over. */
    @FunctionalInterface
    public interface Listener {
        /** @param fromNs equal to {@code toNs} if the stop was too short for its beginning to be seen */
        void stopped(long fromNs, long toNs);
    }

    /** Reports stops until the child is gone; returns at once where the system reports none. */
    public static void watch(long processId, NanoClock clock, Listener listener) {
        if (!NativeThread.available()) {
            return;
        }
        try (Memory info = new Memory(128)) {
            watch(() -> NativeThread.awaitStopOrContinue(processId, info), clock, listener);
        }
    }

    /** @param changes waits for the child's next change and returns what it was, or a negative number for none */
    static void watch(IntSupplier changes, NanoClock clock, Listener listener) {
        long sinceNs = Long.MIN_VALUE;
        int failures = 0;
        while (failures < MAX_FAILURES) {
            int change = changes.getAsInt();
            long nowNs = clock.nanoTime();
            failures = change < 0 ? failures + 1 : 0;
            if (change == STOPPED) {
                sinceNs = nowNs;
            } else if (change == CONTINUED) {
                listener.stopped(sinceNs == Long.MIN_VALUE ? nowNs : sinceNs, nowNs);
                sinceNs = Long.MIN_VALUE;
            }
        }
    }
}
