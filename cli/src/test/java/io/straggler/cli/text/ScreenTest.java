package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.text.LineWidth;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScreenTest {
    private static final LineWidth WIDTH = LineWidth.USUAL;

    @ParameterizedTest
    @CsvSource({"1, 60", "59, 60", "80, 80", "200, 200", "999999, 200"})
    void shouldTakeTheColumnsThatTheUserAsksFor(String wanted, int columns) {
        assertThat(Screen.width(Optional.of(wanted), () -> OptionalInt.of(120))).isEqualTo(new LineWidth(columns));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "wide", "9999999999", " 80"})
    void shouldAskTheTerminalWhereWhatTheUserAsksForIsNoNumber(String wanted) {
        assertThat(Screen.width(Optional.of(wanted), () -> OptionalInt.of(120))).isEqualTo(new LineWidth(120));
    }

    @Test
    void shouldHaveTheUsualWidthWhereNobodySays() {
        assertThat(Screen.width(Optional.empty(), OptionalInt::empty)).isEqualTo(LineWidth.USUAL);
    }

    @Test
    void shouldNeitherColourNorMeasureWhatIsNoTerminal() {
        Screen screen = Screen.of(new PrintStream(new ByteArrayOutputStream()));
        assertThat(screen.width()).isEqualTo(LineWidth.USUAL);
        assertThat(screen.coloured()).isFalse();
    }

    @Test
    void shouldMakeEachLineStandOutWhereStylesAreShown() {
        assertThat(printed(true)).isEqualTo("\u001B[31mone\u001B[0m\n\u001B[31mtwo\u001B[0m\n");
        assertThat(printed(false)).isEqualTo("one\ntwo\n");
    }

    private static String printed(boolean coloured) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), WIDTH, coloured)
                .println(Style.RED, List.of("one", "two"));
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
