package io.straggler.harness;

import io.straggler.harness.series.RunSeries;
import io.straggler.model.Notice;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Outcomes, series and notices of the parts of a run, in their order. For the thread that concludes the parts. */
final class Results {
    private final List<RunOutcome> outcomes = new ArrayList<>();
    private final List<RunSeries> series = new ArrayList<>();
    private final List<Notice> notices = new ArrayList<>();

    /**
     * Adds a part that is over.
     *
     * @param outcome of a measured run; none of a warm-up
     */
    void add(PacedPart part, Optional<RunOutcome> outcome, List<Notice> noticesOfPart) {
        outcome.ifPresent(measured -> {
            outcomes.add(measured);
            series.add(new RunSeries(measured.runId(), part.recording().allSeries()));
        });
        notices.addAll(noticesOfPart);
    }

    HarnessResult result(Failures failures) {
        return new HarnessResult(
                outcomes,
                series,
                failures.any() ? RunStatus.FAILED : worstStatus(),
                failures.any() ? failures.reason() : worstReason(),
                Optional.ofNullable(failures.cause()),
                failures.stuckThreads(),
                notices);
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
