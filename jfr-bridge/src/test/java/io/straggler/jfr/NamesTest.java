package io.straggler.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "com/acme/Foo$Bar|com.acme.Foo$Bar",
                "[I|int[]",
                "[[Ljava/lang/String;|java.lang.String[][]",
                "Foo|Foo",
                "[|[]",
                "[Lodd|Lodd[]"
            })
    void shouldReadClassNamesAsPeopleWriteThem(String internal, String name) {
        assertThat(Names.ofClass(internal)).isEqualTo(name);
    }

    @Test
    void shouldReadBackLinesWhateverTheyHold() {
        for (List<String> lines : List.of(
                List.of("a"),
                List.of("a", "b"),
                List.of("a\nb", "\\", "\\n", "c\\\n"),
                List.of("a", ""),
                List.of("a", "", "b"),
                List.of("", "a"))) {
            assertThat(Lines.split(Lines.join(lines))).isEqualTo(lines);
        }
        assertThat(Lines.split(Lines.join(List.of()))).isEmpty();
        assertThat(Lines.split(null)).isEmpty();
    }
}
