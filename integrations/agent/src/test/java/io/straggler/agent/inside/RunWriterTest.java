package io.straggler.agent.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunWriterTest {
    @Test
    void shouldNameAFewMethodsAndCountTheRest() {
        List<String> names =
                IntStream.range(0, 1_000).mapToObj(number -> "A.m" + number).toList();

        assertThat(RunWriter.methods(names.subList(0, 2))).isEqualTo("A.m0 A.m1");
        assertThat(RunWriter.methods(names.subList(0, 20))).endsWith(" A.m19");
        assertThat(RunWriter.methods(names)).startsWith("A.m0 ").endsWith(" A.m19 and 980 more");
    }
}
