package io.straggler.flamegraph.json;

import io.straggler.diagnosis.PathStage;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes the stages of the outliers' paths as JSON, the same in every file. {@code docs/reference/diagnosis-json.md} describes the fields. */
public final class StagesJson {
    private StagesJson() {}

    /** Writes one property into the object that is open. */
    public static void write(List<PathStage> stages, JsonGenerator json) {
        json.writeArrayPropertyStart("stages");
        for (PathStage stage : stages) {
            json.writeStartObject();
            json.writeStringProperty("threads", stage.threads());
            json.writeNumberProperty("outliers", stage.outliers());
            json.writeNumberProperty("queuedNs", stage.queuedNs());
            json.writeNumberProperty("coreNs", stage.coreNs());
            json.writeNumberProperty("workedNs", stage.workedNs());
            RunJson.writeKnown("p50Ns", stage.workedNs(50), json);
            RunJson.writeKnown("p99Ns", stage.workedNs(99), json);
            json.writeNumberProperty("maxNs", stage.longestNs());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
