package io.straggler.flamegraph.json;

import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.SamplerSummary;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** Writes what was run as JSON, the same in every file. {@code docs/reference/diagnosis-json.md} describes the fields. */
public final class RunJson {
    private RunJson() {}

    /** Writes one object. */
    public static void write(RunDescription run, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("task", run.task());
        json.writeStringProperty("status", run.status().label());
        json.writeStringProperty("reason", run.reason());
        json.writeArrayPropertyStart("warnings");
        run.warnings().forEach(json::writeString);
        json.writeEndArray();
        json.writeArrayPropertyStart("notices");
        run.notices().forEach(notice -> NoticeJson.write(notice, json));
        json.writeEndArray();
        json.writeNumberProperty("iterations", run.iterations());
        json.writeNumberProperty("outliers", run.outliers());
        json.writeNumberProperty("thresholdNs", run.thresholdNs());
        writeMap("optionsGiven", run.optionsGiven(), json);
        writeMap("optionsResolved", run.optionsResolved(), json);
        writeMap("environment", run.environment(), json);
        json.writeArrayPropertyStart("runs");
        run.runs().forEach(outcome -> writeOutcome(outcome, json));
        json.writeEndArray();
        json.writeName("sampler");
        writeSampler(run.sampler(), json);
        json.writeEndObject();
    }

    /** Writes the two properties that say which run something belongs to, into the object that is open. */
    public static void writeRunId(RunId runId, JsonGenerator json) {
        json.writeNumberProperty("fork", runId.fork());
        json.writeNumberProperty("run", runId.run());
    }

    /** Writes a number, or null for one that JSON does not have. */
    public static void writeFinite(String name, double value, JsonGenerator json) {
        if (Double.isFinite(value)) {
            json.writeNumberProperty(name, value);
        } else {
            json.writeNullProperty(name);
        }
    }

    private static void writeMap(String name, Map<String, String> map, JsonGenerator json) {
        json.writeObjectPropertyStart(name);
        new TreeMap<>(map).forEach(json::writeStringProperty);
        json.writeEndObject();
    }

    private static void writeOutcome(RunOutcome outcome, JsonGenerator json) {
        json.writeStartObject();
        writeRunId(outcome.runId(), json);
        json.writeStringProperty("status", outcome.status().label());
        json.writeStringProperty("reason", outcome.reason());
        json.writeNumberProperty("originNs", outcome.originNs());
        json.writeNumberProperty("startEpochMs", outcome.startEpochMs());
        json.writeNumberProperty("endEpochMs", outcome.endEpochMs());
        writeFinite("targetPerSecond", outcome.targetPerSecond(), json);
        writeFinite("achievedPerSecond", outcome.achievedPerSecond(), json);
        json.writeNumberProperty("iterations", outcome.iterations());
        json.writeNumberProperty("corrected", outcome.corrected());
        json.writeNumberProperty("outliers", outcome.outliers());
        json.writeNumberProperty("thresholdNs", outcome.thresholdNs());
        json.writeNumberProperty("worstNs", outcome.worstNs());
        json.writeNumberProperty("strayCompletions", outcome.strayCompletions());
        json.writeNumberProperty("uncompleted", outcome.uncompleted());
        json.writeEndObject();
    }

    /** Writes a time into the object that is open: null where it is not known. */
    static void writeKnown(String name, OptionalLong ns, JsonGenerator json) {
        if (ns.isPresent()) {
            json.writeNumberProperty(name, ns.getAsLong());
        } else {
            json.writeNullProperty(name);
        }
    }

    private static void writeSampler(SamplerSummary sampler, JsonGenerator json) {
        if (sampler == null) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeStringProperty("mode", sampler.mode().label());
        json.writeStringProperty("why", sampler.why());
        json.writeNumberProperty("armDelayNs", sampler.armDelayNs());
        json.writeNumberProperty("marginNs", sampler.marginNs());
        json.writeNumberProperty("captureNs", sampler.captureNs());
        json.writeNumberProperty("signalsSent", sampler.signalsSent());
        json.writeNumberProperty("capturesTaken", sampler.capturesTaken());
        json.writeNumberProperty("normalSamples", sampler.normalSamples());
        json.writeNumberProperty("innocentCaptures", sampler.innocentCaptures());
        json.writeNumberProperty("cappedIterations", sampler.cappedIterations());
        json.writeNumberProperty("lateTotalNs", sampler.lateTotalNs());
        json.writeNumberProperty("lateMaxNs", sampler.lateMaxNs());
        json.writeEndObject();
    }
}
