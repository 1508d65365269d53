package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.AboveFloor;
import java.util.List;
import org.junit.jupiter.api.Test;

class FloorLinesTest {
    @Test
    void shouldTellMultiplesWithinATerminalsWidth() {
        AboveFloor above = new AboveFloor(List.of(
                new AboveFloor.Point(50, 1_000, 1_040),
                new AboveFloor.Point(99.9, 1_000, 12_400),
                new AboveFloor.Point(99.99, 1_000, 9_949)));

        assertThat(FloorLines.of(above, "a"))
                .containsExactly(
                        "  floor       latency as multiples of the floor: 50% 1.04x, 99.9% 12x, 99.99% 9.95x. Floor: a");
        assertThat(FloorLines.of(above, "a\tping of many words ".repeat(9)))
                .hasSizeGreaterThan(2)
                .allMatch(line -> line.length() <= TerminalText.WIDTH)
                .noneMatch(line -> line.contains("\t"));
    }

    @Test
    void shouldSayNothingWithoutAFloor() {
        assertThat(FloorLines.of(new AboveFloor(List.of()), "")).isEmpty();
    }
}
