package io.straggler.cli.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.RunStatus;
import io.straggler.model.text.LineWidth;
import io.straggler.rates.result.Capacity;
import io.straggler.rates.result.Capacity.Answer;
import io.straggler.rates.result.Capacity.Estimate;
import io.straggler.rates.result.Capacity.Purpose;
import io.straggler.rates.result.Capacity.Run;
import io.straggler.rates.result.Capacity.Tried;
import io.straggler.rates.result.Capacity.Verdict;
import io.straggler.rates.result.SweptStep.Budget;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CapacityLinesTest {
    private static final Budget LIMIT = new Budget(
            10_000,
            500,
            1_000,
            "",
            List.of(
                    new CauseSum(Cause.GC_PAUSE, 900, 0, 1, 0, 0, List.of()),
                    new CauseSum(Cause.CODE, 100, 0, 1, 0, 0, List.of())));

    private static Run run(double perSecond, RunStatus status, String sentence) {
        return new Run(perSecond, Purpose.CONFIRM, 1, "rate", status, perSecond, Verdict.HOLDS, sentence);
    }

    private static String text(
            Answer answer, Optional<Estimate> estimate, Optional<Tried> found, Optional<Tried> above, Budget limit) {
        return String.join(
                "\n",
                CapacityLines.of(
                        new Capacity(
                                "com.acme.Task",
                                List.of("p99 < 10us"),
                                1_000,
                                100_000,
                                0.05,
                                answer,
                                estimate,
                                found,
                                above,
                                List.of(
                                        run(1_000, RunStatus.OK, "p99 cannot be judged by 7 iterations."),
                                        run(
                                                20_000,
                                                RunStatus.OK,
                                                "0.8% of 80,123 iterations took longer than 10 µs, and 1% may"),
                                        run(20_800, RunStatus.SATURATED, "saturated: 20,100/s were achieved"),
                                        run(
                                                100_000,
                                                RunStatus.OK,
                                                "0% of 400,000 iterations took longer than 10 µs, and 1% may")),
                                limit,
                                "Ended."),
                        LineWidth.USUAL));
    }

    @Test
    void shouldGiveTheRateTheIntervalTheConfirmationsAndTheLimit() {
        assertThat(text(
                        Answer.FOUND,
                        Optional.of(new Estimate(20_412, 20_004, 20_789)),
                        Optional.of(new Tried(20_000, 1, 3, 2, 1)),
                        Optional.of(new Tried(20_800, 1, 3, 0, 3)),
                        LIMIT))
                .isEqualTo("""

                        com.acme.Task
                          Sustains at least 20,000/s with p99 < 10us (held in 2 of 3 confirmation runs). The limit is most
                          likely near 20,400/s and, with 95% confidence, between 20,000/s and 20,800/s (3.9% wide).
                          Ended.

                          sustained          20,000/s   held in 2 of 3 confirmation runs; the last: 0.8% of 80,123
                                                        iterations took longer than 10 µs, and 1% may
                          not sustained      20,800/s   held in 0 of 3 confirmation runs, saturated in 1 of all runs; the
                                                        last: saturated: 20,100/s were achieved

                          what limits it at 20,800/s: 500 outliers of 10 µs or longer: GC pause 90%, more work than usual
                          10%""");
    }

    @Test
    void shouldSayWhenTheIntervalIsWiderThanAskedFor() {
        assertThat(text(
                        Answer.FOUND,
                        Optional.of(new Estimate(22_000, 20_000, 24_000)),
                        Optional.of(new Tried(20_000, 1, 3, 3, 0)),
                        Optional.of(new Tried(24_000, 1, 3, 0, 3)),
                        LIMIT))
                .contains("24,000/s (20% wide),", "wider than the 5% asked for: longer runs");
    }

    @Test
    void shouldSayThatNothingLimitsIt() {
        assertThat(text(
                        Answer.FOUND,
                        Optional.empty(),
                        Optional.of(new Tried(100_000, 1, 3, 3, 0)),
                        Optional.empty(),
                        Budget.NONE))
                .contains("nothing limits it up to there, the highest rate that was to be\n")
                .doesNotContain("what limits it");
    }

    @Test
    void shouldSayWhenThereIsNoAnswer() {
        Optional<Tried> none = Optional.empty();
        assertThat(text(Answer.NOT_SUSTAINED, Optional.empty(), none, Optional.of(new Tried(1_000, 1, 3, 0, 3)), LIMIT))
                .contains("Not sustained: p99 < 10us does not hold even at the lowest rate, 1,000/s.");
        assertThat(text(Answer.NO_VERDICT, Optional.empty(), none, none, Budget.NONE))
                .contains(
                        "No verdict: whether p99 < 10us holds could be neither",
                        "There, p99 cannot be judged by 7 iterations.");
        assertThat(text(
                        Answer.NO_VERDICT,
                        Optional.of(new Estimate(20_412, 18_004, 23_789)),
                        Optional.of(new Tried(20_000, 1, 1, 1, 0)),
                        Optional.of(new Tried(20_800, 1, 0, 0, 0)),
                        LIMIT))
                .contains(
                        "No verdict: p99 < 10us held at 20,000/s and not at 20,800/s, and the limit may lie between",
                        "18,000/s and 23,800/s (32% wide), but that was not confirmed.",
                        "seen in 1 run, not confirmed");
    }
}
