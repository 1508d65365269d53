package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReadyMadeNameTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `[^|\\n]*\\|[^|\\n]*\\|[^|\\n]*\\|$");

    /** Readers of the documentation see the same table. */
    @Test
    void shouldBeDescribedAsItIs() throws IOException {
        String page = Files.readString(Path.of("../docs/reference/agent.md"));
        int begin = page.indexOf("### Ready-made names");
        String section = page.substring(begin, page.indexOf("\n#", begin + 1));

        List<String> rows =
                ROW.matcher(section).results().map(row -> row.group()).toList();

        assertThat(rows)
                .isEqualTo(Stream.of(ReadyMadeName.values())
                        .map(ReadyMadeNameTest::row)
                        .toList());
    }

    @Test
    void shouldBeDescribedWithMethodsOfOtherSoftware() throws IOException {
        String page = Files.readString(Path.of("../docs/reference/agent.md"));

        assertThat(page)
                .contains(Stream.of(KnownMethods.values())
                        .map(methods -> "| `" + methods.pattern() + "` | " + methods.meaning() + " |")
                        .collect(Collectors.joining("\n", "|---|---|\n", "\n\n")));
    }

    private static String row(ReadyMadeName name) {
        return "| `" + name.title() + "` | " + name.meaning() + " | "
                + name.patterns().stream().map(pattern -> "`" + pattern + "`").collect(Collectors.joining(", ")) + " |";
    }

    @Test
    void shouldBeFoundByItsTitleOnly() {
        assertThat(ReadyMadeName.of("jdbc")).hasValue(ReadyMadeName.JDBC);
        assertThat(ReadyMadeName.of("JDBC")).isEmpty();
        assertThat(ReadyMadeName.titles())
                .hasSize(ReadyMadeName.values().length)
                .contains("servlet");
    }
}
