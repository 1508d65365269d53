package io.straggler.flamegraph.json;

import io.straggler.diagnosis.statistics.Basis;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.ObserverEffect;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.core.JsonGenerator;

/** Statistical differences between two sides, and what they rest on. */
public final class DifferenceJson {
    private DifferenceJson() {}

    /** Writes what sampling did to a run: one object, or null if nothing is known. */
    public static void writeObserver(Optional<ObserverEffect> effect, JsonGenerator json) {
        if (effect.isEmpty()) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeNumberProperty("periods", effect.get().periods());
        json.writeNumberProperty("periodNs", effect.get().periodNs());
        json.writeNumberProperty("outliers", effect.get().outliers());
        json.writeArrayPropertyStart("metrics");
        effect.get().differences().forEach(difference -> writeDifference(difference, json));
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Writes one object: units, blocks and resamples that the differences rest on. */
    public static void writeBasis(Basis basis, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("units", JsonNames.of(basis.units()));
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
        json.writeStringProperty("verdict", JsonNames.of(difference.verdict()));
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
}
