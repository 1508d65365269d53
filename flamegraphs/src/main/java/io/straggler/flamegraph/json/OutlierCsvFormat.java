package io.straggler.flamegraph.json;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.CulpritCauses;
import io.straggler.diagnosis.CulpritCauses.PlacedCause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.model.Iteration;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One line per outlier, in order of intended start, times in nanoseconds. Text is quoted, and what a spreadsheet would take for a
 * formula is preceded by an apostrophe.
 */
public final class OutlierCsvFormat {
    private static final String HEAD =
            "fork,run,since_run_start_ns,latency_ns,inherited_ns,dispatch_ns,service_ns,victim,stacks,cause,cause_ns,where,group,"
                    + "culprit_cause,culprit_where\n";

    private OutlierCsvFormat() {}

    /**
     * Writes a header and the lines.
     *
     * @param runs to tell when each began
     */
    public static void write(Conclusions conclusions, List<RunOutcome> runs, Appendable out) throws IOException {
        List<DiagnosedOutlier> outliers = conclusions.diagnosis().outliers();
        List<TimeBudget> budgets = conclusions.budget().budgets();
        CulpritCauses causes = CulpritCauses.of(conclusions);
        Map<RunId, Long> originNs = new HashMap<>();
        runs.forEach(run -> originNs.put(run.runId(), run.originNs()));
        out.append(HEAD);
        for (int i = 0; i < outliers.size(); i++) {
            DiagnosedOutlier outlier = outliers.get(i);
            Iteration iteration = outlier.outlier().iteration();
            Long origin = originNs.get(iteration.runId());
            Optional<TimeBudget.Part> largest = budgets.get(i).largest();
            Optional<PlacedCause> culprit = causes.of(budgets.get(i));
            String line = String.join(
                    ",",
                    Integer.toString(iteration.runId().fork()),
                    Integer.toString(iteration.runId().run()),
                    origin == null ? "" : Long.toString(iteration.intendedNs() - origin),
                    Long.toString(iteration.latencyNs()),
                    Long.toString(iteration.inheritedNs()),
                    Long.toString(iteration.dispatchNs()),
                    Long.toString(iteration.serviceNs()),
                    Boolean.toString(outlier.outlier().victim()),
                    Integer.toString(outlier.stacks().size()),
                    largest.map(part -> quoted(part.cause().label())).orElse(""),
                    largest.map(part -> Long.toString(part.ns())).orElse(""),
                    largest.flatMap(part -> part.where().stream().findFirst())
                            .map(where -> quotedOrEmpty(where.place().words()))
                            .orElse(""),
                    quotedOrEmpty(outlier.outlier().group()),
                    culprit.map(placed -> quoted(placed.cause().label())).orElse(""),
                    culprit.map(placed -> quotedOrEmpty(placed.place().words())).orElse(""));
            out.append(line).append('\n');
        }
    }

    private static String quotedOrEmpty(String text) {
        return text.isEmpty() ? "" : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder safe = new StringBuilder("\"");
        if (!text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0) {
            safe.append('\'');
        }
        text.chars().forEach(c -> {
            if (c == '"') {
                safe.append("\"\"");
            } else {
                safe.append(Character.isISOControl(c) ? ' ' : (char) c);
            }
        });
        return safe.append('"').toString();
    }
}
