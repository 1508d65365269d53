package io.straggler.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MessageLineTest {
    @Test
    void shouldShowWhatWouldSteerATerminal() {
        assertThat(MessageLine.of("there are route=a\u001b[31m\n\tat x.y(Z.java:1)\u202e"))
                .isEqualTo(
                        "there are route=a\u27E8001B\u27E9[31m\u27E8000A\u27E9\u27E80009\u27E9at x.y(Z.java:1)\u27E8202E\u27E9");
    }

    @Test
    void shouldLeaveOutTheMiddleOfALongMessage() {
        String line = MessageLine.of("begin" + "x".repeat(1_000_000) + "end");

        assertThat(line)
                .hasSize(MessageLine.MAX_COLUMNS)
                .startsWith("begin")
                .endsWith("end")
                .contains("\u2026");
    }

    @Test
    void shouldNameTheFirstPlaceOfItsOwn() {
        Exception thrown = new IndexOutOfBoundsException("Index 0");
        thrown.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("java.util.ArrayList", "get", "ArrayList.java", 7),
            new StackTraceElement("io.straggler.Some", "read", "Some.java", 8),
            new StackTraceElement("io.straggler.Other", "call", "Other.java", 9)
        });

        assertThat(MessageLine.defect(thrown))
                .isEqualTo("This is a defect of Straggler: java.lang.IndexOutOfBoundsException: Index 0"
                        + " at io.straggler.Some.read(Some.java:8)");
    }

    @Test
    void shouldNameNoPlaceOfOthers() {
        Exception thrown = new IllegalStateException("two\nlines");
        thrown.setStackTrace(List.of(new StackTraceElement("java.util.ArrayList", "get", "ArrayList.java", 7))
                .toArray(StackTraceElement[]::new));

        assertThat(MessageLine.defect(thrown)).endsWith("IllegalStateException: two\u27E8000A\u27E9lines");
    }
}
