package io.straggler.flamegraph.report;

import io.straggler.diagnosis.CulpritSite;
import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.flamegraph.json.BudgetJson;
import io.straggler.flamegraph.page.CausesJson;
import io.straggler.model.Iteration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** Where single outliers' latency went, and behind whom they waited most. */
final class SplitSection {
    private final Map<Long, Reason> culprits = new HashMap<>();
    private final Map<Long, List<Blame.Wait>> waits;
    private final RunOrigins origins;

    /** Culprit that made others wait, and the reason. */
    private record Reason(CulpritSite site, Culprit culprit) {}

    SplitSection(ReportData data, RunOrigins origins) {
        this.waits = data.conclusions().blame().waits();
        this.origins = origins;
        for (CulpritSite site : data.conclusions().sites()) {
            site.culprits()
                    .forEach(culprit -> culprits.put(culprit.iteration().intendedNs(), new Reason(site, culprit)));
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
                                CausesJson.shortened(part.where(), CausesJson.MAX_WHERES)))
                        .toList(),
                json);
        json.writeArrayPropertyStart("behind");
        waits.getOrDefault(outlier.iteration().intendedNs(), List.of()).forEach(wait -> {
            Reason reason = culprits.get(wait.intendedNs());
            if (reason != null) {
                write(reason, wait.delayNs(), json);
            }
        });
        json.writeEndArray();
    }

    private void write(Reason reason, long delayNs, JsonGenerator json) {
        Iteration culprit = reason.culprit().iteration();
        json.writeStartObject();
        CulpritSection.writeCause(reason.site(), json);
        json.writeNumberProperty("run", origins.indexOf(culprit.runId()));
        json.writeNumberProperty("sinceNs", origins.sinceNs(culprit.runId(), culprit.intendedNs()));
        json.writeNumberProperty("excessNs", reason.culprit().excessNs());
        json.writeNumberProperty("ns", delayNs);
        json.writeEndObject();
    }
}
