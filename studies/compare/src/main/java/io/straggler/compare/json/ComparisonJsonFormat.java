package io.straggler.compare.json;

import io.straggler.compare.result.ComparedRuns;
import io.straggler.compare.result.ComparedSide;
import io.straggler.compare.result.FrameShift;
import io.straggler.compare.result.RunDifference;
import io.straggler.flamegraph.json.BudgetJson;
import io.straggler.flamegraph.json.DiagnosisJsonFormat;
import io.straggler.flamegraph.json.DifferenceJson;
import io.straggler.flamegraph.json.JsonNames;
import io.straggler.flamegraph.json.RunJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** {@code comparison.json}: how two sides differ, for programs. {@code docs/reference/comparison-json.md} describes every field. */
public final class ComparisonJsonFormat {
    /** Raised when a field changes its meaning or goes away; a new field does not raise it. */
    public static final int SCHEMA_VERSION = 3;

    /** Largest number of changed frames in the file: more are not read. */
    private static final int MAX_FRAMES = 200;

    private ComparisonJsonFormat() {}

    /** Writes the file, replacing one that is there. */
    public static void write(ComparedRuns runs, Path file) throws IOException {
        DiagnosisJsonFormat.write(file, json -> write(runs, json));
    }

    private static void write(ComparedRuns runs, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("schemaVersion", SCHEMA_VERSION);
        json.writeStringProperty("pairing", JsonNames.of(runs.pairing()));
        json.writeStringProperty("ending", runs.ending());
        json.writeNumberProperty("thresholdNs", runs.thresholdNs());
        writeDifferences(runs.differences(), json);
        json.writeName("basis");
        DifferenceJson.writeBasis(runs.comparison().basis(), json);
        json.writeArrayPropertyStart("metrics");
        runs.comparison().differences().forEach(difference -> DifferenceJson.writeDifference(difference, json));
        json.writeEndArray();
        writeSide("a", runs.a(), json);
        writeSide("b", runs.b(), json);
        writeFrames(FrameShift.between(runs.a().diagnosis(), runs.b().diagnosis()), json);
        json.writeEndObject();
    }

    /** Writes an array: what else is not the same on both sides. */
    static void writeDifferences(List<RunDifference> differences, JsonGenerator json) {
        json.writeArrayPropertyStart("differences");
        for (RunDifference difference : differences) {
            json.writeStartObject();
            json.writeStringProperty("name", difference.name());
            json.writeStringProperty("a", difference.a());
            json.writeStringProperty("b", difference.b());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeSide(String name, ComparedSide side, JsonGenerator json) {
        json.writeObjectPropertyStart(name);
        json.writeStringProperty("label", side.label());
        json.writeArrayPropertyStart("places");
        side.places().forEach(json::writeString);
        json.writeEndArray();
        json.writeNumberProperty("measuredNs", side.measuredNs());
        json.writeName("run");
        RunJson.write(side.run(), json);
        json.writeNumberProperty("diagnosedOutliers", side.diagnosis().outliers());
        json.writeName("budget");
        BudgetJson.write(side.diagnosis().latencyNs(), side.diagnosis().causes(), json);
        json.writeEndObject();
    }

    private static void writeFrames(List<FrameShift> shifts, JsonGenerator json) {
        json.writeArrayPropertyStart("frames");
        shifts.stream().limit(MAX_FRAMES).forEach(shift -> {
            json.writeStartObject();
            json.writeStringProperty("name", shift.frame().name());
            json.writeStringProperty("kind", JsonNames.of(shift.frame().kind()));
            RunJson.writeFinite("shareA", shift.shareA(), json);
            RunJson.writeFinite("shareB", shift.shareB(), json);
            json.writeNumberProperty("samplesA", shift.samplesA());
            json.writeNumberProperty("samplesB", shift.samplesB());
            json.writeBooleanProperty("appeared", shift.appeared());
            json.writeBooleanProperty("vanished", shift.vanished());
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeNumberProperty("framesLeftOut", Math.max(0, shifts.size() - MAX_FRAMES));
    }
}
