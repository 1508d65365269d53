package io.straggler.harness;

import io.straggler.harness.series.RunSeries;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.Notice;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Outcomes, series and notices of the parts of a run, in their order. For the thread that concludes the parts. */
final class Results {
    private final List<RunOutcome> outcomes = new ArrayList<>();
    private final List<PacedPart> measured = new ArrayList<>();
    private final List<RunSeries> series = new ArrayList<>();
    private final List<Notice> notices = new ArrayList<>();

    /**
     * Adds a part that is over.
     *
     * @param outcome of a measured run; none of a warm-up
     */
    void add(PacedPart part, Optional<RunOutcome> outcome, List<Notice> noticesOfPart) {
        outcome.ifPresent(one -> {
            outcomes.add(one);
            measured.add(part);
            series.add(new RunSeries(one.runId(), part.recording().allSeries()));
        });
        notices.addAll(noticesOfPart);
    }

    /** @param threshold which may be chosen only now */
    HarnessResult result(Failures failures, Threshold threshold) {
        decide(threshold);
        return new HarnessResult(
                outcomes,
                series,
                failures.any() ? RunStatus.FAILED : worstStatus(),
                failures.any() ? failures.reason() : worstReason(),
                Optional.ofNullable(failures.cause()),
                failures.stuckThreads(),
                notices);
    }

    /** One threshold for all parts. */
    private void decide(Threshold threshold) {
        if (measured.isEmpty()) {
            return;
        }
        Histogram latencies = SeriesRecorder.newHistogram();
        long reportedFromNs = 0;
        for (PacedPart part : measured) {
            latencies.add(part.recording().latencies());
            reportedFromNs =
                    Math.max(reportedFromNs, part.recording().reportedFrom().ns());
        }
        long thresholdNs = threshold.atEndNs(outcomes.get(0).thresholdNs(), reportedFromNs, latencies);
        for (int i = 0; i < measured.size(); i++) {
            outcomes.set(
                    i,
                    outcomes.get(i).toBuilder()
                            .thresholdNs(thresholdNs)
                            .outliers(measured.get(i).recording().reportedFrom().outliers(thresholdNs))
                            .build());
            measured.get(i).unreported(thresholdNs).ifPresent(notices::add);
        }
    }

    private RunStatus worstStatus() {
        return outcomes.stream().map(RunOutcome::status).max(Enum::compareTo).orElse(RunStatus.FAILED);
    }

    private String worstReason() {
        RunStatus worst = worstStatus();
        return outcomes.stream()
                .filter(outcome -> outcome.status() == worst)
                .map(RunOutcome::reason)
                .findFirst()
                .orElse("nothing was measured");
    }
}
