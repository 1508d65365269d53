package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.division.TimeDivision;
import io.straggler.diagnosis.budget.reading.NormalCode;
import io.straggler.diagnosis.budget.reading.StackReadings;
import io.straggler.model.Evidence;
import io.straggler.model.Place;
import io.straggler.model.ThreadUsage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HiccupsTest {
    private static final long LATE_NS = 1_000_000;
    private static final long NORMAL_NS = 1_000;

    private final Runs runs = new Runs();

    /** One that began on time, and whose thread waited for a core for so long of its {@value #LATE_NS} ns. */
    private void outlier(long runDelayNs) {
        runs.outlier(0, 0, LATE_NS);
        runs.usage.add(ThreadUsage.of(0, Runs.THREAD)
                .between(0, LATE_NS)
                .runDelayNs(runDelayNs)
                .cpuNs(LATE_NS - runDelayNs)
                .involuntarySwitches(1)
                .build());
    }

    private void hiccup(int cpu, long fromNs, long toNs) {
        runs.evidence.add(
                new Evidence(Evidence.Kind.HICCUP, fromNs, toNs, Evidence.ANY_THREAD, Place.of("cpu " + cpu)));
    }

    private Map<Long, Long> hiccups() {
        List<DiagnosedOutlier> outliers = Attribution.of(runs.run()).outliers();
        return Hiccups.of(
                outliers,
                outliers.stream()
                        .map(one -> TimeDivision.of(
                                one,
                                NORMAL_NS,
                                Optional.empty(),
                                new StackReadings(NormalCode.UNKNOWN),
                                Rules.STANDARD))
                        .toList());
    }

    @Test
    void shouldCountWhatBothTheThreadAndAWitnessSuffered() {
        outlier(600_000);
        hiccup(0, 100_000, 300_000);
        hiccup(1, 200_000, 400_000);

        assertThat(hiccups()).containsExactly(Map.entry(0L, 300_000L));
    }

    @Test
    void shouldCountNoMoreThanTheThreadWaited() {
        outlier(200_000);
        hiccup(0, -500_000, 2 * LATE_NS);

        assertThat(hiccups()).containsExactly(Map.entry(0L, 200_000L));
    }

    @Test
    void shouldCountNothingOfAThreadThatHadItsCoreAllTheTime() {
        outlier(0);
        hiccup(0, 100_000, 900_000);

        assertThat(hiccups()).isEmpty();
    }

    @Test
    void shouldCountNothingWithoutAWitness() {
        outlier(600_000);
        hiccup(0, 2 * LATE_NS, 3 * LATE_NS);

        assertThat(hiccups()).isEmpty();
    }

    /** What others on the way did is no hiccup of the machine, and nothing is taken away from what explains the outlier. */
    @Test
    void shouldLeaveTheBudgetAsItIs() {
        outlier(600_000);
        TimeBudget before = TimeDivision.of(
                Attribution.of(runs.run()).outliers().get(0),
                NORMAL_NS,
                Optional.empty(),
                new StackReadings(NormalCode.UNKNOWN),
                Rules.STANDARD);
        hiccup(0, 100_000, 900_000);

        assertThat(TimeDivision.of(
                        Attribution.of(runs.run()).outliers().get(0),
                        NORMAL_NS,
                        Optional.empty(),
                        new StackReadings(NormalCode.UNKNOWN),
                        Rules.STANDARD))
                .isEqualTo(before);
    }
}
