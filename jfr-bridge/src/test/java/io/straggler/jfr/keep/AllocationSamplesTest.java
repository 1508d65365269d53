package io.straggler.jfr.keep;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.event.EventEmitter;
import io.straggler.jfr.read.Recorded;
import io.straggler.jfr.read.RecordingReader;
import io.straggler.model.AllocationSample;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import io.straggler.model.StackFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples of allocations and the pauses behind them are recorded here under the JVM's names, because its own come when they want. */
class AllocationSamplesTest {
    /** Well beyond the margin around an outlier. */
    private static final long APART_NS = 5_000_000;

    private static final long HUGE_BYTES = 1L << 50;

    private static final RetentionLimits NOTHING_WHOLE =
            new RetentionLimits(Duration.ofNanos(1), Long.MAX_VALUE, 0, Long.MAX_VALUE);

    private static final List<Class<? extends Event>> EVENTS = List.of(Allocation.class, Collection.class, Pause.class);

    @TempDir
    private Path directory;

    private int collections;

    /** Classes that are allocated nowhere else. */
    private static final class Early {}

    private static final class Met {}

    private static final class Late {}

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
    void shouldReadWhatWasAllocatedBeforeThePauseThatAnOutlierMet() {
        RecordedRun run = read(recorded(emitter -> threePauses("Allocation Failure", emitter)));

        assertThat(ours(run)).singleElement().satisfies(sample -> {
            assertThat(sample.objectClass()).isEqualTo(Met.class.getName());
            assertThat(sample.bytes()).isEqualTo(2_000);
            assertThat(sample.frames())
                    .extracting(StackFrame::name)
                    .endsWith(AllocationSamplesTest.class.getName() + ".allocate");
            assertThat(run.evidence())
                    .filteredOn(one -> one.kind() == Evidence.Kind.GC_PAUSE)
                    .extracting(Evidence::startNs)
                    .contains(sample.pauseNs());
            assertThat(sample.timeNs()).isLessThan(sample.pauseNs());
        });
    }

    @Test
    void shouldReadNothingBeforeACollectionThatSomebodyAskedFor() {
        assertThat(ours(read(recorded(emitter -> threePauses("System.gc()", emitter)))))
                .isEmpty();
    }

    @Test
    void shouldNotBelieveWhatAThreadMayHaveAllocatedBeforeTheRecording() {
        RecordedRun run = read(recorded(emitter -> {
            for (int i = 0; i < 3; i++) {
                allocate(Early.class, 1_000);
            }
            onAThreadOfItsOwn(() -> allocate(Met.class, HUGE_BYTES));
            metPause("Allocation Failure", emitter);
        }));

        assertThat(ours(run))
                .filteredOn(sample -> sample.objectClass().equals(Met.class.getName()))
                .singleElement()
                .satisfies(sample -> assertThat(sample.bytes()).isLessThan(HUGE_BYTES));
    }

    @Test
    void shouldKeepOnlyWhatWasAllocatedBeforeThePauseThatAnOutlierMet() throws IOException {
        Path recording = recorded(emitter -> threePauses("Allocation Failure", emitter));
        Path repository = Files.createDirectory(directory.resolve("repository"));
        Files.copy(recording, repository.resolve("chunk.jfr"));
        Path kept = directory.resolve("kept.jfr");
        new RecordingFollower(repository, Files.createDirectory(directory.resolve("links")), kept, NOTHING_WHOLE, null)
                .finish(directory.resolve("no stacks"));

        assertThat(ours(read(kept))).isEqualTo(ours(read(recording)));
        assertThat(RecordingFile.readAllEvents(recording)).anyMatch(event -> isOf(event, Early.class));
        assertThat(RecordingFile.readAllEvents(kept)).noneMatch(event -> isOf(event, Early.class));
    }

    private static boolean isOf(RecordedEvent event, Class<?> type) {
        return event.hasField("objectClass")
                && event.getClass("objectClass").getName().equals(type.getName());
    }

    /** A pause before the outlier, one within and one behind it, each after an allocation of its own; the first of all is another one. */
    private void threePauses(String cause, EventEmitter emitter) {
        collect(cause);
        allocate(Early.class, 1_000);
        spin(APART_NS);
        collect(cause);
        spin(APART_NS);
        allocate(Met.class, 2_000);
        spin(APART_NS);
        metPause(cause, emitter);
        spin(APART_NS);
        allocate(Late.class, 3_000);
        collect(cause);
    }

    private void metPause(String cause, EventEmitter emitter) {
        long startNs = System.nanoTime();
        collect(cause);
        emitter.outlier(new Outlier(
                new Iteration(new RunId(0, 1), startNs, startNs, System.nanoTime(), 0, 0), 1_000, List.of()));
    }

    private void collect(String cause) {
        Collection collection = new Collection();
        collection.gcId = 9_000 + ++collections;
        collection.cause = cause;
        Pause pause = new Pause();
        pause.gcId = collection.gcId;
        collection.begin();
        pause.begin();
        spin(100_000);
        pause.commit();
        collection.commit();
    }

    private static void allocate(Class<?> type, long bytes) {
        Allocation allocation = new Allocation();
        allocation.objectClass = type;
        allocation.weight = bytes;
        allocation.commit();
    }

    private Path recorded(Consumer<EventEmitter> action) {
        return Recorded.recording(directory.resolve("all.jfr"), 0, action);
    }

    private static RecordedRun read(Path file) {
        return RecordingReader.read(file);
    }

    /** Without what the JVM itself sampled meanwhile. */
    private static List<AllocationSample> ours(RecordedRun run) {
        return run.allocations().stream()
                .filter(sample -> sample.objectClass().startsWith(AllocationSamplesTest.class.getName()))
                .toList();
    }

    private static void onAThreadOfItsOwn(Runnable action) {
        Thread thread = new Thread(action);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void spin(long ns) {
        long untilNs = System.nanoTime() + ns;
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    @Name("jdk.ObjectAllocationSample")
    private static final class Allocation extends Event {
        private Class<?> objectClass;
        private long weight;
    }

    @Name("jdk.GarbageCollection")
    @StackTrace(false)
    private static final class Collection extends Event {
        private int gcId;
        private String name = "Ours";
        private String cause;
    }

    @Name("jdk.GCPhasePause")
    @StackTrace(false)
    private static final class Pause extends Event {
        private int gcId;
        private String name = "Our pause";
    }
}
