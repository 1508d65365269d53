package io.straggler.rates.json;

import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.flamegraph.json.BudgetJson;
import io.straggler.flamegraph.json.DiagnosisJsonFormat;
import io.straggler.flamegraph.json.JsonNames;
import io.straggler.flamegraph.json.RunJson;
import io.straggler.model.RunStatus;
import io.straggler.rates.result.SweptRates;
import io.straggler.rates.result.SweptRates.Saturation;
import io.straggler.rates.result.SweptStep;
import io.straggler.rates.result.SweptStep.Budget;
import io.straggler.rates.result.SweptStep.Percentile;
import io.straggler.rates.result.SweptStep.Round;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** {@code sweep.json}: latency over throughput, for programs. {@code docs/reference/sweep-json.md} describes every field. */
public final class SweepJsonFormat {
    /** Raised when a field changes its meaning or goes away; a new field does not raise it. */
    public static final int SCHEMA_VERSION = 2;

    private SweepJsonFormat() {}

    /** Writes the file, replacing one that is there. */
    public static void write(SweptRates sweep, Path file) throws IOException {
        DiagnosisJsonFormat.write(file, json -> {
            json.writeStartObject();
            writeProperties(sweep, json);
            json.writeEndObject();
        });
    }

    /** Writes all of it into the object that is open. */
    public static void writeProperties(SweptRates sweep, JsonGenerator json) {
        json.writeNumberProperty("schemaVersion", SCHEMA_VERSION);
        json.writeStringProperty("task", sweep.task());
        json.writeStringProperty("ending", sweep.ending());
        json.writeNumberProperty("roundsAsked", sweep.rounds());
        json.writeNumberProperty("orderSeed", sweep.orderSeed());
        writeRates("ratesAsked", sweep.asked(), json);
        json.writeArrayPropertyStart("steps");
        sweep.steps().forEach(step -> writeStep(step, json));
        json.writeEndArray();
        json.writeName("saturation");
        writeSaturation(sweep.saturation(), json);
        json.writeArrayPropertyStart("leads");
        for (SweptRates.Lead lead : sweep.leads()) {
            json.writeStartObject();
            BudgetJson.writeCause(lead.cause(), json);
            RunJson.writeFinite("perSecond", lead.perSecond(), json);
            RunJson.writeFinite("toPerSecond", lead.toPerSecond(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeRates(String name, List<Double> rates, JsonGenerator json) {
        json.writeArrayPropertyStart(name);
        rates.forEach(json::writeNumber);
        json.writeEndArray();
    }

    private static void writeStep(SweptStep step, JsonGenerator json) {
        json.writeStartObject();
        RunJson.writeFinite("perSecond", step.perSecond(), json);
        RunJson.writeFinite("achievedPerSecond", step.achievedPerSecond(), json);
        json.writeStringProperty("place", step.place());
        json.writeStringProperty("status", step.status().label());
        json.writeStringProperty("reason", step.reason());
        json.writeNumberProperty("iterations", step.iterations());
        writePercentiles(step.percentiles(), json);
        json.writeArrayPropertyStart("rounds");
        step.rounds().forEach(round -> writeRound(round, json));
        json.writeEndArray();
        writeBudget(step.budget(), json);
        json.writeEndObject();
    }

    private static void writeRound(Round round, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("number", round.number());
        json.writeNumberProperty("turn", round.turn());
        json.writeStringProperty("status", round.status().label());
        json.writeStringProperty("reason", round.reason());
        RunJson.writeFinite("achievedPerSecond", round.achievedPerSecond(), json);
        json.writeNumberProperty("iterations", round.iterations());
        writePercentiles(round.percentiles(), json);
        json.writeEndObject();
    }

    private static void writePercentiles(List<Percentile> percentiles, JsonGenerator json) {
        json.writeArrayPropertyStart("percentiles");
        for (Percentile percentile : percentiles) {
            json.writeStartObject();
            json.writeNumberProperty("percentile", percentile.percentile());
            json.writeNumberProperty("valueNs", percentile.valueNs());
            writeBound("lowNs", percentile.interval().map(Estimate::low), json);
            writeBound("highNs", percentile.interval().map(Estimate::high), json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeBound(String name, Optional<Double> bound, JsonGenerator json) {
        RunJson.writeFinite(name, bound.orElse(Double.NaN), json);
    }

    /** Writes into the object that is open. */
    static void writeBudget(Budget budget, JsonGenerator json) {
        json.writeNumberProperty("thresholdNs", budget.thresholdNs());
        json.writeNumberProperty("diagnosedOutliers", budget.outliers());
        json.writeStringProperty("ownPartsOnly", budget.ownPartsOnly());
        json.writeName("largest");
        budget.largest().ifPresentOrElse(cause -> json.writeString(JsonNames.of(cause)), json::writeNull);
        json.writeName("budget");
        BudgetJson.write(budget.latencyNs(), budget.causes(), json);
    }

    private static void writeSaturation(Optional<Saturation> found, JsonGenerator json) {
        if (found.isEmpty()) {
            json.writeNull();
            return;
        }
        Saturation saturation = found.get();
        json.writeStartObject();
        RunJson.writeFinite("perSecond", saturation.saturated().perSecond(), json);
        json.writeNumberProperty("rounds", saturation.saturated().rounds(RunStatus.SATURATED));
        RunJson.writeFinite(
                "keptPerSecond", saturation.kept().map(SweptStep::perSecond).orElse(Double.NaN), json);
        writeRates(
                "keptAbove",
                saturation.keptAbove().stream().map(SweptStep::perSecond).toList(),
                json);
        json.writeEndObject();
    }
}
