package io.straggler.jfr.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.read.StackDetail;
import io.straggler.model.Evidence;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Iterations and waits that begin in one chunk and end in another. */
@Timeout(60)
class ChunkBordersTest {
    /** Two threads only: where others come in between, the JVM names them. */
    private static final Object LOCK = new Object();

    @TempDir
    private Path folder;

    @Test
    void shouldKnowWhoWasWaitedForAcrossTheBorders() {
        Path file = record(folder.resolve("program.jfr"));
        IterationQuery query =
                new IterationQuery(ProgramRecording.REQUEST, List.of(Condition.of("route=waits")), Optional.empty());

        try (AnyRecording foreign = AnyRecording.open(file)) {
            RecordedIterations iterations = foreign.iterations(query, (startNs, endNs, thread, group) -> {});
            OutlierRecords records =
                    foreign.around(query, iterations, foreign.outliers(query, iterations, 1, 1), StackDetail.METHODS);

            assertThat(records.evidence())
                    .filteredOn(one -> one.kind() == Evidence.Kind.MONITOR_ENTER)
                    .anySatisfy(one -> assertThat(one.partner())
                            .hasValueSatisfying(by -> assertThat(by.thread()).isEqualTo("worker-0")));
        }
    }

    private static Path record(Path file) {
        CountDownLatch across = new CountDownLatch(1);
        CountDownLatch holding = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        AtomicReference<Thread> waiting = new AtomicReference<>();
        return ProgramRecording.of(
                file,
                () -> ProgramRecording.together(
                        () -> {
                            ProgramRecording.request("holds", 1, () -> {
                                synchronized (LOCK) {
                                    holding.countDown();
                                    across.await();
                                }
                            });
                            over.await();
                        },
                        () -> {
                            holding.await();
                            waiting.set(Thread.currentThread());
                            ProgramRecording.request("waits", 1, () -> {
                                synchronized (LOCK) {
                                    Thread.onSpinWait();
                                }
                            });
                            // JDK 17 loses the names of a thread that ends while a chunk does.
                            over.await();
                        },
                        () -> {
                            while (waiting.get() == null || !waitsForTheLock(waiting.get())) {
                                Thread.onSpinWait();
                            }
                            rotate();
                            rotate();
                            across.countDown();
                            rotate();
                            over.countDown();
                        }));
    }

    /** Threads are blocked by locks of the JDK as well. */
    private static boolean waitsForTheLock(Thread thread) {
        LockInfo lock = ManagementFactory.getThreadMXBean()
                .getThreadInfo(thread.getId())
                .getLockInfo();
        return lock != null && lock.getIdentityHashCode() == System.identityHashCode(LOCK);
    }

    /** The start of a recording begins a chunk in all others, and so does its end. */
    private static void rotate() {
        try (Recording other = new Recording()) {
            other.start();
        }
    }
}
