package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.event.EscapedLines;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmNamesTest {
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
        assertThat(JvmNames.ofClass(internal)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // As JFR of 17 and of 25 and async-profiler on either write them.
                "com/acme/Book$$Lambda$229+0x00007efbf0189590/2016949136|com.acme.Book$$Lambda",
                "java/util/regex/Pattern$$Lambda$18+0x800000028/764372388|java.util.regex.Pattern$$Lambda",
                "com/acme/Book$$Lambda$229.0x00007efbf0189590|com.acme.Book$$Lambda",
                "com/acme/Book$$Lambda$17/1234567|com.acme.Book$$Lambda",
                "com/acme/Book$$Lambda+0x00007efbf0189590/2016949136|com.acme.Book$$Lambda",
                "com/acme/Book$$Lambda.0x00007efbf0189590|com.acme.Book$$Lambda",
                "[Lcom/acme/Book$$Lambda+0x00007efbf0189590/2016949136;|com.acme.Book$$Lambda[]",
                "java/lang/invoke/LambdaForm$DMH+0x00007efbf0001000/1234|java.lang.invoke.LambdaForm$DMH",
                "java/lang/invoke/LambdaForm$MH.0x00007efbf0001000|java.lang.invoke.LambdaForm$MH",
                "com/acme/Hidden+0x00007efbf0001000/1234|com.acme.Hidden",
                "jdk/internal/reflect/GeneratedMethodAccessor12|jdk.internal.reflect.GeneratedMethodAccessor",
                "jdk/internal/reflect/GeneratedSerializationConstructorAccessor1|jdk.internal.reflect.GeneratedSerializationConstructorAccessor",
                "jdk/jfr/internal/handlers/EventHandler3799_1795226943386-2800|jdk.jfr.internal.handlers.EventHandler",
                "jdk/proxy2/$Proxy12|jdk.proxy.$Proxy",
                // People's own names.
                "com/acme/Book$$Lambda$Wrapper|com.acme.Book$$Lambda$Wrapper",
                "com/acme/Packet0x00ff00|com.acme.Packet0x00ff00",
                "com/acme/Order$12|com.acme.Order$12",
                "com/acme/GeneratedOrder7|com.acme.GeneratedOrder7",
                "com/acme/Order$1|com.acme.Order$1"
            })
    void shouldLeaveOutWhatDiffersFromJvmToJvm(String internal, String name) {
        assertThat(JvmNames.ofClass(internal)).isEqualTo(name);
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
            assertThat(EscapedLines.split(EscapedLines.join(lines))).isEqualTo(lines);
        }
        assertThat(EscapedLines.split(EscapedLines.join(List.of()))).isEmpty();
        assertThat(EscapedLines.split(null)).isEmpty();
    }
}
