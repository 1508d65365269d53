package io.straggler.jfr.keep;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.read.Recorded;
import io.straggler.jfr.read.RecordingReader;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What several events report, of which only the last reaches into the outlier. They are recorded here under the JVM's names for
 * them, because the JVM itself is rarely that slow.
 */
class RelatedEventsTest {
    /** Well beyond the margin around an outlier. */
    private static final long LONG_NS = 5_000_000;

    private static final long OUTLIER_NS = 100_000;
    private static final RetentionLimits NOTHING_WHOLE =
            new RetentionLimits(Duration.ofNanos(1), Long.MAX_VALUE, 0, Long.MAX_VALUE);

    private static final List<Class<? extends Event>> EVENTS =
            List.of(Operation.class, WakingUp.class, Collection.class, Pause.class, Phase.class);

    @TempDir
    private Path directory;

    private Path kept;

    @BeforeAll
    static void register() {
        EVENTS.forEach(FlightRecorder::register);
    }

    /** The other tests' recordings hold the JVM's own only. */
    @AfterAll
    static void unregister() {
        EVENTS.forEach(FlightRecorder::unregister);
    }

    @Test
    void shouldKeepTheOperationThatThreadsWakeUpFrom() throws Exception {
        assertThat(keptOfItsLastMoments(() -> {
                    operation(7_001, "Ours", () -> spin(LONG_NS));
                    return wakingUp(7_001);
                }))
                .contains("waking up after Ours");
        assertThat(RecordingFile.readAllEvents(kept))
                .as("what has nothing to do with the outlier")
                .noneMatch(event -> event.hasField("safepointId") && event.getLong("safepointId") == 6_999);
    }

    @Test
    void shouldKeepTheCollectionThatThreadsWakeUpFrom() throws Exception {
        assertThat(keptOfItsLastMoments(() -> {
                    Collection collection = new Collection();
                    collection.begin();
                    operation(7_002, "Collect", () -> {
                        pause();
                        collection.commit();
                        spin(LONG_NS);
                    });
                    return wakingUp(7_002);
                }))
                .contains("waking up after Our pause (Ours, System.gc())");
    }

    @Test
    void shouldKeepThePhaseThatMadeAPauseLong() throws Exception {
        assertThat(keptOfItsLastMoments(RelatedEventsTest::pauseOfOnePhase))
                .contains("Our pause (Ours, System.gc()), mostly Our phase");
    }

    /** Begins anew until the rest of the pause, which may have to wait for a core, is shorter than the phase. */
    private static long pauseOfOnePhase() {
        while (true) {
            long beganNs = System.nanoTime();
            Collection collection = new Collection();
            collection.begin();
            Pause pause = new Pause();
            pause.begin();
            Phase phase = new Phase();
            phase.begin();
            long phaseBeganNs = System.nanoTime();
            spin(4 * LONG_NS);
            long phaseNs = System.nanoTime() - phaseBeganNs;
            phase.end();
            spin(LONG_NS);
            long lastNs = System.nanoTime();
            pause.end();
            collection.end();
            if (System.nanoTime() - beganNs < 2 * phaseNs) {
                phase.commit();
                pause.commit();
                collection.commit();
                return lastNs;
            }
        }
    }

    @Test
    void shouldKeepALongStopThatMetNoOutlier() throws Exception {
        keptOfItsLastMoments(() -> {
            operation(7_003, "Inspect", () -> spin(LONG_NS));
            spin(LONG_NS);
            operation(7_004, "Ours", () -> spin(LONG_NS));
            return wakingUp(7_004);
        });

        assertThat(RecordingReader.read(kept).stops().stops())
                .extracting(stop -> stop.place().words())
                .contains("Inspect");
    }

    /**
     * The details of what is kept for an outlier that was late only when the last of it happened; the whole recording must tell the same.
     *
     * @param action returns when the last of it was about to end
     */
    private List<String> keptOfItsLastMoments(LongSupplier action) throws Exception {
        Path recording = Recorded.recording(directory.resolve("all.jfr"), 0, emitter -> {
            emitter.watching(new WatchedThread("me", Thread.currentThread().getId(), 17, ThreadRole.SEQUENTIAL));
            unrelated(6_999);
            spin(LONG_NS);
            long endNs = action.getAsLong();
            emitter.outlier(new Outlier(
                    new Iteration(new RunId(0, 1), endNs - OUTLIER_NS, endNs - OUTLIER_NS, endNs, 0, 0),
                    OUTLIER_NS / 2,
                    List.of()));
        });
        Path repository = Files.createDirectory(directory.resolve("repository"));
        Files.copy(recording, repository.resolve("chunk.jfr"));
        kept = directory.resolve("kept.jfr");
        new RecordingFollower(repository, Files.createDirectory(directory.resolve("links")), kept, NOTHING_WHOLE, null)
                .finish(directory.resolve("no stacks"));

        RecordedRun part = RecordingReader.read(kept);
        RecordedRun whole = RecordingReader.read(recording);
        assertThat(part.evidence()).isEqualTo(whole.evidence());
        assertThat(part.stops()).isEqualTo(whole.stops());
        return part.evidence().stream().map(one -> one.place().words()).toList();
    }

    /** Of an instant: one that had to wait for a core meanwhile would be a long stop. */
    private static void unrelated(long safepoint) {
        Operation operation = new Operation();
        operation.safepointId = safepoint;
        operation.operation = "unrelated";
        operation.safepoint = true;
        operation.commit();
    }

    private static void operation(long safepoint, String name, Runnable during) {
        Operation operation = new Operation();
        operation.safepointId = safepoint;
        operation.operation = name;
        operation.safepoint = true;
        operation.begin();
        during.run();
        operation.commit();
    }

    private static long wakingUp(long safepoint) {
        WakingUp end = new WakingUp();
        end.safepointId = safepoint;
        end.begin();
        spin(LONG_NS);
        long lastNs = System.nanoTime();
        end.commit();
        return lastNs;
    }

    private static void pause() {
        Pause pause = new Pause();
        pause.begin();
        spin(OUTLIER_NS);
        pause.commit();
    }

    private static void spin(long ns) {
        long untilNs = System.nanoTime() + ns;
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    @Name("jdk.ExecuteVMOperation")
    @StackTrace(false)
    private static final class Operation extends Event {
        private long safepointId;
        private String operation;
        private boolean safepoint;
    }

    @Name("jdk.SafepointEnd")
    @StackTrace(false)
    private static final class WakingUp extends Event {
        private long safepointId;
    }

    @Name("jdk.GarbageCollection")
    @StackTrace(false)
    private static final class Collection extends Event {
        private int gcId = 9_001;
        private String name = "Ours";
        private String cause = "System.gc()";
    }

    @Name("jdk.GCPhasePauseLevel1")
    @StackTrace(false)
    private static final class Phase extends Event {
        private int gcId = 9_001;
        private String name = "Our phase";
    }

    @Name("jdk.GCPhasePause")
    @StackTrace(false)
    private static final class Pause extends Event {
        private int gcId = 9_001;
        private String name = "Our pause";
    }
}
