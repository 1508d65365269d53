package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.model.Notice;
import io.straggler.model.RunDescription;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waits as iterations: those of a thread of a pool that has nothing to do, between those of its tasks. */
class IdleWaitsTest {
    private static final long MS = 1_000_000;
    private static final String PARK = "java.util.concurrent.locks.LockSupport.park ";
    private static final String POOL = " java.util.concurrent.ThreadPoolExecutor.runWorker java.lang.Thread.run";
    private static final int TASKS = 30;

    @TempDir
    Path folder;

    private final CraftedRecording recording = new CraftedRecording();
    private final int waitsForLock =
            recording.stack(PARK + "java.util.concurrent.locks.ReentrantLock.lock com.acme.Order.place" + POOL);
    private final int waitsForTask = recording.stack(PARK
            + "java.util.concurrent.LinkedBlockingQueue.take java.util.concurrent.ThreadPoolExecutor.getTask" + POOL);

    private RunDescription run(String event) {
        Path file = recording.write(folder.resolve("crafted.jfr"));
        IterationQuery query = new IterationQuery(event, List.of(), Optional.empty());
        return AnyRecordingAnalysis.of(file, query, Threshold.parse("10ms"))
                .analysis()
                .run();
    }

    private void waitsBetweenTasks(boolean andInThem) {
        for (int i = 0; i < TASKS; i++) {
            recording.park(i * 1_000 * MS, 900 * MS, waitsForTask);
            if (andInThem) {
                recording.park(i * 1_000 * MS + 950 * MS, (5 + i) * MS, waitsForLock);
            }
        }
    }

    @Test
    void shouldLeaveOutWhereThreadsWaitForWorkAndSayHowOften() {
        waitsBetweenTasks(true);

        RunDescription run = run("jdk.ThreadPark");

        assertThat(run.iterations()).isEqualTo(TASKS);
        assertThat(run.outliers()).isEqualTo(25);
        assertThat(run.runs().get(0).worstNs()).isBetween(34 * MS - MS / 10, 34 * MS + MS / 10);
        assertThat(run.notices()).contains(Notice.of(Notice.Code.IDLE_WAITS, TASKS, 2 * TASKS));
        assertThat(run.warnings())
                .contains("30 of 60 waits are of threads that wait for work, such as the next task of a pool or the"
                        + " next request of a connection: they are no iterations.");
    }

    @Test
    void shouldRefuseWaitsThatAreAllForWork() {
        waitsBetweenTasks(false);

        assertThatThrownBy(() -> run("jdk.ThreadPark"))
                .isInstanceOf(RecordingException.class)
                .hasMessageContaining("all of 30 events jdk.ThreadPark are waits of threads for work");
    }

    @Test
    void shouldTakeEventsOfTheProgramWhateverItsThreadsWaitFor() {
        waitsBetweenTasks(true);
        recording.order(0, 20 * MS);

        RunDescription run = run(CraftedRecording.ITERATION);

        assertThat(run.iterations()).isEqualTo(1);
        assertThat(run.notices()).noneMatch(notice -> notice.code() == Notice.Code.IDLE_WAITS);
    }
}
