package io.straggler.flamegraph;

import io.straggler.diagnosis.Coverage;
import tools.jackson.core.JsonGenerator;

/** Writes what the stacks can speak for as JSON, the same in every file. */
public final class CoverageJson {
    private CoverageJson() {}

    /** Writes one object. */
    public static void write(Coverage coverage, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("outliers", coverage.outliers());
        json.writeNumberProperty("ranLong", coverage.ranLong());
        json.writeNumberProperty("withStack", coverage.withStack());
        json.writeNumberProperty("firstSeenNs", coverage.firstSeenNs());
        json.writeNumberProperty("serviceNs", coverage.serviceNs());
        json.writeNumberProperty("seenNs", coverage.seenNs());
        json.writeNumberProperty("droppedSamples", coverage.droppedSamples());
        json.writeEndObject();
    }
}
