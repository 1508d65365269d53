package io.straggler.remedies.json;

import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.flamegraph.json.DiagnosisJsonFormat;
import io.straggler.flamegraph.json.JsonNames;
import io.straggler.flamegraph.json.RunJson;
import io.straggler.remedies.Proposal;
import io.straggler.remedies.result.Ranking;
import io.straggler.remedies.result.TriedRemedy;
import io.straggler.remedies.result.TriedRemedy.Cost;
import io.straggler.remedies.result.TriedRemedy.Prediction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** {@code ranking.json}: what a trial of remedies found, for programs. {@code docs/reference/ranking-json.md} describes every field. */
public final class RankingJsonFormat {
    /** Raised when a field changes its meaning or goes away; a new field does not raise it. */
    public static final int SCHEMA_VERSION = 1;

    private RankingJsonFormat() {}

    /** Writes the file, replacing one that is there. */
    public static void write(Ranking ranking, Path file) throws IOException {
        DiagnosisJsonFormat.write(file, json -> {
            json.writeStartObject();
            json.writeNumberProperty("schemaVersion", SCHEMA_VERSION);
            writeProperties(ranking, json);
            json.writeEndObject();
        });
    }

    /** Writes what was found into the object that is open. */
    public static void writeProperties(Ranking ranking, JsonGenerator json) {
        json.writeStringProperty("task", ranking.task());
        json.writeStringProperty("metric", ranking.metric().label());
        RunJson.writeFinite("worth", ranking.worth(), json);
        json.writeStringProperty("answer", JsonNames.of(ranking.answer()));
        json.writeNumberProperty("rounds", ranking.rounds());
        writeNumber("mostMissed", ranking.mostMissed().stream().boxed().findFirst(), json);
        json.writeNumberProperty("predictionsChecked", ranking.checked());
        json.writeNumberProperty("predictionsHeld", ranking.held());
        json.writeStringProperty("ending", ranking.ending());
        json.writeArrayPropertyStart("remedies");
        ranking.remedies().forEach(remedy -> writeRemedy(remedy, json));
        json.writeEndArray();
    }

    private static void writeRemedy(TriedRemedy remedy, JsonGenerator json) {
        Proposal proposal = remedy.proposal();
        json.writeStartObject();
        json.writeStringProperty("name", proposal.name());
        json.writeStringProperty("options", proposal.change().asOptions());
        json.writeStringProperty("production", proposal.change().forProduction());
        json.writeStringProperty("against", proposal.causes());
        RunJson.writeFinite("share", proposal.share(), json);
        json.writeStringProperty("because", proposal.because());
        json.writeStringProperty("mayCost", proposal.cost());
        json.writeStringProperty("source", proposal.source());
        json.writeStringProperty("standing", JsonNames.of(remedy.standing()));
        json.writeStringProperty("reason", remedy.reason());
        json.writeNumberProperty("rounds", remedy.rounds());
        writeNumber("beforeNs", remedy.beforeNs(), json);
        writeNumber("afterNs", remedy.afterNs(), json);
        writeChange(remedy.change(), json);
        writePrediction(remedy.prediction(), json);
        json.writeArrayPropertyStart("costs");
        remedy.costs().forEach(cost -> writeCost(cost, json));
        json.writeEndArray();
        json.writeStringProperty("place", remedy.place());
        json.writeEndObject();
    }

    private static void writeNumber(String name, Optional<Double> value, JsonGenerator json) {
        if (value.isPresent()) {
            RunJson.writeFinite(name, value.get(), json);
        } else {
            json.writeNullProperty(name);
        }
    }

    private static void writeChange(Optional<Estimate> change, JsonGenerator json) {
        if (change.isEmpty()) {
            json.writeNullProperty("change");
            return;
        }
        json.writeObjectPropertyStart("change");
        RunJson.writeFinite("value", change.get().value(), json);
        RunJson.writeFinite("low", change.get().low(), json);
        RunJson.writeFinite("high", change.get().high(), json);
        json.writeEndObject();
    }

    private static void writePrediction(Optional<Prediction> prediction, JsonGenerator json) {
        if (prediction.isEmpty()) {
            json.writeNullProperty("prediction");
            return;
        }
        Prediction told = prediction.get();
        json.writeObjectPropertyStart("prediction");
        json.writeStringProperty("cause", told.cause());
        json.writeNumberProperty("valueNs", told.valueNs());
        json.writeNumberProperty("lowNs", told.lowNs());
        json.writeNumberProperty("highNs", told.highNs());
        RunJson.writeFinite("left", told.left(), json);
        json.writeStringProperty("outcome", JsonNames.of(told.outcome()));
        json.writeEndObject();
    }

    private static void writeCost(Cost cost, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("kind", JsonNames.of(cost.kind()));
        RunJson.writeFinite("before", cost.before(), json);
        RunJson.writeFinite("after", cost.after(), json);
        json.writeBooleanProperty("certain", cost.certain());
        json.writeEndObject();
    }
}
