package io.straggler.flamegraph.json;

import io.straggler.diagnosis.RelativeLatency;
import io.straggler.model.RunDescription;
import tools.jackson.core.JsonGenerator;

/** Writes a run's latencies as multiples of its reference run's as JSON. {@code docs/reference/diagnosis-json.md} describes the fields. */
public final class RelativeJson {
    private RelativeJson() {}

    /** Writes the property {@code reference} into the object that is open: null where there is no reference. */
    public static void write(RunDescription run, RelativeLatency relative, JsonGenerator json) {
        if (relative.points().isEmpty()) {
            json.writeNullProperty("reference");
            return;
        }
        json.writeObjectPropertyStart("reference");
        json.writeStringProperty("of", run.environment().getOrDefault(RelativeLatency.SERIES, ""));
        json.writeArrayPropertyStart("multiples");
        for (RelativeLatency.Point point : relative.points()) {
            json.writeStartObject();
            json.writeNumberProperty("percentile", point.percentile());
            json.writeNumberProperty("referenceNs", point.referenceNs());
            json.writeNumberProperty("latencyNs", point.latencyNs());
            RunJson.writeFinite("multiple", point.multiple(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
