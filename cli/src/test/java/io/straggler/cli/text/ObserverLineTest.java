package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.ObserverEffect;
import io.straggler.diagnosis.statistics.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ObserverLineTest {
    private static Difference difference(double percentile, Estimate relative, Verdict verdict) {
        return new Difference(
                new Metric.Percentile(percentile),
                OptionalDouble.of(1),
                OptionalDouble.of(1),
                Optional.empty(),
                Optional.ofNullable(relative),
                OptionalDouble.empty(),
                verdict,
                "");
    }

    private static String line(Difference... differences) {
        return ObserverLine.of(Optional.of(new ObserverEffect(List.of(differences), 15, 1, 0)), true)
                .orElseThrow();
    }

    @Test
    void shouldSayTheEffectWithItsIntervals() {
        assertThat(line(
                        difference(50, new Estimate(0.002, -0.005, 0.01), Verdict.NO_DETECTABLE_DIFFERENCE),
                        difference(99.9, null, Verdict.NOT_MEASURABLE)))
                .isEqualTo(
                        "no detectable effect of sampling: p50 +0.2% [−0.5%, +1%], p99.9 not measurable, against the "
                                + "quarter of the run in which it was off");
        assertThat(line(difference(99, new Estimate(0.5, 0.2, 0.9), Verdict.REGRESSED)))
                .startsWith("while the sampler watches, p99 is higher: p99 +50% [+20%, +90%]");
    }

    @Test
    void shouldSayThatItIsNotKnownOnlyWhereItWasAsked() {
        assertThat(ObserverLine.of(Optional.empty(), true))
                .contains("the run was too short to measure what sampling did to it");
        assertThat(ObserverLine.of(Optional.empty(), false)).isEmpty();
    }
}
