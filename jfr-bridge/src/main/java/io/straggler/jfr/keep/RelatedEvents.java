package io.straggler.jfr.keep;

import io.straggler.jfr.chunk.RecordedType;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.read.EvidenceEvents;
import io.straggler.jfr.read.TimeWindows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Events that explain an outlier without overlapping it, because the JVM records one safepoint, or one collection, in several events. If a
 * part of a safepoint stopped an outlier, all events of the safepoint count. If a pause of a collection did, all events of the collection
 * count. So do those of safepoints and pauses that were long, whether or not an outlier met them; and the first collection of a chunk, before
 * which the allocations of the chunk before end.
 *
 * <p>Immutable, for one chunk. If a chunk ends during a safepoint, the next chunk holds the safepoint's events from its operation on. That
 * is enough to name it.
 */
final class RelatedEvents {
    private static final String SAFEPOINT = "safepointId";
    private static final String COLLECTION = "gcId";
    private static final String PAUSE = "jdk.GCPhasePause";
    private static final Set<String> PAUSES = Set.of(PAUSE, "jdk.GCPhasePauseLevel1");

    private final TimeWindows safepoints = new TimeWindows(Integer.MAX_VALUE);
    private final Set<Long> collections = new HashSet<>();

    /** Whether an outlier met a pause, by the time at which the pause began. */
    private final TreeMap<Long, Boolean> metByStartNs = new TreeMap<>();

    /** Whether outliers of the next chunk will be kept. */
    private final boolean moreFollow;

    private record Period(long fromNs, long toNs) {
        Period and(Period other) {
            return new Period(Math.min(fromNs, other.fromNs), Math.max(toNs, other.toNs));
        }
    }

    private record Pause(long collection, Period period) {}

    /** Looks through a chunk for what is related to the outliers. */
    RelatedEvents(RawChunk chunk, ClockMap clock, OutlierPeriods periods) {
        moreFollow = periods.keepsMore();
        if (chunk.types().all().stream().noneMatch(type -> EvidenceEvents.IN_SEVERAL.contains(type.name))) {
            return; // The profiler's.
        }
        Map<Long, Period> byNumber = new HashMap<>();
        List<Pause> pauses = new ArrayList<>();
        chunk.events(event -> {
            RecordedType type = event.type();
            if (!EvidenceEvents.IN_SEVERAL.contains(type.name)) {
                return;
            }
            if (PAUSES.contains(type.name)) {
                Period period = period(event, clock);
                pauses.add(new Pause(event.number(COLLECTION), period));
                if (type.name.equals(PAUSE)) {
                    metByStartNs.put(period.fromNs, periods.isLate(period.fromNs, period.toNs));
                }
            } else if (event.number(SAFEPOINT) != 0) { // No operation outside of safepoints has one.
                byNumber.merge(event.number(SAFEPOINT), period(event, clock), Period::and);
            }
        });
        byNumber.values().stream()
                .sorted(Comparator.comparingLong(Period::fromNs)) // In order each is added in no time.
                .filter(safepoint -> periods.isStop(safepoint.fromNs, safepoint.toNs))
                .forEach(safepoint -> safepoints.add(safepoint.fromNs, safepoint.toNs));
        for (Pause pause : pauses) {
            Period period = pause.period;
            if (periods.isStop(period.fromNs, period.toNs) || safepoints.overlaps(period.fromNs, period.toNs)) {
                collections.add(pause.collection);
            }
        }
        if (moreFollow && !metByStartNs.isEmpty()) {
            pauses.stream()
                    .filter(pause -> pause.period.fromNs == metByStartNs.firstKey())
                    .forEach(pause -> collections.add(pause.collection));
        }
    }

    /** Whether what was allocated then was allocated before a pause that an outlier met, or before one of the next chunk. */
    boolean precedeMetPause(long timeNs) {
        Map.Entry<Long, Boolean> next = metByStartNs.ceilingEntry(timeNs);
        return next == null ? moreFollow : next.getValue();
    }

    private static Period period(RawEvent event, ClockMap clock) {
        return new Period(clock.toNanos(event.startTicks()), clock.toNanos(event.endTicks()));
    }

    /** Whether an event belongs to them. */
    boolean contain(RawEvent event, long fromNs, long toNs) {
        return EvidenceEvents.IN_SEVERAL.contains(event.type().name)
                && (safepoints.overlaps(fromNs, toNs)
                        || event.type().indexOf(COLLECTION) != null && collections.contains(event.number(COLLECTION)));
    }
}
