package io.straggler.jfr.read;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who had a monitor while a thread waited for it. The JVM's event names only the last owner. In a queue of waiting threads, that is the
 * thread in front, which had the monitor for a moment only and had waited for it before. The event of that thread's own wait names the
 * owner before it. A wait that was too short for an event leaves a hole there; in it, whoever was seen to have the monitor had it.
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

    /** Owners of monitors at the ends of waits, by time. */
    private final Map<Waits, NavigableMap<Long, Long>> previousOwners = new HashMap<>();

    /** Owners that were seen to have a monitor, by time. */
    private final Map<Long, NavigableMap<Long, Long>> seen = new HashMap<>();

    /** A thread waited for a monitor until then, which another one had had. */
    void entered(long javaId, long monitor, long previousOwner, long endNs) {
        previousOwners
                .computeIfAbsent(new Waits(javaId, monitor), waits -> new TreeMap<>())
                .put(endNs, previousOwner);
    }

    /** A thread had a monitor at that time. */
    void seen(long javaId, long monitor, long timeNs) {
        seen.computeIfAbsent(monitor, key -> new TreeMap<>()).put(timeNs, javaId);
    }

    /**
     * Returns the thread that had a monitor for the longest part of a wait.
     *
     * @param previousOwner who had it when the wait ended
     */
    Held longest(long monitor, long previousOwner, long startNs, long endNs) {
        Held longest = new Held(previousOwner, endNs, endNs);
        long owner = previousOwner;
        long untilNs = endNs;
        while (untilNs > startNs) {
            Map.Entry<Long, Long> got = owner == 0 ? null : got(owner, monitor, startNs, untilNs);
            long sinceNs = got == null ? startNs : got.getKey();
            Map.Entry<Long, Long> other = seenLast(monitor, owner, sinceNs, untilNs);
            if (other != null) {
                sinceNs = firstSeen(monitor, owner, other.getKey(), untilNs);
            }
            Held held = new Held(owner, sinceNs, untilNs);
            longest = held.lengthNs() > longest.lengthNs() ? held : longest;
            owner = other != null ? other.getValue() : got != null ? got.getValue() : owner;
            untilNs = sinceNs;
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

    /** When another thread was last seen to have a monitor in a time, and which one; {@code null} if none was. */
    private Map.@Nullable Entry<Long, Long> seenLast(long monitor, long notJavaId, long fromNs, long untilNs) {
        for (Map.Entry<Long, Long> one :
                seenBetween(monitor, fromNs, untilNs).descendingMap().entrySet()) {
            if (one.getValue() != notJavaId) {
                return one;
            }
        }
        return null;
    }

    /** When a thread was first seen to have a monitor in a time; its end if it never was. */
    private long firstSeen(long monitor, long javaId, long fromNs, long untilNs) {
        for (Map.Entry<Long, Long> one : seenBetween(monitor, fromNs, untilNs).entrySet()) {
            if (one.getValue() == javaId) {
                return one.getKey();
            }
        }
        return untilNs;
    }

    private NavigableMap<Long, Long> seenBetween(long monitor, long fromNs, long untilNs) {
        NavigableMap<Long, Long> all = seen.get(monitor);
        return all == null || fromNs >= untilNs
                ? Collections.emptyNavigableMap()
                : all.subMap(fromNs, false, untilNs, false);
    }
}
