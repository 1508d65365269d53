package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.read.EvidenceType;
import io.straggler.model.Evidence.Kind;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts events of types whose rate the JVM may limit: a limit that was never reached has left nothing out. The events
 * of a chunk are counted while it is filtered, on any thread; the rest is for one thread.
 */
final class EventRates {
    private static final Set<Kind> LIMITED_KINDS = EnumSet.of(Kind.FILE_IO, Kind.SOCKET_IO);

    private static final Set<String> TYPES = EvidenceType.ALL.stream()
            .filter(type -> LIMITED_KINDS.contains(type.kind()))
            .map(EvidenceType::name)
            .collect(Collectors.toUnmodifiableSet());

    /** Number of seconds of a chunk that are counted. */
    private static final int MAX_SECONDS = 100_000;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final Map<String, Long> mostPerSecond = new HashMap<>();

    /** The counts of one chunk. */
    static final class OfChunk {
        private final ClockMap clock;
        private final Map<String, Map<Long, Long>> counts = new HashMap<>();

        OfChunk(ClockMap clock) {
            this.clock = clock;
        }

        /** A filter that counts, and wants none of the events; {@code null} for a type that the JVM does not limit. */
        @Nullable
        EventFilter filter(String typeName) {
            if (!TYPES.contains(typeName)) {
                return null;
            }
            Map<Long, Long> bySecond = counts.computeIfAbsent(typeName, key -> new HashMap<>());
            return new EventFilter(
                    row -> {
                        long second = Math.floorDiv(clock.toNanos(row.endTicks()), NANOS_PER_SECOND);
                        if (bySecond.size() < MAX_SECONDS || bySecond.containsKey(second)) {
                            bySecond.merge(second, 1L, Long::sum);
                        }
                        return false;
                    },
                    null);
        }
    }

    void add(OfChunk chunk) {
        chunk.counts.forEach(
                (type, bySecond) -> bySecond.values().forEach(count -> mostPerSecond.merge(type, count, Math::max)));
    }

    /** The highest number of events of a type within a second. */
    long mostPerSecond(String typeName) {
        return mostPerSecond.getOrDefault(typeName, 0L);
    }
}
