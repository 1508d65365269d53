package io.straggler.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CollapsedFormatTest {
    private static final CallTree TREE = CallTree.of(List.of(
            CallTreeTest.stack(1_500_000, "java.lang.Thread.run", "com.acme.Book.add", "java.util.Arrays.copyOf"),
            CallTreeTest.stack(20_000, "java.lang.Thread.run", "com.acme.Book.add"),
            CallTreeTest.stack(30_000, "java.lang.Thread.run", "com.acme.Book.add"),
            CallTreeTest.stack(7, "java.lang.Thread.run", "Lambda;with\nbreaks\r\t\u2028and \u0661"),
            new WeightedStack(List.of(new StackFrame("[not seen]", FrameKind.UNSEEN)), 5_000, 0)));

    @Test
    void shouldWriteALinePerStackWhenWeightsAreNanoseconds() throws IOException {
        assertThat(written(TREE, CollapsedFormat.Unit.NANOSECONDS)).isEqualTo("""
                        [not seen] 5000
                        java.lang.Thread.run;Lambda:with breaks   and \u0661 7
                        java.lang.Thread.run;com.acme.Book.add 50000
                        java.lang.Thread.run;com.acme.Book.add;java.util.Arrays.copyOf 1500000
                        """);
    }

    @Test
    void shouldLeaveOutWhatNoCaptureSawWhenWeightsAreSamples() throws IOException {
        assertThat(written(TREE, CollapsedFormat.Unit.SAMPLES)).isEqualTo("""
                        java.lang.Thread.run;Lambda:with breaks   and \u0661 1
                        java.lang.Thread.run;com.acme.Book.add 2
                        java.lang.Thread.run;com.acme.Book.add;java.util.Arrays.copyOf 1
                        """);
    }

    @Test
    void shouldWriteWholeStacksWhenTheyAreDeep() throws IOException {
        String[] names = IntStream.range(0, 300).mapToObj(i -> "f" + i).toArray(String[]::new);
        assertThat(written(CallTree.of(List.of(CallTreeTest.stack(3, names))), CollapsedFormat.Unit.NANOSECONDS))
                .isEqualTo(String.join(";", names) + " 3\n");
    }

    @Test
    void shouldWriteNothingWhenTheTreeIsEmpty() throws IOException {
        assertThat(written(CallTree.of(List.of()), CollapsedFormat.Unit.SAMPLES))
                .isEmpty();
    }

    private static String written(CallTree tree, CollapsedFormat.Unit unit) throws IOException {
        StringBuilder out = new StringBuilder();
        CollapsedFormat.write(tree, unit, out);
        return out.toString();
    }
}
