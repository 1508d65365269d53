package io.straggler.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private static TextTable table(String name) {
        TextTable table = new TextTable("by kind", List.of("count", "p50", "worst"), 20);
        table.row(name, List.of("12,345", "1.2 ms", "812 ms"));
        table.row("b", List.of("1", "\u2013", "2 s"));
        return table;
    }

    @Test
    void shouldGiveEachColumnItsUsualWidthWhereThereIsRoom() {
        assertThat(table("name").lines(LineWidth.USUAL))
                .containsExactly(
                        "  by kind               count                 p50               worst",
                        "  name                 12,345              1.2 ms              812 ms",
                        "  b                         1                   \u2013                 2 s");
    }

    @Test
    void shouldMoveTheColumnsTogetherWhereThereIsLittle() {
        assertThat(table("name").lines(new LineWidth(60)))
                .containsExactly(
                        "  by kind   count     p50   worst",
                        "  name     12,345  1.2 ms  812 ms",
                        "  b             1       \u2013     2 s");
    }

    @Test
    void shouldPutANameWithoutRoomAboveItsCells() {
        String name = "a-name-that-is-longer-than-all-of-the-others";
        assertThat(table(name).lines(new LineWidth(60)))
                .containsExactly(
                        "  by kind   count     p50   worst",
                        "  " + name,
                        "           12,345  1.2 ms  812 ms",
                        "  b             1       \u2013     2 s");
    }

    @Test
    void shouldIndentANameWithoutRoomAsItIs() {
        assertThat(table("  " + "indented ".repeat(5).strip()).lines(new LineWidth(60)))
                .contains("    " + "indented ".repeat(5).strip(), "           12,345  1.2 ms  812 ms");
    }

    @Test
    void shouldStayWithinTheWidthWhenManyCellsAreWide() {
        TextTable table = new TextTable("", List.of("a", "b", "c", "d", "e"), 11);
        table.row("x", List.of("1,234,567,", "1,234,567,", "1,234,567,", "1,234,567,", "1,234,567,"));
        assertThat(table.lines(new LineWidth(60))).allMatch(line -> line.length() <= 60);
    }

    @Test
    void shouldRefuseARowOfOtherCells() {
        assertThatThrownBy(() -> table("a").row("b", List.of("1")))
                .hasMessage("cells must be as many as heads: cells=[1]");
    }
}
