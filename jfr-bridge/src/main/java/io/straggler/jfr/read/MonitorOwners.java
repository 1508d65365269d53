package io.straggler.jfr.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who had a monitor while a thread waited for it. The JVM names only who had it last. In a queue of waiting threads that is the one in front,
 * which had it for a moment, and waited itself before; its own event says for whom.
 */
final class MonitorOwners {
    /** A thread's wait for a monitor, that ended. */
    private record Entered(long monitor, long previousOwner, long endNs) {}

    /**
     * A time in which a thread had a monitor.
     *
     * @param javaId of the thread; zero if nobody says who
     */
    record Held(long javaId, long sinceNs, long untilNs) {
        private long lengthNs() {
            return untilNs - sinceNs;
        }
    }

    private final Map<Long, List<Entered>> enteredByThread = new HashMap<>();

    /** A thread waited for a monitor until then, which another one had had. */
    void entered(long javaId, long monitor, long previousOwner, long endNs) {
        enteredByThread
                .computeIfAbsent(javaId, id -> new ArrayList<>())
                .add(new Entered(monitor, previousOwner, endNs));
    }

    /**
     * Who had a monitor for the longest part of a wait.
     *
     * @param previousOwner who had it when the wait ended
     */
    Held longest(long monitor, long previousOwner, long startNs, long endNs) {
        Held longest = new Held(previousOwner, endNs, endNs);
        long owner = previousOwner;
        long untilNs = endNs;
        while (untilNs > startNs) {
            Entered got = owner == 0 ? null : got(owner, monitor, startNs, untilNs);
            Held held = new Held(owner, got == null ? startNs : got.endNs, untilNs);
            longest = held.lengthNs() > longest.lengthNs() ? held : longest;
            owner = got == null ? owner : got.previousOwner;
            untilNs = held.sinceNs;
        }
        return longest;
    }

    /** How a thread got a monitor that it had at the end of a time; {@code null} if it had it all that time, as far as is known. */
    private Entered got(long javaId, long monitor, long startNs, long untilNs) {
        Entered last = null;
        for (Entered one : enteredByThread.getOrDefault(javaId, List.of())) {
            if (one.monitor == monitor
                    && one.endNs > startNs
                    && one.endNs < untilNs
                    && (last == null || one.endNs > last.endNs)) {
                last = one;
            }
        }
        return last;
    }
}
