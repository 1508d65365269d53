package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.IterationQuery;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events that only some JVMs, collectors and agents make the JVM write. */
class RareEventsTest {
    private static final long MS = 1_000_000;
    private static final String ORDER = "acme.Order";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdk.NativeLibraryLoad  | CLASS_LOADING | native library, /opt/libcodec.so",
                "jdk.RetransformClasses | CLASS_LOADING | classes retransformed",
                "jdk.RedefineClasses    | CLASS_LOADING | classes redefined",
                "jdk.ZAllocationStall   | ALLOCATION    | stall"
            })
    void shouldBeTheCauseOfTheirTimeOnTheirThread(String type, Cause cause, String words) {
        String[] fields = {
            "startTime long", "duration long", "eventThread @" + WrittenChunk.THREAD, "name " + WrittenChunk.TEXT
        };
        WrittenChunk chunk = new WrittenChunk().type(ORDER, fields).type(type, fields);
        long thread = chunk.thread("worker", 7, 1);
        long other = chunk.thread("other", 8, 2);
        for (int i = 0; i < 100; i++) {
            chunk.event(ORDER, 2 * MS * i, MS, thread, "");
        }
        chunk.event(ORDER, 1_000 * MS, 100 * MS, thread, "");
        chunk.event(type, 1_010 * MS, 60 * MS, thread, "/opt/libcodec.so");
        chunk.event(type, 1_000 * MS, 90 * MS, other, "/opt/libother.so");

        RunBudget budget = AnyRecordingAnalysis.of(
                        chunk.write(folder.resolve("rare.jfr")),
                        new IterationQuery(ORDER, List.of(), Optional.empty()),
                        Threshold.parse("50ms"))
                .analysis()
                .conclusions()
                .budget();

        assertThat(budget.causes().get(0).cause()).isEqualTo(cause);
        assertThat(budget.totalNs(cause)).isEqualTo(60 * MS);
        assertThat(budget.causes().get(0).where())
                .extracting(where -> where.place().words())
                .containsExactly(words);
    }
}
