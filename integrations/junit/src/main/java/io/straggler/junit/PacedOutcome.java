package io.straggler.junit;

import io.straggler.RunFolder;
import io.straggler.StragglerResult;
import io.straggler.compare.RunSet;
import io.straggler.compare.result.DiagnosisSums;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.gate.Gate;
import io.straggler.gate.GateResult;
import io.straggler.gate.GateResult.Outcome;
import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import io.straggler.model.text.Durations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Outcome of a paced test, in words.
 *
 * @param run what was run and how it ended
 * @param limits what became of each; none when the run itself is not in order
 * @param diagnosis where the outliers' latency went
 * @param report the path of the report
 */
record PacedOutcome(RunDescription run, List<GateResult> limits, DiagnosisSums diagnosis, String report) {
    /** Seed of the resampling; fixed, so that equal latencies get equal judgements. */
    private static final long SEED = 1;

    private static final int MAX_CAUSES = 4;
    private static final double MIN_SHARE = 0.01;

    PacedOutcome {
        limits = List.copyOf(limits);
    }

    /** Judges a run that was written to its folder. */
    static PacedOutcome of(StragglerResult result, List<Gate> limits) {
        RunFolder folder = new RunFolder(result.folder().orElseThrow());
        String report = folder.report().toString();
        if (result.status() != RunStatus.OK) {
            return new PacedOutcome(result.run(), List.of(), new DiagnosisSums(0, 0, List.of(), List.of()), report);
        }
        RunSet measured = RunSet.read(result.run().task(), List.of(folder));
        long thresholdNs = result.run().thresholdNs();
        return new PacedOutcome(
                result.run(),
                limits.stream()
                        .map(limit -> limit.judge(measured, thresholdNs, SEED))
                        .toList(),
                measured.side().diagnosis(),
                report);
    }

    /** Whether the test shall fail. A limit that cannot be judged would otherwise be one that never fails. */
    boolean failed() {
        return run.status() != RunStatus.OK || limits.stream().anyMatch(limit -> limit.outcome() != Outcome.PASSED);
    }

    /** Why it fails, what is known of the causes, and where to read on. */
    String message() {
        List<String> lines = new ArrayList<>();
        if (run.status() != RunStatus.OK) {
            lines.add(
                    "The run " + (run.status() == RunStatus.FAILED ? "failed" : "was saturated") + ": " + run.reason());
        }
        limits.stream()
                .filter(limit -> limit.outcome() == Outcome.FAILED)
                .forEach(limit -> lines.add(limit.gate() + " is broken: " + limit.sentence()));
        limits.stream()
                .filter(limit -> limit.outcome() == Outcome.UNDECIDED)
                .forEach(limit -> lines.add(limit.gate() + " cannot be judged: " + limit.sentence()
                        + " Measure for longer, or at a higher rate, or leave the limit out."));
        lines.addAll(causes());
        run.warnings().forEach(warning -> lines.add("warning: " + warning));
        lines.add("stacks: " + stacks());
        lines.add("report: " + report);
        return String.join("\n", lines);
    }

    private List<String> causes() {
        List<String> lines = new ArrayList<>();
        double dividedNs =
                diagnosis.causes().stream().mapToLong(CauseSum::totalNs).sum();
        if (dividedNs == 0) {
            return lines;
        }
        lines.add("where the latency of " + diagnosis.outliers() + " outliers of " + Durations.format(run.thresholdNs())
                + " or more went:");
        diagnosis.causes().stream()
                .filter(sum -> sum.totalNs() >= MIN_SHARE * dividedNs)
                .limit(MAX_CAUSES)
                .forEach(sum -> lines.add(String.format(
                        Locale.ROOT,
                        "%6.1f%%  %s%s",
                        100 * sum.totalNs() / dividedNs,
                        sum.cause().label(),
                        sum.where().isEmpty()
                                ? ""
                                : ": " + sum.where().get(0).place().words())));
        return lines;
    }

    /** How stacks were taken, and why not in a better way. */
    private String stacks() {
        return run.sampler().mode().label() + " (" + run.sampler().why() + ")";
    }

    /** Returns the entries that a build server keeps with the test, passed or not. */
    Map<String, String> entries() {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("straggler.status", run.status().label());
        limits.forEach(limit -> entries.put("straggler.limit " + limit.gate(), limit.sentence()));
        entries.put("straggler.stacks", stacks());
        entries.put("straggler.report", report);
        return entries;
    }
}
