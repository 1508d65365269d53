package io.straggler.flamegraph.report;

import io.straggler.diagnosis.Because;
import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Counterfactual;
import io.straggler.flamegraph.json.AllocationsJson;
import io.straggler.flamegraph.json.CounterfactualJson;
import io.straggler.flamegraph.json.OverRepresentedFramesJson;
import io.straggler.flamegraph.page.CausesJson;
import io.straggler.flamegraph.page.Columns;
import io.straggler.model.Series;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Where the latency of all outliers went, and what the percentiles would have been without. */
final class BudgetSection {
    private BudgetSection() {}

    /** Writes properties into the object that is open. */
    static void write(Conclusions conclusions, JsonGenerator json) {
        CausesJson.writeCauses(json);
        json.writeNumberProperty("normalNs", conclusions.blame().normalNs());
        json.writeStringProperty("ownPartsOnly", conclusions.ownPartsOnly().orElse(""));
        json.writeName("budget");
        CausesJson.write(conclusions.budget().latencyNs(), conclusions.budget().causes(), json);
        AllocationsJson.write(conclusions.allocations(), CausesJson::shortened, json);
        json.writeStringProperty("afterAllocations", Because.after(conclusions.allocations()));
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
                                    .map(site ->
                                            " at " + CausesJson.shortened(site).words())
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

    private static Counterfactual.Without shortened(Counterfactual.Without without) {
        return new Counterfactual.Without(
                without.cause(),
                without.site().map(CausesJson::shortened),
                without.percentiles(),
                without.intervals(),
                without.elsewhere());
    }
}
