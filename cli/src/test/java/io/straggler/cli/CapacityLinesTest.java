package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Cause;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.flamegraph.Capacity;
import io.straggler.flamegraph.Capacity.Answer;
import io.straggler.flamegraph.Capacity.Purpose;
import io.straggler.flamegraph.Capacity.Run;
import io.straggler.flamegraph.Capacity.Tried;
import io.straggler.flamegraph.Capacity.Verdict;
import io.straggler.flamegraph.SweptStep.Budget;
import io.straggler.model.RunStatus;
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
            Answer answer, Optional<Tried> found, Optional<Tried> above, List<Tried> undecided, Budget limit) {
        return String.join(
                "\n",
                CapacityLines.of(new Capacity(
                        "com.acme.Task",
                        List.of("p99 < 10us"),
                        1_000,
                        100_000,
                        0.05,
                        answer,
                        found,
                        above,
                        undecided,
                        List.of(
                                run(1_000, RunStatus.OK, "p99 is not measurable: nobody knows."),
                                run(20_000, RunStatus.OK, "p99 is 8 µs [7 µs, 9 µs], and the limit is 10 µs"),
                                run(20_800, RunStatus.SATURATED, "saturated: 20,100/s were achieved"),
                                run(100_000, RunStatus.OK, "p99 is 9 µs")),
                        limit,
                        "Ended.")));
    }

    @Test
    void shouldGiveTheRateTheBracketTheConfirmationsAndTheLimit() {
        assertThat(text(
                        Answer.FOUND,
                        Optional.of(new Tried(20_000, 1, 3, 2, 0)),
                        Optional.of(new Tried(20_800, 1, 3, 0, 3)),
                        List.of(),
                        LIMIT))
                .isEqualTo("""

                        com.acme.Task
                          Sustains 20,000/s with p99 < 10us; the limit lies between that and 20,800/s, +4%.
                          Ended.

                          sustained          20,000/s   held in 2 of 3 confirmation runs, undecided in 1; the last: p99 is 8
                                                        µs [7 µs, 9 µs], and the limit is 10 µs
                          not sustained      20,800/s   held in 0 of 3 confirmation runs, saturated in 1 of all runs; the
                                                        last: saturated: 20,100/s were achieved

                          what limits it at 20,800/s: 500 outliers of 10 µs or longer: GC pause 90%, more work than usual
                          10%""");
    }

    @Test
    void shouldSayWhenTheBracketIsWiderThanAskedForAndWhy() {
        assertThat(text(
                        Answer.FOUND,
                        Optional.of(new Tried(20_000, 1, 3, 3, 0)),
                        Optional.of(new Tried(24_000, 1, 3, 0, 3)),
                        List.of(new Tried(22_000, 3, 0, 0, 0)),
                        LIMIT))
                .contains("24,000/s, +20%, which is wider", "22,000/s could not be decided: ");
    }

    @Test
    void shouldSayThatNothingLimitsIt() {
        assertThat(text(
                        Answer.FOUND,
                        Optional.of(new Tried(100_000, 1, 3, 3, 0)),
                        Optional.empty(),
                        List.of(),
                        Budget.NONE))
                .contains("nothing limits it up to there, the highest rate that was to be\n")
                .doesNotContain("what limits it");
    }

    @Test
    void shouldSayWhenThereIsNoAnswer() {
        Optional<Tried> none = Optional.empty();
        assertThat(text(Answer.NOT_SUSTAINED, none, Optional.of(new Tried(1_000, 1, 3, 0, 3)), List.of(), LIMIT))
                .contains("Not sustained: p99 < 10us does not hold even at the lowest rate, 1,000/s.");
        assertThat(text(Answer.NO_VERDICT, none, none, List.of(new Tried(1_000, 3, 0, 0, 0)), Budget.NONE))
                .contains(
                        "No verdict: whether p99 < 10us holds could not",
                        "There, p99 is not measurable: nobody knows.");
        assertThat(text(
                        Answer.NO_VERDICT,
                        Optional.of(new Tried(20_000, 1, 1, 1, 0)),
                        Optional.of(new Tried(20_800, 1, 0, 0, 0)),
                        List.of(),
                        LIMIT))
                .contains(
                        "seems to hold at 20,000/s and not at 20,800/s, but that was not confirmed.",
                        "seen in 1 run, not confirmed");
    }
}
