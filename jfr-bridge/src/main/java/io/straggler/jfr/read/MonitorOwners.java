package io.straggler.jfr.read;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who had a monitor while a thread waited for it. The JVM's event names only the last owner. In a queue of waiting threads, that is the
 * thread in front, which had the monitor for a moment only and had waited for it before. The event of that thread's own wait names the
 * owner before it.
 */
final class MonitorOwners {
    /** Whose waits for which monitor. */
    private record Waits(long javaId, long monitor) {}

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

    /** Who had the monitor when a wait for it ended, by that time. */
    private final Map<Waits, NavigableMap<Long, Long>> previousOwners = new HashMap<>();

    /** A thread waited for a monitor until then, which another one had had. */
    void entered(long javaId, long monitor, long previousOwner, long endNs) {
        previousOwners
                .computeIfAbsent(new Waits(javaId, monitor), waits -> new TreeMap<>())
                .put(endNs, previousOwner);
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
            Map.Entry<Long, Long> got = owner == 0 ? null : got(owner, monitor, startNs, untilNs);
            Held held = new Held(owner, got == null ? startNs : got.getKey(), untilNs);
            longest = held.lengthNs() > longest.lengthNs() ? held : longest;
            owner = got == null ? owner : got.getValue();
            untilNs = held.sinceNs;
        }
        return longest;
    }

    /**
     * When a thread got a monitor that it had at the end of a time, and from whom; {@code null} if it had it all that time, as far as is known.
     */
    private Map.@Nullable Entry<Long, Long> got(long javaId, long monitor, long startNs, long untilNs) {
        NavigableMap<Long, Long> waits = previousOwners.get(new Waits(javaId, monitor));
        Map.Entry<Long, Long> last = waits == null ? null : waits.lowerEntry(untilNs);
        return last != null && last.getKey() > startNs ? last : null;
    }
}
