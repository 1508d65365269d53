package io.straggler.diagnosis.budget.division;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the steps take is tested by {@code TimeDivisionTest} and the oracles; this is their order. */
class SelfTimeTest {
    private static final Path PAGE = Path.of("")
            .toAbsolutePath()
            .resolveSibling("docs")
            .resolve("reference")
            .resolve("concepts.md");

    @Test
    void shouldTakeTimeInTheOrderThatThePageGives() throws IOException {
        String page = Files.readString(PAGE);
        String section =
                page.substring(page.indexOf("### The order of causes"), page.indexOf("### Evidence for each cause"));
        List<String> documented = Pattern.compile("(?m)^\\d+\\. (.+)$")
                .matcher(section)
                .results()
                .map(line -> line.group(1))
                .toList();

        assertThat(documented)
                .isEqualTo(SelfTime.STEPS.stream().map(SelfTime.Step::name).toList());
    }
}
