package io.straggler.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunLabelTest {
    @Test
    void shouldReadNamesAndValues() {
        assertThat(RunLabel.parseAll("version=2.1, region = eu west,query=a=b"))
                .containsExactly(
                        new RunLabel("version", "2.1"),
                        new RunLabel("region", "eu west"),
                        new RunLabel("query", "a=b"));
    }

    @Test
    void shouldBeFoundAmongFacts() {
        RunLabel version = new RunLabel("version", "2.1");

        assertThat(RunLabel.among(Map.of("version", "other", version.fact(), version.value())))
                .isEqualTo(Map.of("version", "2.1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2.1|label must be NAME=VALUE, such as version=2.1: label=2.1",
                "version=2.1,|label must be NAME=VALUE, such as version=2.1: label=",
                "a b=2|label must have a name of letters, digits, dots, dashes and underscores: label=a b=2",
                "version=|label must have a value of at most 300 characters, without commas: label=version="
            })
    void shouldSayWhatIsWrong(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunLabel.parseAll(text))
                .withMessage(message);
    }
}
