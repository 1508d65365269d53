package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.IterationQuery;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JVM records that a virtual thread slept, and not that it waited for a lock. */
class VirtualThreadsTest {
    private static final long MS = 1_000_000;

    @TempDir
    Path folder;

    private final CraftedRecording recording = new CraftedRecording();

    private Analysis analysis() {
        Path file = recording.write(folder.resolve("crafted.jfr"));
        IterationQuery query = new IterationQuery(CraftedRecording.ITERATION, List.of(), Optional.empty());
        return AnyRecordingAnalysis.of(file, query, Threshold.parse("10ms")).analysis();
    }

    @Test
    void shouldSayThatWaitsOfVirtualThreadsAreNotRecorded() {
        int stack = recording.stack(recording.method(recording.symbol("acme/Shop"), recording.symbol("work")));
        for (int i = 0; i < 20; i++) {
            recording.onVirtual(10 + i).order(100 * MS * i, 20 * MS);
        }
        recording.sleep(100 * MS * 19 + 2 * MS, 5 * MS, stack).on(1).order(0, 20 * MS);

        Analysis analysis = analysis();

        assertThat(analysis.conclusions().budget().totalNs(Cause.SLEEP)).isEqualTo(5 * MS);
        assertThat(analysis.run().warnings())
                .contains(
                        "20 of 21 outliers ran on virtual threads. While such a thread waits for a lock, a queue, a permit or"
                                + " a connection of a pool, its carrier goes on to other work and the JVM records nothing, whatever the"
                                + " settings: that time is not seen. straggler attach, the agent, sees it.")
                .noneMatch(note -> note.contains("shorter period"));
    }

    @Test
    void shouldSayNothingOfVirtualThreadsWhereNoneIsSlow() {
        recording.onVirtual(2).order(0, MS).on(1).order(0, 20 * MS);

        assertThat(analysis().run().warnings()).noneMatch(note -> note.contains("virtual"));
    }
}
