package io.straggler.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class MeasureOptionTest {
    private static final Path PAGE = Path.of("").toAbsolutePath().getParent().resolve("docs/reference/cli.md");

    /** The page may add links and marks for code to the words of a row, and begins them with a small letter. */
    @Test
    void shouldHaveEachRowInTheTableOfThePage() throws IOException {
        List<String> page = Files.readString(PAGE)
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .replace("`", "")
                .toLowerCase(Locale.ROOT)
                .lines()
                .toList();
        for (MeasureOption option : MeasureOption.ALL) {
            assertThat(page).as("docs/reference/cli.md").contains(row(option).toLowerCase(Locale.ROOT));
        }
    }

    private static String row(MeasureOption option) {
        String words = option.description().replaceAll("\\.$", "").replace("%%", "%");
        return ("| --" + option.name() + " | " + words + " | " + option.usual() + " |").replace("|  |", "| |");
    }
}
