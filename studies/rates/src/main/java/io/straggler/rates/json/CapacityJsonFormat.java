package io.straggler.rates.json;

import io.straggler.flamegraph.json.DiagnosisJsonFormat;
import io.straggler.flamegraph.json.JsonNames;
import io.straggler.flamegraph.json.RunJson;
import io.straggler.rates.result.Capacity;
import io.straggler.rates.result.Capacity.Estimate;
import io.straggler.rates.result.Capacity.Run;
import io.straggler.rates.result.Capacity.Tried;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** {@code capacity.json}: the highest rate that is sustained, for programs. {@code docs/reference/capacity-json.md} describes every field. */
public final class CapacityJsonFormat {
    /** Raised when a field changes its meaning or goes away; a new field does not raise it. */
    public static final int SCHEMA_VERSION = 2;

    private CapacityJsonFormat() {}

    /** Writes the file, replacing one that is there. */
    public static void write(Capacity capacity, Path file) throws IOException {
        DiagnosisJsonFormat.write(file, json -> write(capacity, json));
    }

    private static void write(Capacity capacity, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("schemaVersion", SCHEMA_VERSION);
        writeProperties(capacity, json);
        json.writeEndObject();
    }

    /** Writes what was found into the object that is open. */
    public static void writeProperties(Capacity capacity, JsonGenerator json) {
        json.writeStringProperty("task", capacity.task());
        json.writeArrayPropertyStart("objectives");
        capacity.objectives().forEach(json::writeString);
        json.writeEndArray();
        RunJson.writeFinite("lowPerSecond", capacity.lowPerSecond(), json);
        RunJson.writeFinite("highPerSecond", capacity.highPerSecond(), json);
        RunJson.writeFinite("precision", capacity.precision(), json);
        json.writeStringProperty("answer", JsonNames.of(capacity.answer()));
        json.writeStringProperty("ending", capacity.ending());
        writeEstimate(capacity.estimate(), json);
        writeTried("found", capacity.found(), json);
        writeTried("above", capacity.above(), json);
        json.writeArrayPropertyStart("runs");
        capacity.runs().forEach(run -> writeRun(run, json));
        json.writeEndArray();
        json.writeObjectPropertyStart("limit");
        SweepJsonFormat.writeBudget(capacity.limit(), json);
        json.writeEndObject();
    }

    private static void writeEstimate(Optional<Estimate> estimate, JsonGenerator json) {
        json.writeName("estimate");
        if (estimate.isEmpty()) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        RunJson.writeFinite("perSecond", estimate.get().perSecond(), json);
        RunJson.writeFinite("lowPerSecond", estimate.get().lowPerSecond(), json);
        RunJson.writeFinite("highPerSecond", estimate.get().highPerSecond(), json);
        RunJson.writeFinite("width", estimate.get().width(), json);
        json.writeEndObject();
    }

    private static void writeTried(String name, Optional<Tried> tried, JsonGenerator json) {
        json.writeName(name);
        tried.ifPresentOrElse(one -> writeTried(one, json), json::writeNull);
    }

    private static void writeTried(Tried tried, JsonGenerator json) {
        json.writeStartObject();
        RunJson.writeFinite("perSecond", tried.perSecond(), json);
        json.writeNumberProperty("searched", tried.searched());
        json.writeNumberProperty("confirmed", tried.confirmed());
        json.writeNumberProperty("held", tried.held());
        json.writeNumberProperty("failed", tried.failed());
        json.writeEndObject();
    }

    private static void writeRun(Run run, JsonGenerator json) {
        json.writeStartObject();
        RunJson.writeFinite("perSecond", run.perSecond(), json);
        json.writeStringProperty("purpose", JsonNames.of(run.purpose()));
        json.writeNumberProperty("number", run.number());
        json.writeStringProperty("place", run.place());
        json.writeStringProperty("status", run.status().label());
        RunJson.writeFinite("achievedPerSecond", run.achievedPerSecond(), json);
        json.writeStringProperty("verdict", JsonNames.of(run.verdict()));
        json.writeStringProperty("sentence", run.sentence());
        json.writeEndObject();
    }
}
