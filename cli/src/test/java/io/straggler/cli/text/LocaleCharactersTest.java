package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.InvalidPathException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocaleCharactersTest {
    private static final String ASCII = "ANSI_X3.4-1968";

    @Test
    void shouldSayWhatToDoAboutWhatAsciiCannotRead() {
        assertThat(LocaleCharacters.problem(List.of("report", "aus \uFFFD\uFFFD"), "/work", ASCII))
                .hasValue("The locale has no characters but ASCII, and cannot read aus ??:"
                        + " set LC_ALL=C.UTF-8, and say the same again.");
        assertThat(LocaleCharacters.problem(List.of("report", "here"), "/M\uFFFD\uFFFDller", ASCII))
                .hasValue("The locale has no characters but ASCII, and cannot read /M??ller:"
                        + " set LC_ALL=C.UTF-8, and say the same again.");
    }

    @Test
    void shouldTakeWhatTheLocaleCanRead() {
        assertThat(LocaleCharacters.problem(List.of("report", "here"), "/work", ASCII))
                .isEmpty();
        assertThat(LocaleCharacters.problem(List.of("report", "\uFFFD"), "/M\u00FCller", "UTF-8"))
                .isEmpty();
        assertThat(LocaleCharacters.problem(List.of("report", "\u00FC"), "/work", "no-such-charset"))
                .isEmpty();
    }

    @Test
    void shouldSayOfANameThatNoFileCanHaveWhatIsWrongWithIt() {
        assertThat(LocaleCharacters.sentence(new InvalidPathException("a\0b", "Nul character not allowed")))
                .startsWith("A name of a file must be one that this system allows: Nul character not allowed");
    }
}
