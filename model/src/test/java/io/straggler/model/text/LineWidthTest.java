package io.straggler.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LineWidthTest {
    private static final LineWidth NARROW = new LineWidth(60);

    @Test
    void shouldTakeTheNearestWidthThatThereIs() {
        assertThat(LineWidth.of(1)).isEqualTo(new LineWidth(60));
        assertThat(LineWidth.of(80)).isEqualTo(new LineWidth(80));
        assertThat(LineWidth.of(65_535)).isEqualTo(new LineWidth(200));
        assertThatThrownBy(() -> new LineWidth(59)).hasMessage("columns must be 60 to 200: columns=59");
        assertThatThrownBy(() -> new LineWidth(201)).hasMessage("columns must be 60 to 200: columns=201");
    }

    @Test
    void shouldBreakBetweenWords() {
        assertThat(NARROW.wrapped("  ", "a".repeat(28) + " " + "b".repeat(29) + " c"))
                .containsExactly("  " + "a".repeat(28) + " " + "b".repeat(29), "  c");
        assertThat(NARROW.wrapped("  ", "a".repeat(28) + " " + "b".repeat(30)))
                .containsExactly("  " + "a".repeat(28), "  " + "b".repeat(30));
    }

    @Test
    void shouldBreakNeitherBeforeAUnitNorInAnInterval() {
        assertThat(NARROW.wrapped("", "a".repeat(55) + " 812 µs")).containsExactly("a".repeat(55), "812 µs");
        assertThat(NARROW.wrapped("", "a".repeat(40) + " [790 µs, 2.49 ms]"))
                .containsExactly("a".repeat(40) + " [790 µs, 2.49 ms]");
        assertThat(NARROW.wrapped("", "a".repeat(45) + " [790 µs, 2.49 ms]"))
                .containsExactly("a".repeat(45), "[790 µs, 2.49 ms]");
    }

    @Test
    void shouldIndentAWideWordLessAndKeepItWhole() {
        assertThat(NARROW.wrapped(" ".repeat(20), "in " + "x".repeat(50)))
                .containsExactly(" ".repeat(20) + "in", " ".repeat(10) + "x".repeat(50));
        assertThat(NARROW.wrapped("  ", "in " + "x".repeat(200) + " or"))
                .containsExactly("  in", "x".repeat(200), "  or");
    }

    @Test
    void shouldCutAWordThatNoTerminalHasRoomFor() {
        assertThat(NARROW.wrapped("  ", "x".repeat(5_000)))
                .containsExactly("  " + "x".repeat(29) + "\u2026" + "x".repeat(28));
    }

    @Test
    void shouldGoOnBelowWhatStandsBehindALabel() {
        assertThat(NARROW.labelled("try", "a".repeat(40) + " b " + "c".repeat(30)))
                .containsExactly("  try         " + "a".repeat(40) + " b", " ".repeat(14) + "c".repeat(30));
        assertThat(NARROW.labelled("", "a".repeat(40) + " " + "c".repeat(30)))
                .containsExactly(" ".repeat(14) + "a".repeat(40), " ".repeat(14) + "c".repeat(30));
    }

    @Test
    void shouldStandBelowWhereThereIsLittleRoomBehind() {
        String start = "s".repeat(40) + "  ";
        assertThat(NARROW.behind(start, "short")).containsExactly(start + "short");
        assertThat(NARROW.behind(start, "a sentence of many words"))
                .containsExactly("s".repeat(40), " ".repeat(14) + "a sentence of many words");
        assertThat(NARROW.below(40)).isEqualTo(14);
        assertThat(NARROW.below(20)).isEqualTo(20);
    }

    @Test
    void shouldStandBelowWhereItsFirstWordHasNoRoomBehind() {
        assertThat(NARROW.labelled("try", "x".repeat(50))).containsExactly("  try", " ".repeat(10) + "x".repeat(50));
    }

    @Test
    void shouldNotBreakAPath() {
        assertThat(NARROW.unbroken("report", "/tmp/a b/report.html"))
                .containsExactly("  report      /tmp/a b/report.html");
        assertThat(NARROW.unbroken("report", "/tmp/a b/" + "r".repeat(40)))
                .containsExactly("  report", "    /tmp/a b/" + "r".repeat(40));
    }
}
