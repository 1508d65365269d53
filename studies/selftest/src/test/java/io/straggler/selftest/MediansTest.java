package io.straggler.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.straggler.selftest.fault.Fault;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class MediansTest {
    private static Score of(OptionalDouble recall, int injections, Map<String, Double> answers) {
        FaultScore fault = new FaultScore(
                Fault.PARK,
                injections,
                injections,
                recall,
                recall,
                recall,
                recall,
                injections * 1000L,
                injections,
                injections * 2000L,
                answers,
                injections == 0 ? "none took place" : "");
        return new Score(
                List.of(fault), 10, 1, recall, injections, injections, 0, injections, injections, 0, 0, 0, 3, 2);
    }

    @Test
    void shouldTakeTheMiddleOfFiguresAndTheSumOfCounts() {
        Score medians = Medians.of(List.of(
                of(OptionalDouble.of(0.2), 5, Map.of("park", 1.0)),
                of(OptionalDouble.of(0.9), 7, Map.of("park", 0.5, "sleep", 0.5)),
                of(OptionalDouble.of(0.8), 9, Map.of("park", 1.0))));

        assertThat(medians.faults().get(0).recall()).hasValue(0.8);
        assertThat(medians.faults().get(0).injections()).isEqualTo(21);
        assertThat(medians.faults().get(0).medianNs()).isEqualTo(7000);
        assertThat(medians.faults().get(0).shortestNs()).isEqualTo(5);
        assertThat(medians.faults().get(0).longestNs()).isEqualTo(18_000);
        assertThat(medians.faults().get(0).answers().get("park")).isCloseTo(2.5 / 3, within(1e-9));
        assertThat(medians.placebos()).isEqualTo(30);
        assertThat(medians.falseAlarmShare()).hasValue(0.1);
    }

    @Test
    void shouldLeaveOutSeedsWithoutAFigure() {
        Score medians = Medians.of(List.of(
                of(OptionalDouble.of(0.4), 5, Map.of("park", 1.0)),
                of(OptionalDouble.empty(), 0, Map.of()),
                of(OptionalDouble.of(0.6), 5, Map.of("park", 1.0))));

        assertThat(medians.faults().get(0).recall().orElseThrow()).isCloseTo(0.5, within(1e-12));
        assertThat(medians.faults().get(0).shortestNs()).isEqualTo(5);
        assertThat(medians.faults().get(0).answers()).containsEntry("park", 1.0);
    }

    @Test
    void shouldRefuseNothing() {
        assertThatThrownBy(() -> Medians.of(List.of())).hasMessage("scores must not be empty: scores=0");
    }
}
