package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Coverage;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.Settings;
import io.straggler.model.text.LineWidth;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CoverageLinesTest {
    private static final Coverage.Kind NONE = new Coverage.Kind(0, 0);

    private static String text(Coverage coverage, SamplerSummary sampler) {
        return text(coverage, sampler, Settings.UNKNOWN);
    }

    private static String text(Coverage coverage, SamplerSummary sampler, Settings settings) {
        RunOutcome outcome = RunOutcome.of(new RunId(0, 1))
                .targetPerSecond(1)
                .achievedPerSecond(1)
                .iterations(20_000)
                .outliers(1)
                .thresholdNs(1)
                .worstNs(1)
                .build();
        RunDescription run = RunDescription.of("task")
                .settings(settings)
                .runs(List.of(outcome))
                .sampler(sampler)
                .build();
        return String.join("\n", CoverageLines.of(coverage, run, LineWidth.USUAL));
    }

    private static SamplerSummary triggered(long marginNs, long innocent) {
        return SamplerSummary.of(SamplerMode.TRIGGERED, "")
                .armDelayNs(20_000)
                .marginNs(marginNs)
                .signalsSent(100)
                .capturesTaken(100)
                .innocentCaptures(innocent)
                .build();
    }

    private static Coverage blocked(long withStack) {
        return new Coverage(5, 50_000, NONE, new Coverage.Kind(4, withStack), NONE, 0, withStack, 0, 1, 1, 0, 0);
    }

    @Test
    void shouldTellOnlyTheKindsThereAre() {
        assertThat(text(blocked(3), triggered(0, 0)).replaceAll("\\s+", " "))
                .isEqualTo(
                        " coverage 3 of 4 outliers that ran 50 µs or longer themselves have a stack (0 by sample, 3 by event): 3 of 4 that were blocked"
                                + " 75%, of too few to judge by: they ended soon after a capture was due; sample earlier, with --sample-after below 20 µs 1 more outlier ran for less: no stack was due");
    }

    @Test
    void shouldTellTheMarginAndTheInnocent() {
        assertThat(text(Coverage.none(), triggered(400_000, 62)).replaceAll("\\s+", " "))
                .isEqualTo(
                        " arm delay 20 µs, margin 400 µs: the first capture is due 20 µs to 420 µs after the "
                                + "intended start captures begin at 20 µs and hit 3.1 of 1,000 iterations that were no outliers");
    }

    @Test
    void shouldTellWhatEventsCoverWithoutASampler() {
        assertThat(text(blocked(3), SamplerSummary.off("asked for")).replaceAll("\\s+", " "))
                .contains("3 by event");
        assertThat(text(blocked(0), SamplerSummary.off("asked for"))).isEmpty();
    }

    @Test
    void shouldSayWhyNoOutlierIsExplained() {
        assertThat(text(Coverage.none(), triggered(0, 0), new Settings("", Optional.empty(), true, ""))
                        .replaceAll("\\s+", " "))
                .startsWith(" coverage the recording has no outlier: with --measure-overhead ");
    }
}
