package io.straggler.flamegraph.report;

import io.straggler.diagnosis.CulpritSite;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.flamegraph.json.BudgetJson;
import io.straggler.model.Iteration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** Where single outliers' latency went, and behind whom they waited as far as that is kept. */
final class SplitSection {
    /** Culprits named for one outlier. */
    static final int MAX_BEHIND = 10;

    private final Map<Integer, List<Behind>> behind = new HashMap<>();
    private final ShownOutliers outliers;
    private final RunOrigins origins;

    private record Behind(CulpritSite site, Culprit culprit, long delayNs) {}

    SplitSection(ReportData data, RunOrigins origins, ShownOutliers outliers) {
        this.outliers = outliers;
        this.origins = origins;
        for (CulpritSite site : data.conclusions().sites()) {
            for (Culprit culprit : site.culprits()) {
                for (Culprit.Victim victim : culprit.victims()) {
                    int index = outliers.indexOf(culprit.iteration().runId(), victim.intendedNs());
                    if (outliers.detailed(index)) {
                        behind.computeIfAbsent(index, key -> new ArrayList<>())
                                .add(new Behind(site, culprit, victim.delayNs()));
                    }
                }
            }
        }
    }

    /** Writes properties into the object that is open. */
    void write(ShownOutliers.Shown outlier, JsonGenerator json) {
        BudgetJson.writeParts(
                outlier.budget().parts().stream()
                        .map(part -> new TimeBudget.Part(
                                part.cause(),
                                part.ns(),
                                part.events(),
                                part.stacks(),
                                BudgetSection.shortened(part.where(), BudgetSection.MAX_WHERES)))
                        .toList(),
                json);
        json.writeArrayPropertyStart("behind");
        behind.getOrDefault(outliers.indexOf(outlier.iteration()), List.of()).stream()
                .sorted(Comparator.comparingLong(Behind::delayNs).reversed())
                .limit(MAX_BEHIND)
                .forEach(one -> write(one, json));
        json.writeEndArray();
    }

    private void write(Behind one, JsonGenerator json) {
        Iteration culprit = one.culprit().iteration();
        json.writeStartObject();
        CulpritSection.writeCause(one.site(), json);
        json.writeNumberProperty("run", origins.indexOf(culprit.runId()));
        json.writeNumberProperty("sinceNs", origins.sinceNs(culprit.runId(), culprit.intendedNs()));
        json.writeNumberProperty("excessNs", one.culprit().excessNs());
        json.writeNumberProperty("ns", one.delayNs());
        json.writeEndObject();
    }
}
