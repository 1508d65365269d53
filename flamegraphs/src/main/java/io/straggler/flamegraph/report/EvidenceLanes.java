package io.straggler.flamegraph.report;

import io.straggler.model.Evidence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/** What the JVM reported while outliers were late, in columns: each event once, however many outliers it touched. */
final class EvidenceLanes {
    /** The longest are kept. */
    static final int MAX_EVENTS = 10_000;

    private record Event(int run, long sinceNs, Evidence evidence) {}

    private EvidenceLanes() {}

    /** Writes one property into the object that is open. */
    static void write(List<ShownOutliers.Shown> outliers, RunOrigins origins, JsonGenerator json) {
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
        List<Event> kept = new ArrayList<>(distinct);
        if (kept.size() > MAX_EVENTS) {
            kept.sort(Comparator.comparingLong((Event event) -> event.evidence.durationNs())
                    .reversed());
            kept = new ArrayList<>(kept.subList(0, MAX_EVENTS));
        }
        kept.sort(Comparator.comparingInt(Event::run).thenComparingLong(Event::sinceNs));
        Map<String, Integer> texts = new LinkedHashMap<>();
        kept.forEach(event -> texts.putIfAbsent(BudgetSection.shortened(event.evidence.detail()), texts.size()));
        json.writeObjectPropertyStart("events");
        json.writeNumberProperty("leftOut", distinct.size() - kept.size());
        Columns.write("run", kept, Event::run, json);
        Columns.write("sinceNs", kept, Event::sinceNs, json);
        Columns.write("ns", kept, event -> event.evidence.durationNs(), json);
        Columns.write("kind", kept, event -> event.evidence.kind().ordinal(), json);
        Columns.write("text", kept, event -> texts.get(BudgetSection.shortened(event.evidence.detail())), json);
        json.writeArrayPropertyStart("texts");
        texts.keySet().forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }
}
