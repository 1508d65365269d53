package io.straggler.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.RunStatus;
import io.straggler.model.text.LineWidth;
import io.straggler.rates.result.SweptRates;
import io.straggler.rates.result.SweptStep;
import io.straggler.rates.result.SweptStep.Budget;
import io.straggler.rates.result.SweptStep.Percentile;
import io.straggler.rates.result.SweptStep.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SweepLinesTest {
    private static Round round(int number, double perSecond, RunStatus status) {
        return new Round(
                number,
                1,
                status,
                status == RunStatus.OK ? "" : "its reason",
                status == RunStatus.OK ? perSecond : perSecond / 2,
                100_000,
                List.of());
    }

    private static SweptStep step(double perSecond, RunStatus first, RunStatus second, Budget budget) {
        RunStatus worst = first.compareTo(second) > 0 ? first : second;
        return new SweptStep(
                perSecond,
                "rate",
                worst,
                worst == RunStatus.OK ? "" : "The task threw \u001b[31mred",
                List.of(round(1, perSecond, first), round(2, perSecond, second)),
                worst == RunStatus.OK
                        ? List.of(
                                new Percentile(50, 700, Optional.empty()),
                                new Percentile(99, 12_300, Optional.empty()),
                                new Percentile(99.99, 812_000, Optional.empty()))
                        : List.of(),
                budget);
    }

    private static Budget budget(long outliers, String ownPartsOnly, Cause... causes) {
        List<CauseSum> sums = new ArrayList<>();
        for (int i = 0; i < causes.length; i++) {
            sums.add(new CauseSum(causes[i], 600 >> 2 * i, 0, 1, 0, 0, List.of()));
        }
        return new Budget(
                50_000, outliers, sums.stream().mapToLong(CauseSum::totalNs).sum(), ownPartsOnly, sums);
    }

    private static List<String> lines(SweptStep... steps) {
        return SweepLines.of(
                new SweptRates("com.acme.Task", List.of(10_000.0), 2, 1, List.of(steps), "It took a while."),
                LineWidth.USUAL);
    }

    @Test
    void shouldTellPercentilesOverThroughputAndNoneOfRatesThatWereNotKept() {
        assertThat(String.join(
                        "\n",
                        lines(
                                step(
                                        10_000,
                                        RunStatus.OK,
                                        RunStatus.OK,
                                        budget(121, "", Cause.GC_PAUSE, Cause.RUN_QUEUE)),
                                step(20_000, RunStatus.OK, RunStatus.OK, budget(9, "", Cause.CODE)),
                                step(
                                        40_000,
                                        RunStatus.OK,
                                        RunStatus.SATURATED,
                                        budget(5_000, "because", Cause.USUAL_WORK)),
                                step(80_000, RunStatus.OK, RunStatus.OK, budget(0, "")),
                                step(160_000, RunStatus.FAILED, RunStatus.FAILED, Budget.NONE))))
                .isEqualTo("""

                        com.acme.Task
                          It took a while.

                                 asked    achieved        p50        p99      p99.9     worst measurable
                              10,000/s    10,000/s     700 ns    12.3 µs          –        p99.99 812 µs
                              20,000/s    20,000/s     700 ns    12.3 µs          –        p99.99 812 µs
                              40,000/s    20,000/s  SATURATED in 1 of 2 rounds
                              80,000/s    80,000/s     700 ns    12.3 µs          –        p99.99 812 µs
                             160,000/s    80,000/s  FAILED in 2 of 2 rounds: The task threw ⟨001B⟩[31mred

                          Saturates between 20,000/s, which was kept, and 40,000/s, which was not kept in 1 of 2 rounds.
                          Higher rates were kept all the same: 80,000/s. Near saturation, chance decides; more --rounds show
                          how often.

                          where the latency of outliers went at each rate
                              10,000/s  121 outliers of 50 µs or longer: GC pause 80%, waiting for a core 20%
                              20,000/s  9 outliers of 50 µs or longer, too few to say
                              40,000/s  5,000 outliers of 50 µs or longer: usual work 100% of the time they did not queue
                              80,000/s  no outlier of 50 µs or longer
                             160,000/s  not known

                          Largest: GC pause at 10,000/s; usual work at 40,000/s.""");
    }

    @Test
    void shouldSayWhenNothingSaturatedAndNothingIsKnown() {
        assertThat(lines(step(10_000, RunStatus.OK, RunStatus.OK, Budget.NONE)))
                .contains(
                        "  Every rate that was measured to its end was kept, up to 10,000/s.",
                        "  At no rate are there enough outliers to say what they are made of.");
        assertThat(lines(step(10_000, RunStatus.SATURATED, RunStatus.SATURATED, Budget.NONE)))
                .contains("  Saturates below 10,000/s, which was not kept in 2 of 2 rounds.");
    }
}
