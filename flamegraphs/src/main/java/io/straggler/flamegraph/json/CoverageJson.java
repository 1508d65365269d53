package io.straggler.flamegraph.json;

import io.straggler.diagnosis.Coverage;
import io.straggler.model.RunDescription;
import tools.jackson.core.JsonGenerator;

/** Writes what the stacks can speak for as JSON, the same in every file. */
public final class CoverageJson {
    private CoverageJson() {}

    /**
     * Writes one object.
     *
     * @param run of which the stacks are
     */
    public static void write(Coverage coverage, RunDescription run, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("outliers", coverage.outliers());
        json.writeNumberProperty("longNs", coverage.longNs());
        json.writeNumberProperty("ranLong", coverage.ranLong());
        json.writeNumberProperty("withStack", coverage.withStack());
        json.writeNumberProperty("bySample", coverage.bySample());
        json.writeNumberProperty("byEvent", coverage.byEvent());
        write("ran", coverage.ran(), json);
        write("blocked", coverage.blocked(), json);
        write("stopped", coverage.stopped(), json);
        json.writeNumberProperty("firstSeenNs", coverage.firstSeenNs());
        json.writeNumberProperty("serviceNs", coverage.serviceNs());
        json.writeNumberProperty("seenNs", coverage.seenNs());
        json.writeNumberProperty("droppedSamples", coverage.droppedSamples());
        json.writeNumberProperty("bySwitches", coverage.bySwitches());
        json.writeStringProperty("verdict", coverage.verdict(run));
        json.writeEndObject();
    }

    private static void write(String name, Coverage.Kind kind, JsonGenerator json) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("outliers", kind.outliers());
        json.writeNumberProperty("withStack", kind.withStack());
        json.writeEndObject();
    }
}
