package io.straggler.jfr.read;

import static io.straggler.model.Evidence.ANY_THREAD;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** GC pauses with their collector, cause and longest phase. Recorded in events that come in any order. */
final class CollectionEvents {
    private final Map<Long, String> collections = new HashMap<>();
    private final Map<Long, List<Pause>> pausesByGc = new HashMap<>();
    private final Map<Long, List<Pause>> phasesByGc = new HashMap<>();
    private final RecentIds recent = new RecentIds();

    private final TreeMap<Long, String> detailByStart = new TreeMap<>();

    private record Pause(String name, long startNs, long endNs) {
        boolean within(Pause other) {
            return startNs >= other.startNs && endNs <= other.endNs;
        }
    }

    void accept(EventView row, long startNs, long endNs) {
        long gcId = row.number("gcId");
        recent.add(gcId);
        Pause pause = new Pause(row.nameOrEmpty("name"), startNs, endNs);
        switch (row.typeName()) {
            case "jdk.GarbageCollection" -> collections.put(gcId, pause.name + ", " + row.nameOrEmpty("cause"));
            case "jdk.GCPhasePause" ->
                pausesByGc.computeIfAbsent(gcId, id -> new ArrayList<>()).add(pause);
            default -> phasesByGc.computeIfAbsent(gcId, id -> new ArrayList<>()).add(pause);
        }
    }

    /**
     * Forgets, at the end of a chunk, collections without a pause that touches an outlier, and about which the next
     * chunk can say nothing.
     *
     * @param safepoints that have forgotten theirs; a pause also says what the safepoint around it was for
     * @param stops receives the pauses that are forgotten
     */
    void forget(BoundedEvidence kept, SafepointEvents safepoints, StopCollector stops) {
        for (long gcId : recent.over()) {
            if (pausesByGc.getOrDefault(gcId, List.of()).stream()
                    .noneMatch(pause -> kept.wants(pause.startNs, pause.endNs, held())
                            || safepoints.ofOutlier(pause.startNs, pause.endNs))) {
                addStops(gcId, stops);
                collections.remove(gcId);
                pausesByGc.remove(gcId);
                phasesByGc.remove(gcId);
            }
        }
    }

    /** How many are held. */
    int held() {
        return Math.max(collections.size(), Math.max(pausesByGc.size(), phasesByGc.size()));
    }

    /** Returns the kind of the first pause that began within an interval. To be asked when all are known. */
    Optional<String> pauseWithin(long startNs, long endNs) {
        if (detailByStart.isEmpty()) {
            pausesByGc.forEach(
                    (gcId, pauses) -> pauses.forEach(pause -> detailByStart.put(pause.startNs, detail(gcId, pause))));
        }
        Map.Entry<Long, String> first = detailByStart.ceilingEntry(startNs);
        return first != null && first.getKey() < endNs ? Optional.of(first.getValue()) : Optional.empty();
    }

    /** @param stops receives the pauses */
    void finish(StopCollector stops, Consumer<Evidence> consumer) {
        pausesByGc.keySet().forEach(gcId -> addStops(gcId, stops));
        pausesByGc.forEach((gcId, pauses) -> pauses.forEach(pause -> consumer.accept(
                new Evidence(Kind.GC_PAUSE, pause.startNs, pause.endNs, ANY_THREAD, Place.of(detail(gcId, pause))))));
    }

    private void addStops(long gcId, StopCollector stops) {
        for (Pause pause : pausesByGc.getOrDefault(gcId, List.of())) {
            Place place = Place.of(stops.shared(name(gcId, pause)));
            stops.add(new Evidence(Kind.GC_PAUSE, pause.startNs, pause.endNs, ANY_THREAD, place));
        }
    }

    private String detail(long gcId, Pause pause) {
        return name(gcId, pause) + phase(gcId, pause);
    }

    private String name(long gcId, Pause pause) {
        String collection = collections.get(gcId);
        return pause.name + (collection == null ? "" : " (" + collection + ")");
    }

    /** The phase that took more than half of the pause, if there was one. */
    private String phase(long gcId, Pause pause) {
        return phasesByGc.getOrDefault(gcId, List.of()).stream()
                .filter(phase -> phase.within(pause) && 2 * (phase.endNs - phase.startNs) > pause.endNs - pause.startNs)
                .findFirst()
                .map(phase -> ", mostly " + phase.name)
                .orElse("");
    }
}
