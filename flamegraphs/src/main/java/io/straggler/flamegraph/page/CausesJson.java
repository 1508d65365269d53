package io.straggler.flamegraph.page;

import io.straggler.diagnosis.Remedy;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.Where;
import io.straggler.flamegraph.json.BudgetJson;
import io.straggler.flamegraph.json.JsonNames;
import io.straggler.model.Place;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Causes and their places on a page: no more places than it has room for, and no endless names. */
public final class CausesJson {
    /** Places named for one cause of one outlier. */
    public static final int MAX_WHERES = 5;

    /** A longer name is cut, and ends in an ellipsis. */
    public static final int MAX_NAME = 1_000;

    private CausesJson() {}

    /** Writes one object: the sum of each cause. */
    public static void write(long latencyNs, List<RunBudget.CauseSum> causes, JsonGenerator json) {
        BudgetJson.write(latencyNs, causes.stream().map(CausesJson::shortened).toList(), json);
    }

    /** Writes what causes there are, into the object that is open. */
    public static void writeCauses(JsonGenerator json) {
        json.writeArrayPropertyStart("causes");
        for (Cause cause : Cause.values()) {
            json.writeStartObject();
            json.writeStringProperty("key", JsonNames.of(cause));
            json.writeStringProperty("label", cause.label());
            json.writeBooleanProperty("reported", cause.kind().isPresent());
            json.writeBooleanProperty("atPlaces", cause.isAtPlaces());
            cause.kind().ifPresent(kind -> json.writeNumberProperty("kind", kind.ordinal()));
            Remedy.of(cause).ifPresent(remedy -> {
                json.writeStringProperty("remedy", remedy.what());
                json.writeStringProperty("proof", remedy.proof());
            });
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** No more places than there is room for, and no name without end. */
    public static List<Where> shortened(List<Where> all, int most) {
        return all.stream()
                .limit(most)
                .map(where -> new Where(shortened(where.place()), where.ns(), where.count()))
                .toList();
    }

    /** The place with no name without end. */
    public static Place shortened(Place place) {
        return place.renamed(CausesJson::shortened);
    }

    public static String shortened(String name) {
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "\u2026";
    }

    private static RunBudget.CauseSum shortened(RunBudget.CauseSum sum) {
        return new RunBudget.CauseSum(
                sum.cause(),
                sum.ownNs(),
                sum.carriedNs(),
                sum.outliers(),
                sum.events(),
                sum.stacks(),
                shortened(sum.where(), RunBudget.WHERES),
                sum.share());
    }
}
