package io.straggler.flamegraph.json;

import io.straggler.diagnosis.compare.ComparedRuns;
import io.straggler.diagnosis.compare.ComparedSide;
import io.straggler.diagnosis.compare.RunDifference;
import io.straggler.diagnosis.statistics.Basis;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.ObserverEffect;
import io.straggler.flamegraph.FrameShift;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.exc.JacksonIOException;

/** {@code comparison.json}: how two sides differ, for programs. {@code docs/comparison-json.md} describes every field. */
public final class ComparisonJsonFormat {
    /** Raised when a field changes its meaning or goes away; a new field does not raise it. */
    public static final int SCHEMA_VERSION = 3;

    /** Of the frames that changed, as many as anybody reads. */
    private static final int MOST_FRAMES = 200;

    private ComparisonJsonFormat() {}

    /** Writes the file, replacing one that is there. */
    public static void write(ComparedRuns runs, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            JsonGenerator json = DiagnosisJsonFormat.generator(out);
            write(runs, json);
            json.flush();
            out.write('\n');
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }

    private static void write(ComparedRuns runs, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("schemaVersion", SCHEMA_VERSION);
        json.writeStringProperty("pairing", Words.of(runs.pairing()));
        json.writeStringProperty("ending", runs.ending());
        json.writeNumberProperty("thresholdNs", runs.thresholdNs());
        writeDifferences(runs.differences(), json);
        json.writeName("basis");
        writeBasis(runs.comparison().basis(), json);
        json.writeArrayPropertyStart("metrics");
        runs.comparison().differences().forEach(difference -> writeDifference(difference, json));
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

    /** Writes what sampling did to a run: one object, or null if nothing is known. */
    public static void writeObserver(Optional<ObserverEffect> effect, JsonGenerator json) {
        if (effect.isEmpty()) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeNumberProperty("periods", effect.get().periods());
        json.writeNumberProperty("periodNs", effect.get().periodNs());
        json.writeArrayPropertyStart("metrics");
        effect.get().differences().forEach(difference -> writeDifference(difference, json));
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Writes one object. */
    static void writeBasis(Basis basis, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("units", Words.of(basis.units()));
        json.writeNumberProperty("unitsA", basis.unitsA());
        json.writeNumberProperty("unitsB", basis.unitsB());
        json.writeNumberProperty(
                "blockNs", basis.block().map(Basis.Block::lengthNs).orElse(0L));
        json.writeNumberProperty(
                "correlationNs", basis.block().map(Basis.Block::correlationNs).orElse(0L));
        json.writeNumberProperty("resamples", basis.resamples());
        json.writeNumberProperty("seed", basis.seed());
        json.writeStringProperty("sentence", basis.sentence());
        json.writeEndObject();
    }

    /** Writes one object: a metric on both sides, the difference and the verdict. */
    public static void writeDifference(Difference difference, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("metric", difference.metric().label());
        json.writeStringProperty("unit", unit(difference.metric().unit()));
        writeOptional("a", difference.a(), json);
        writeOptional("b", difference.b(), json);
        writeEstimate("absolute", difference.absolute(), json);
        writeEstimate("relative", difference.relative(), json);
        writeOptional("detectable", difference.detectable(), json);
        json.writeStringProperty("verdict", Words.of(difference.verdict()));
        json.writeStringProperty("note", difference.note());
        json.writeEndObject();
    }

    private static String unit(Metric.Unit unit) {
        return switch (unit) {
            case NS -> "ns";
            case PER_ITERATION -> "per iteration";
            case NS_PER_SECOND -> "ns/s";
        };
    }

    private static void writeOptional(String name, OptionalDouble value, JsonGenerator json) {
        if (value.isPresent()) {
            RunJson.writeFinite(name, value.getAsDouble(), json);
        } else {
            json.writeNullProperty(name);
        }
    }

    private static void writeEstimate(String name, Optional<Estimate> estimate, JsonGenerator json) {
        if (estimate.isEmpty()) {
            json.writeNullProperty(name);
            return;
        }
        json.writeObjectPropertyStart(name);
        RunJson.writeFinite("value", estimate.get().value(), json);
        RunJson.writeFinite("low", estimate.get().low(), json);
        RunJson.writeFinite("high", estimate.get().high(), json);
        json.writeEndObject();
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
        shifts.stream().limit(MOST_FRAMES).forEach(shift -> {
            json.writeStartObject();
            json.writeStringProperty("name", shift.frame().name());
            json.writeStringProperty("kind", Words.of(shift.frame().kind()));
            RunJson.writeFinite("shareA", shift.shareA(), json);
            RunJson.writeFinite("shareB", shift.shareB(), json);
            json.writeNumberProperty("samplesA", shift.samplesA());
            json.writeNumberProperty("samplesB", shift.samplesB());
            json.writeBooleanProperty("appeared", shift.appeared());
            json.writeBooleanProperty("vanished", shift.vanished());
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeNumberProperty("framesLeftOut", Math.max(0, shifts.size() - MOST_FRAMES));
    }
}
