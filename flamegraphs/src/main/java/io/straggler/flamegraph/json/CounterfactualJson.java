package io.straggler.flamegraph.json;

import io.straggler.diagnosis.Counterfactual;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes what the percentiles would have been as JSON, the same in every file. {@code docs/reference/diagnosis-json.md} describes the fields. */
public final class CounterfactualJson {
    private CounterfactualJson() {}

    /** Writes one object, with as many of the removals as are given. */
    public static void write(Counterfactual counterfactual, List<Counterfactual.Without> removals, JsonGenerator json) {
        json.writeStartObject();
        SeriesJson.writePoints("measured", counterfactual.measured(), json);
        if (replayed(counterfactual)) {
            RunJson.writeFinite("replayError", counterfactual.replayError(), json);
        } else {
            json.writeNullProperty("replayError");
        }
        json.writeStringProperty("refusal", counterfactual.refusal().orElse(""));
        json.writeArrayPropertyStart("without");
        for (Counterfactual.Without without : removals) {
            json.writeStartObject();
            BudgetJson.writeCause(without.cause(), json);
            if (without.site().isPresent()) {
                PlaceJson.write("site", without.site().get(), json);
            }
            SeriesJson.writePoints("percentiles", without.percentiles(), json);
            json.writeArrayPropertyStart("intervals");
            for (Counterfactual.Interval interval : without.intervals()) {
                json.writeStartObject();
                json.writeNumberProperty("lowNs", interval.lowNs());
                json.writeNumberProperty("highNs", interval.highNs());
                json.writeEndObject();
            }
            json.writeEndArray();
            if (without.elsewhere().isPresent()) {
                json.writeObjectPropertyStart("elsewhere");
                RunJson.writeFinite("share", without.elsewhere().get().share(), json);
                SeriesJson.writePoints("percentiles", without.elsewhere().get().percentiles(), json);
                json.writeEndObject();
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** A refusal that is not about the error was made before anything was replayed. */
    private static boolean replayed(Counterfactual counterfactual) {
        return counterfactual.refusal().isEmpty() || counterfactual.replayError() > 0;
    }
}
