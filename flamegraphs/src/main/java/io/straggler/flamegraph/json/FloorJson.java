package io.straggler.flamegraph.json;

import io.straggler.diagnosis.AboveFloor;
import io.straggler.model.RunDescription;
import tools.jackson.core.JsonGenerator;

/** Writes how far a run is above its floor as JSON. {@code docs/diagnosis-json.md} describes the fields. */
public final class FloorJson {
    private FloorJson() {}

    /** Writes the property {@code floor} into the object that is open: null where there is no floor. */
    public static void write(RunDescription run, AboveFloor above, JsonGenerator json) {
        if (above.points().isEmpty()) {
            json.writeNullProperty("floor");
            return;
        }
        json.writeObjectPropertyStart("floor");
        json.writeStringProperty("of", run.environment().getOrDefault("floor", ""));
        json.writeArrayPropertyStart("multiples");
        for (AboveFloor.Point point : above.points()) {
            json.writeStartObject();
            json.writeNumberProperty("percentile", point.percentile());
            json.writeNumberProperty("floorNs", point.floorNs());
            json.writeNumberProperty("latencyNs", point.latencyNs());
            RunJson.writeFinite("multiple", point.multiple(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
