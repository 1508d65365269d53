package io.straggler.jfr.read;

import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.RecordedStops;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stops of all threads of a process: safepoints, pauses, stops and stalls of the process, whether or not an outlier met them. Bounded: when there are
 * too many, the shortest are left out.
 */
final class StopCollector {
    private static final int MOST = 50_000;

    private final int most;
    private final List<Evidence> parts = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();
    private long leastNs = RecordedStops.MIN_NS;

    StopCollector() {
        this(MOST);
    }

    StopCollector(int most) {
        this.most = most;
    }

    /** Takes a stop, or a part of one that others report too. A pause may be most of a stop that is longer, so shorter parts count. */
    void add(Evidence part) {
        if (part.durationNs() < leastNs / 2) {
            return;
        }
        parts.add(part);
        while (parts.size() > most) {
            leastNs *= 2;
            parts.removeIf(one -> one.durationNs() < leastNs / 2);
        }
    }

    /** The name with a copy that others share. */
    String shared(String name) {
        return names.size() < MOST ? names.computeIfAbsent(name, same -> same) : name;
    }

    /** All stops, each once. */
    RecordedStops stops() {
        List<Evidence> ordered = new ArrayList<>(parts);
        ordered.sort(Comparator.comparingLong(Evidence::startNs));
        List<Evidence> stops = new ArrayList<>();
        List<Evidence> together = new ArrayList<>();
        long endNs = Long.MIN_VALUE;
        for (Evidence part : ordered) {
            if (part.startNs() > endNs && !together.isEmpty()) {
                addStop(together, stops);
                together.clear();
            }
            together.add(part);
            endNs = Math.max(endNs, part.endNs());
        }
        if (!together.isEmpty()) {
            addStop(together, stops);
        }
        return new RecordedStops(leastNs, stops);
    }

    /**
     * Adds the stop that these parts are of. Whoever watches the process from inside is stopped by the JVM or a signal too, and knows less; but a stall
     * that is far longer than what these report has another reason.
     */
    private void addStop(List<Evidence> together, List<Evidence> stops) {
        List<Evidence> known = new ArrayList<>(together);
        known.removeIf(part -> part.kind() == Kind.PROCESS_STALL);
        boolean stalled = known.isEmpty()
                || 2 * longest(known).durationNs() < longest(together).durationNs();
        List<Evidence> parts = stalled ? together : known;
        long startNs = parts.get(0).startNs();
        long untilNs = parts.stream().mapToLong(Evidence::endNs).max().orElse(startNs);
        if (untilNs - startNs >= leastNs) {
            Evidence named = stalled ? longest(together) : mostOf(known);
            stops.add(new Evidence(named.kind(), startNs, untilNs, Evidence.ANY_THREAD, named.place()));
        }
    }

    /** The longest part, but the longest pause if pauses are at least half of it. */
    private static Evidence mostOf(List<Evidence> together) {
        Evidence longest = longest(together);
        List<Evidence> pauses =
                together.stream().filter(part -> part.kind() == Kind.GC_PAUSE).toList();
        long pausesNs = pauses.stream().mapToLong(Evidence::durationNs).sum();
        return pauses.isEmpty() || 2 * pausesNs < longest.durationNs() ? longest : longest(pauses);
    }

    private static Evidence longest(List<Evidence> parts) {
        return Collections.max(parts, Comparator.comparingLong(Evidence::durationNs));
    }
}
