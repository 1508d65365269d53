package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.PathStage;
import io.straggler.model.text.LineWidth;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StageLinesTest {
    @Test
    void shouldTellWhatOutliersTookAtEachStage() {
        List<PathStage> stages = List.of(
                new PathStage("pricing-*", 1_200, 3_000_000, 0, 6_000_000, Collections.nCopies(1_200, 5_000L)),
                new PathStage("", 2, 0, 1_000_000, 0, List.of(1L, 1_000_000L)));

        assertThat(StageLines.of(stages, LineWidth.USUAL))
                .containsExactly(
                        "  outliers by stage   outliers      share     queued    no core        p50      worst",
                        "  pricing-*              1,200        90%       3 ms                  5 \u00b5s       5 \u00b5s",
                        "  no known thread            2        10%                  1 ms          \u2013       1 ms",
                        "  queued, no core: of all outliers; p50, worst: time of one outlier on the threads");
    }

    @Test
    void shouldFitATerminalWhateverThreadsAreCalled() {
        List<PathStage> stages = List.of(new PathStage("a\tthread of many words ".repeat(20), 1, 0, 0, 1, List.of(1L)));

        assertThat(StageLines.of(stages, LineWidth.USUAL))
                .allMatch(line -> line.length() <= LineWidth.USUAL.columns())
                .noneMatch(line -> line.contains("\t"));
    }

    @Test
    void shouldSayNothingWithoutStages() {
        assertThat(StageLines.of(List.of(), LineWidth.USUAL)).isEmpty();
    }
}
