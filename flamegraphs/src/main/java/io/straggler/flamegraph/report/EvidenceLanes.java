package io.straggler.flamegraph.report;

import io.straggler.flamegraph.page.CausesJson;
import io.straggler.flamegraph.page.Columns;
import io.straggler.model.Evidence;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/** Events of the JVM while outliers were late, in columns: each event once, however many outliers it touched. */
final class EvidenceLanes {
    /** The longest are kept. */
    static final int MAX_EVENTS = 10_000;

    private record Event(int run, long sinceNs, Evidence evidence) {}

    private final List<Event> kept;
    private final int leftOut;

    EvidenceLanes(List<ShownOutliers.Shown> outliers, RunOrigins origins) {
        Set<Event> distinct = new LinkedHashSet<>();
        // Neighbours in one stall share their list.
        Map<List<Evidence>, Boolean> met = new IdentityHashMap<>();
        for (ShownOutliers.Shown outlier : outliers) {
            if (met.put(outlier.diagnosed().evidence(), true) == null) {
                outlier.diagnosed()
                        .evidence()
                        .forEach(one -> distinct.add(new Event(
                                origins.indexOf(outlier.iteration().runId()),
                                origins.sinceNs(outlier.iteration().runId(), one.startNs()),
                                one)));
            }
        }
        List<Event> longest = new ArrayList<>(distinct);
        if (longest.size() > MAX_EVENTS) {
            longest.sort(Comparator.comparingLong((Event event) -> event.evidence.durationNs())
                    .reversed());
            longest = new ArrayList<>(longest.subList(0, MAX_EVENTS));
        }
        longest.sort(Comparator.comparingInt(Event::run).thenComparingLong(Event::sinceNs));
        kept = longest;
        leftOut = distinct.size() - kept.size();
    }

    /** The system's numbers of the threads that events are of. */
    Set<Long> threads() {
        return kept.stream().map(event -> event.evidence.osThreadId()).collect(Collectors.toSet());
    }

    /** Writes one property into the object that is open. */
    void write(JsonGenerator json) {
        Map<Place, Integer> places = new LinkedHashMap<>();
        kept.forEach(event -> places.putIfAbsent(event.evidence.wholePlace(), places.size()));
        json.writeObjectPropertyStart("events");
        json.writeNumberProperty("leftOut", leftOut);
        Columns.write("run", kept, Event::run, json);
        Columns.write("sinceNs", kept, Event::sinceNs, json);
        Columns.write("ns", kept, event -> event.evidence.durationNs(), json);
        Columns.write("kind", kept, event -> event.evidence.kind().ordinal(), json);
        Columns.write("thread", kept, event -> event.evidence.osThreadId(), json);
        Columns.write("text", kept, event -> places.get(event.evidence.wholePlace()), json);
        json.writeArrayPropertyStart("texts");
        places.keySet()
                .forEach(place -> json.writeString(CausesJson.shortened(place).words()));
        json.writeEndArray();
        json.writeEndObject();
    }
}
