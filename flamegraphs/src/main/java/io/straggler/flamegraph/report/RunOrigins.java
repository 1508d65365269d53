package io.straggler.flamegraph.report;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.Iteration;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.core.JsonGenerator;

/** The runs by number, and when each began: what instants on the page count from. */
final class RunOrigins {
    private final Map<RunId, RunOutcome> outcomes = new HashMap<>();
    private final Map<RunId, Long> originNs = new HashMap<>();
    private final List<RunId> runs;

    RunOrigins(ReportData data) {
        for (RunOutcome outcome : data.run().runs()) {
            outcomes.put(outcome.runId(), outcome);
            originNs.put(outcome.runId(), outcome.originNs());
        }
        // A run that broke may have left outliers without an outcome: count from the first of them.
        for (DiagnosedOutlier diagnosed : data.conclusions().diagnosis().outliers()) {
            Iteration iteration = diagnosed.outlier().iteration();
            if (!outcomes.containsKey(iteration.runId())) {
                originNs.merge(iteration.runId(), iteration.intendedNs(), Math::min);
            }
        }
        runs = List.copyOf(new TreeSet<>(originNs.keySet()));
    }

    int indexOf(RunId run) {
        return runs.indexOf(run);
    }

    /** Returns the time in nanoseconds from the start of a run to an iteration's intended start. */
    long sinceNs(RunId run, long intendedNs) {
        return intendedNs - originNs.getOrDefault(run, intendedNs);
    }

    void write(JsonGenerator json) {
        json.writeArrayPropertyStart("runs");
        for (RunId run : runs) {
            json.writeStartObject();
            json.writeStringProperty("name", run.toString());
            if (outcomes.containsKey(run)) {
                json.writeNumberProperty("startEpochMs", outcomes.get(run).startEpochMs());
            } else {
                json.writeNullProperty("startEpochMs");
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
