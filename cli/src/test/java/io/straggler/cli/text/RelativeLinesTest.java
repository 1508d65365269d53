package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.RelativeLatency;
import io.straggler.model.text.LineWidth;
import java.util.List;
import org.junit.jupiter.api.Test;

class RelativeLinesTest {
    @Test
    void shouldTellMultiplesWithinATerminalsWidth() {
        RelativeLatency relative = new RelativeLatency(List.of(
                new RelativeLatency.Point(50, 1_000, 1_040),
                new RelativeLatency.Point(90, 1_000_000, 7_500),
                new RelativeLatency.Point(99, 100_000_000, 2_110),
                new RelativeLatency.Point(99.9, 1_000, 12_400),
                new RelativeLatency.Point(99.99, 1_000, 9_949)));

        assertThat(RelativeLines.of(relative, "a", LineWidth.USUAL))
                .containsExactly(
                        "  reference   50% 1.04x, 90% 0.0075x, 99% 0.000021x, 99.9% 12x, 99.99% 9.95x of the reference run: a");
        assertThat(RelativeLines.of(relative, "a\tping of many words ".repeat(9), LineWidth.USUAL))
                .hasSizeGreaterThan(2)
                .allMatch(line -> line.length() <= LineWidth.USUAL.columns())
                .noneMatch(line -> line.contains("\t"));
    }

    @Test
    void shouldSayNothingWithoutAReferenceRun() {
        assertThat(RelativeLines.of(new RelativeLatency(List.of()), "", LineWidth.USUAL))
                .isEmpty();
    }
}
