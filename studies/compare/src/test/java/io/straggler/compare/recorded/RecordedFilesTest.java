package io.straggler.compare.recorded;

import static io.straggler.compare.recorded.RecordedExamples.ANY;
import static io.straggler.compare.recorded.RecordedExamples.compare;
import static io.straggler.compare.recorded.RecordedExamples.log;
import static io.straggler.compare.recorded.RecordedExamples.read;
import static io.straggler.compare.recorded.RecordedExamples.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.compare.IncomparableException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files are told apart by their content. */
class RecordedFilesTest {
    @TempDir
    private Path scratch;

    private static void assertRefused(String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(IncomparableException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "[1, 2]",
                "{\"metrics\": 3}",
                "hello\nworld\n",
                "GIF89a\u0003\u0004\u0000",
                "1.0 2.0 3.0"
            })
    void shouldRefuseWhatIsNoneOfTheKnownForms(String content) {
        assertRefused(
                "holds no latencies in a form that is known: compare reads run folders, HdrHistogram interval logs (.hlog), and JMH's JSON",
                () -> read(ANY, text(content, scratch.resolve("foreign"))));
    }

    @Test
    void shouldRefuseAnArchiveWithoutAFile() {
        assertRefused("foreign is empty.", () -> read(ANY, text("PK\u0003\u0004\u0000", scratch.resolve("foreign"))));
    }

    /** A pattern that calls itself for each of these overflows its stack, or looks at each again from each. */
    @Test
    @Timeout(60)
    void shouldRefuseEndlessHeads() {
        for (String one :
                List.of("#\n", "#", "\n", " ", "9", "9,", "[", "{", "\"", "Tag=", "Value ", "- ", "\"metrics\"")) {
            assertRefused("file", () -> read(ANY, text("x" + one.repeat(100_000), scratch.resolve("file"))));
            assertRefused("file", () -> read(ANY, text(one.repeat(100_000), scratch.resolve("file"))));
            assertRefused("file", () -> read(ANY, text("{" + one.repeat(100_000), scratch.resolve("file"))));
        }
    }

    @Test
    @Timeout(60)
    void shouldRefuseLogsWithEndlessDigits() {
        String digits = "9".repeat(1_000_000);
        for (String line : List.of(
                digits + ".5,1.0,2.0,HIST",
                "1.0," + digits + ",2.0,HIST",
                "1.0,1.0," + digits + ",HIST",
                "1.0,1.0,1.0," + digits)) {
            assertRefused("file", () -> read(ANY, text(line + "\n", scratch.resolve("file"))));
        }
    }

    @Test
    void shouldSayThatAFileIsEmptyOrMissing() {
        assertRefused("is empty.", () -> read(ANY, text(" \n", scratch.resolve("nothing"))));
        assertRefused("Cannot read", () -> read(ANY, scratch.resolve("missing")));
    }

    @Test
    void shouldNeverMixTools() throws Exception {
        Path jmh = text("""
                [{"benchmark": "com.acme.Task.run", "mode": "sample",
                  "primaryMetric": {"scoreUnit": "us/op", "rawDataHistogram": [[[[1.5, 1000]]]]}}]
                """, scratch.resolve("jmh.json"));
        Path log = log(scratch.resolve("log"), 1, 1_000, 20, "");
        RecordedSet calls = read(ANY, jmh);

        assertThat(calls.side().tool()).isEqualTo("JMH, mode sample");
        assertRefused(
                "the sides must come from one tool, because each counts latencies in its own way: JMH, mode sample against "
                        + "HdrHistogram interval logs",
                () -> compare(calls, read(ANY, log)));
        assertRefused("the files of log must hold the same: HdrHistogram interval logs in ", () -> read(ANY, log, jmh));
    }
}
