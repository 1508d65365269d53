package io.straggler.compare.json;

import io.straggler.compare.result.RecordedComparison;
import io.straggler.compare.result.RecordedSide;
import io.straggler.flamegraph.json.DiagnosisJsonFormat;
import io.straggler.flamegraph.json.DifferenceJson;
import io.straggler.model.Series;
import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.core.JsonGenerator;

/**
 * {@code comparison.json} of files that other tools wrote: the fields of {@link ComparisonJsonFormat} that need no run, and those that
 * say what the files hold. {@code docs/reference/comparison-json.md} describes every field.
 */
public final class RecordedJsonFormat {
    private RecordedJsonFormat() {}

    /** Writes the file, replacing one that is there. */
    public static void write(RecordedComparison runs, Path file) throws IOException {
        DiagnosisJsonFormat.write(file, json -> write(runs, json));
    }

    private static void write(RecordedComparison runs, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("schemaVersion", ComparisonJsonFormat.SCHEMA_VERSION);
        ComparisonJsonFormat.writeDifferences(runs.differences(), json);
        json.writeName("basis");
        runs.basis().ifPresentOrElse(basis -> DifferenceJson.writeBasis(basis, json), json::writeNull);
        json.writeStringProperty("noVerdict", runs.noVerdict());
        json.writeArrayPropertyStart("metrics");
        runs.metrics().forEach(metric -> DifferenceJson.writeDifference(metric, json));
        json.writeEndArray();
        writeSide("a", runs.a(), json);
        writeSide("b", runs.b(), json);
        json.writeArrayPropertyStart("limits");
        runs.limits().forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeSide(String name, RecordedSide side, JsonGenerator json) {
        json.writeObjectPropertyStart(name);
        json.writeStringProperty("label", side.label());
        json.writeArrayPropertyStart("places");
        side.places().forEach(json::writeString);
        json.writeEndArray();
        json.writeStringProperty("tool", side.tool());
        json.writeStringProperty("series", side.series());
        json.writeNumberProperty("runs", side.runs());
        json.writeNumberProperty("count", side.count());
        json.writeArrayPropertyStart("percentiles");
        for (Series.Point point : side.percentiles()) {
            json.writeStartObject();
            json.writeNumberProperty("percentile", point.percentile());
            json.writeNumberProperty("valueNs", point.valueNs());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
