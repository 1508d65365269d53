package io.straggler.rates.json;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.RunStatus;
import io.straggler.rates.result.Capacity;
import io.straggler.rates.result.Capacity.Answer;
import io.straggler.rates.result.Capacity.Estimate;
import io.straggler.rates.result.Capacity.Purpose;
import io.straggler.rates.result.Capacity.Run;
import io.straggler.rates.result.Capacity.Tried;
import io.straggler.rates.result.Capacity.Verdict;
import io.straggler.rates.result.SweptStep;
import java.util.List;
import java.util.Optional;

/** Searches for the highest rate that never were. */
public final class CapacitySamples {
    private CapacitySamples() {}

    /** Found and confirmed, between 20,000 and 22,000 a second. */
    public static Capacity found() {
        return of(
                Answer.FOUND,
                Optional.of(new Estimate(20_900, 20_000, 22_000)),
                List.of(
                        new Run(20_000, Purpose.SEARCH, 1, "rate-00020000", RunStatus.OK, 20_000, Verdict.HOLDS, "yes"),
                        new Run(
                                22_000,
                                Purpose.CONFIRM,
                                2,
                                "rate-00022000",
                                RunStatus.SATURATED,
                                21_500,
                                Verdict.FAILS,
                                "no")));
    }

    /** Not confirmed, with a sentence that somebody chose. */
    public static Capacity unconfirmed() {
        return of(
                Answer.NO_VERDICT,
                Optional.empty(),
                List.of(
                        new Run(
                                20_000,
                                Purpose.SEARCH,
                                1,
                                "rate-00020000",
                                RunStatus.OK,
                                20_000,
                                Verdict.UNDECIDED,
                                "</script><script>alert(1)</script>"),
                        new Run(
                                90_000,
                                Purpose.SEARCH,
                                1,
                                "rate-00090000",
                                RunStatus.FAILED,
                                0,
                                Verdict.FAILS,
                                "it broke")));
    }

    private static Capacity of(Answer answer, Optional<Estimate> estimate, List<Run> runs) {
        return new Capacity(
                "com.acme.Task",
                List.of("p99 < 10us"),
                1_000,
                1_000_000,
                0.05,
                answer,
                estimate,
                Optional.of(new Tried(20_000, 1, 3, 2, 0)),
                Optional.of(new Tried(22_000, 2, 3, 0, 3)),
                runs,
                SweepSamples.step(22_000, RunStatus.SATURATED, Cause.GC_PAUSE, 100)
                        .budget(),
                "Ended.");
    }

    /** Interrupted before anything was known. */
    public static Capacity none() {
        return new Capacity(
                "com.acme.Task",
                List.of("p99 < 10us"),
                1_000,
                1_000_000,
                0.05,
                Answer.NO_VERDICT,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                SweptStep.Budget.NONE,
                "Interrupted.");
    }
}
