package io.straggler.flamegraph.json;

import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.Where;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes where latency went as JSON, the same in every file. {@code docs/reference/diagnosis-json.md} describes the fields. */
public final class BudgetJson {
    private BudgetJson() {}

    /** Writes one object. */
    public static void write(long latencyNs, List<RunBudget.CauseSum> causes, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("latencyNs", latencyNs);
        json.writeArrayPropertyStart("causes");
        for (RunBudget.CauseSum sum : causes) {
            json.writeStartObject();
            writeCause(sum.cause(), json);
            json.writeNumberProperty("ownNs", sum.ownNs());
            json.writeNumberProperty("carriedNs", sum.carriedNs());
            RunJson.writeFinite("share", (double) sum.totalNs() / latencyNs, json);
            if (sum.share().isPresent()) {
                RunJson.writeFinite("shareLow", sum.share().get().low(), json);
                RunJson.writeFinite("shareHigh", sum.share().get().high(), json);
            }
            json.writeNumberProperty("outliers", sum.outliers());
            json.writeNumberProperty("events", sum.events());
            json.writeNumberProperty("stacks", sum.stacks());
            writeWhere(sum.where(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Writes one outlier's parts, into the object that is open. */
    public static void writeParts(List<TimeBudget.Part> parts, JsonGenerator json) {
        json.writeArrayPropertyStart("parts");
        for (TimeBudget.Part part : parts) {
            json.writeStartObject();
            json.writeStringProperty("cause", JsonNames.of(part.cause()));
            json.writeNumberProperty("ns", part.ns());
            json.writeNumberProperty("events", part.events());
            json.writeNumberProperty("stacks", part.stacks());
            writeWhere(part.where(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes a cause for programs and for people, into the object that is open. */
    public static void writeCause(Cause cause, JsonGenerator json) {
        json.writeStringProperty("cause", JsonNames.of(cause));
        json.writeStringProperty("label", cause.label());
    }

    private static void writeWhere(List<Where> all, JsonGenerator json) {
        json.writeArrayPropertyStart("where");
        for (Where where : all) {
            json.writeStartObject();
            PlaceJson.write("what", where.place(), json);
            json.writeNumberProperty("ns", where.ns());
            json.writeNumberProperty("count", where.count());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
