package io.straggler.flamegraph.report;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Counterfactual;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.Where;
import io.straggler.flamegraph.json.BudgetJson;
import io.straggler.flamegraph.json.CounterfactualJson;
import io.straggler.flamegraph.json.OverRepresentedFramesJson;
import io.straggler.flamegraph.json.Words;
import io.straggler.model.Series;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Where the latency of all outliers went, and what the percentiles would have been without. */
final class BudgetSection {
    /** Places named for one cause of one outlier. */
    static final int MAX_WHERES = 5;

    /** A longer name is cut, and ends in an ellipsis. */
    static final int MAX_NAME = 1_000;

    private BudgetSection() {}

    /** Writes properties into the object that is open. */
    static void write(Conclusions conclusions, JsonGenerator json) {
        writeCauses(json);
        json.writeNumberProperty("normalNs", conclusions.blame().normalNs());
        json.writeStringProperty("ownPartsOnly", conclusions.ownPartsOnly().orElse(""));
        json.writeName("budget");
        write(conclusions.budget().latencyNs(), conclusions.budget().causes(), json);
        OverRepresentedFramesJson.write(conclusions.overRepresented(), json);
        json.writeName("counterfactual");
        CounterfactualJson.write(
                conclusions.counterfactual(),
                conclusions.counterfactual().without().stream()
                        .map(BudgetSection::shortened)
                        .toList(),
                json);
        writeCurves(conclusions.counterfactual(), json);
    }

    /** Writes one object. */
    static void write(long latencyNs, List<RunBudget.CauseSum> causes, JsonGenerator json) {
        BudgetJson.write(
                latencyNs, causes.stream().map(BudgetSection::shortened).toList(), json);
    }

    /** Writes what causes there are, into the object that is open. */
    static void writeCauses(JsonGenerator json) {
        json.writeArrayPropertyStart("causes");
        for (Cause cause : Cause.values()) {
            json.writeStartObject();
            json.writeStringProperty("key", Words.of(cause));
            json.writeStringProperty("label", cause.label());
            json.writeBooleanProperty("reported", cause.kind().isPresent());
            json.writeBooleanProperty("atPlaces", cause.isAtPlaces());
            cause.kind().ifPresent(kind -> json.writeNumberProperty("kind", kind.ordinal()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** The curves of what is removed, in the order of the removals. */
    private static void writeCurves(Counterfactual counterfactual, JsonGenerator json) {
        json.writeArrayPropertyStart("curves");
        for (int i = 0; i < counterfactual.curves().size(); i++) {
            Counterfactual.Without without = counterfactual.without().get(i);
            List<Series.Point> curve = counterfactual.curves().get(i);
            json.writeStartObject();
            json.writeStringProperty(
                    "label",
                    without.cause().label()
                            + without.site()
                                    .map(BudgetSection::shortened)
                                    .map(site -> " at " + site)
                                    .orElse(""));
            double[] percentiles =
                    curve.stream().mapToDouble(Series.Point::percentile).toArray();
            json.writeName("percentiles");
            json.writeArray(percentiles, 0, percentiles.length);
            Columns.write("valuesNs", curve, Series.Point::valueNs, json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** No more places than there is room for, and no name without end. */
    static List<Where> shortened(List<Where> all, int most) {
        return all.stream()
                .limit(most)
                .map(where -> new Where(shortened(where.what()), where.ns(), where.count()))
                .toList();
    }

    static String shortened(String name) {
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

    private static Counterfactual.Without shortened(Counterfactual.Without without) {
        return new Counterfactual.Without(
                without.cause(),
                without.site().map(BudgetSection::shortened),
                without.percentiles(),
                without.intervals(),
                without.elsewhere());
    }
}
