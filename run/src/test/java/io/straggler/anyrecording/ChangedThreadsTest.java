package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.model.Notice;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Events that begin on one thread and are committed on another, which is the one that they name. */
@Timeout(60)
class ChangedThreadsTest {
    private static final long MS = 1_000_000;

    @TempDir
    Path folder;

    private final CraftedRecording recording = new CraftedRecording();
    private final int stack =
            recording.stack(recording.method(recording.symbol("acme/Shop"), recording.symbol("work")));

    private Analysis analysis() {
        Path file = recording.write(folder.resolve("crafted.jfr"));
        IterationQuery query = new IterationQuery(CraftedRecording.ITERATION, List.of(), Optional.empty());
        return AnyRecordingAnalysis.of(file, query, Threshold.parse("20ms")).analysis();
    }

    private static long ns(Analysis analysis, Cause cause) {
        return analysis.conclusions().budget().totalNs(cause);
    }

    private static Optional<Notice> changed(Analysis analysis) {
        return analysis.run().notices().stream()
                .filter(notice -> notice.code() == Notice.Code.CHANGED_THREADS)
                .findFirst();
    }

    /** Requests of 40 ms, eight at a time, come in every 5 ms. Four threads commit them in turn, and sleep for other requests meanwhile. */
    @Test
    void shouldChargeNoRequestWithASleepOfTheThreadThatCommittedIt() {
        for (int i = 0; i < 200; i++) {
            int thread = 1 + i % 4;
            recording.on(thread).order(5 * MS * i, 40 * MS).sleep(5 * MS * i + 40 * MS, 19 * MS, stack);
        }

        Analysis analysis = analysis();

        assertThat(ns(analysis, Cause.SLEEP)).isZero();
        assertThat(ns(analysis, Cause.NOT_SEEN)).isEqualTo(200 * 40 * MS);
        assertThat(analysis.run().warnings())
                .contains(
                        "No thread works like that: 196 iterations began while another one of their thread ran, and ended"
                                + " after it. On 4 threads iterations were committed that began on another one, or that took"
                                + " turns. So nothing that these threads did or waited for explains the 200 outliers that they"
                                + " committed.");
        assertThat(analysis.conclusions().diagnosis().coverage().verdict(analysis.run()))
                .isEqualTo("0%, none of them: they went from thread to thread, and no thread's stacks are"
                        + " theirs; the agent follows them");
    }

    /** One request at a time. The thread that commits it waits for work while it begins. */
    @Test
    void shouldChargeNoRequestWithTheIdleTimeOfTheThreadThatCommittedIt() {
        for (int i = 0; i < 20; i++) {
            recording.on(1 + i % 2).park(100 * MS * i + MS, 60 * MS, stack).order(100 * MS * i + 30 * MS, 40 * MS);
        }

        Analysis analysis = analysis();

        assertThat(ns(analysis, Cause.PARK)).isZero();
        assertThat(changed(analysis))
                .hasValueSatisfying(notice -> assertThat(notice.counts())
                        .isEqualTo(Map.of("overlapping", 0L, "beganBlocked", 20L, "threads", 2L, "outliers", 20L)));
    }

    @Test
    void shouldKnowTheOtherThreads() {
        for (int i = 0; i < 20; i++) {
            recording.on(1).order(100 * MS * i, 40 * MS).sleep(100 * MS * i + 5 * MS, 30 * MS, stack);
            recording.on(2).order(30 * MS * i, 40 * MS).sleep(30 * MS * i + 5 * MS, 10 * MS, stack);
        }

        Analysis analysis = analysis();

        assertThat(ns(analysis, Cause.SLEEP)).isEqualTo(20 * 30 * MS);
        assertThat(changed(analysis))
                .hasValueSatisfying(notice -> assertThat(notice.counts()).containsEntry("outliers", 20L));
    }

    @Test
    void shouldFindNoChangeInCallsWithinCalls() {
        for (int i = 0; i < 20; i++) {
            recording
                    .order(100 * MS * i + 5 * MS, 30 * MS)
                    .sleep(100 * MS * i + 5 * MS, 30 * MS, stack)
                    .order(100 * MS * i, 40 * MS);
        }

        Analysis analysis = analysis();

        assertThat(ns(analysis, Cause.SLEEP)).isEqualTo(20 * 30 * MS);
        assertThat(changed(analysis)).isEmpty();
    }
}
