package io.straggler.flamegraph.json;

import io.straggler.model.Series;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes measured durations as JSON. {@code docs/reference/diagnosis-json.md} describes the fields. */
final class SeriesJson {
    private SeriesJson() {}

    /** Writes one object. */
    static void write(Series series, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("name", series.name());
        if (series.runId() != null) {
            RunJson.writeRunId(series.runId(), json);
        }
        json.writeNumberProperty("count", series.count());
        json.writeNumberProperty("minNs", series.minNs());
        json.writeNumberProperty("maxNs", series.maxNs());
        RunJson.writeFinite("meanNs", series.meanNs(), json);
        writePoints("percentiles", series.percentiles(), json);
        json.writeArrayPropertyStart("intervals");
        for (Series.Interval interval : series.intervals()) {
            json.writeStartObject();
            json.writeNumberProperty("startEpochMs", interval.startEpochMs());
            json.writeNumberProperty("endEpochMs", interval.endEpochMs());
            json.writeNumberProperty("count", interval.count());
            json.writeNumberProperty("p50Ns", interval.p50Ns());
            json.writeNumberProperty("p99Ns", interval.p99Ns());
            json.writeNumberProperty("maxNs", interval.maxNs());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Writes percentiles as an array of objects, into the object that is open. */
    static void writePoints(String name, List<Series.Point> points, JsonGenerator json) {
        json.writeArrayPropertyStart(name);
        for (Series.Point point : points) {
            json.writeStartObject();
            json.writeNumberProperty("percentile", point.percentile());
            json.writeNumberProperty("valueNs", point.valueNs());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
