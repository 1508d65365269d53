package io.straggler.flamegraph.json;

import io.straggler.diagnosis.LatencyStatistics;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.SampleEstimate;
import tools.jackson.core.JsonGenerator;

/** Writes how surely latencies are known, the same in every file. {@code docs/reference/diagnosis-json.md} describes the fields. */
public final class LatencyStatisticsJson {
    private LatencyStatisticsJson() {}

    /** Writes two properties of the object that is open. */
    public static void write(LatencyStatistics statistics, JsonGenerator json) {
        json.writeArrayPropertyStart("latencyEstimates");
        for (SampleEstimate estimate : statistics.percentiles()) {
            json.writeStartObject();
            json.writeNumberProperty("percentile", ((Metric.Percentile) estimate.metric()).percentile());
            RunJson.writeFinite("valueNs", estimate.value(), json);
            estimate.estimate().ifPresent(known -> {
                RunJson.writeFinite("lowNs", known.low(), json);
                RunJson.writeFinite("highNs", known.high(), json);
            });
            RunJson.writeFinite("events", estimate.events(), json);
            json.writeStringProperty("note", estimate.note());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeName("drift");
        statistics.drift().ifPresentOrElse(drift -> write(drift, json), json::writeNull);
    }

    private static void write(Difference drift, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("metric", drift.metric().label());
        RunJson.writeFinite("firstHalfNs", drift.a().orElse(Double.NaN), json);
        RunJson.writeFinite("secondHalfNs", drift.b().orElse(Double.NaN), json);
        json.writeEndObject();
    }
}
