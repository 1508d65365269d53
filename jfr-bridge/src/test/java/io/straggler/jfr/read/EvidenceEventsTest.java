package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.chunk.RecordedChunks;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Events are recorded here under the JVM's names for them, because the JVM's own are not so many, and not when they are needed. */
@Timeout(120)
class EvidenceEventsTest {
    private static final long OS_ID = 17;

    private static final List<Class<? extends Event>> EVENTS = List.of(Pause.class, Enter.class);

    private static final CountDownLatch OVER = new CountDownLatch(1);

    /** The recorder knows the names of threads that run. */
    private static final Thread OWNER = new Thread(EvidenceEventsTest::own, "the owner");

    @TempDir
    private Path directory;

    private static void own() {
        try {
            OVER.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeAll
    static void register() {
        EVENTS.forEach(FlightRecorder::register);
        OWNER.setDaemon(true);
        OWNER.start();
    }

    /** The other tests' recordings hold the JVM's own only. */
    @AfterAll
    static void unregister() {
        OVER.countDown();
        EVENTS.forEach(FlightRecorder::unregister);
    }

    @Test
    void shouldKeepPausesIfThereIsNoRoomForAll() {
        BoundedEvidence kept = kept(10, 0);
        EvidenceEvents events = events(Map.of(), kept);
        readOne(new Pause(), pause -> {
            for (int i = 0; i < 10; i++) {
                kept.add(new Evidence(Kind.ALLOCATION, i, i, OS_ID, ""));
            }
            events.accept(pause, asIs(pause));
        });
        events.finish();

        assertThat(kept.inOrder())
                .hasSize(10)
                .filteredOn(one -> one.kind() == Kind.GC_PAUSE)
                .hasSize(1);
    }

    /** What exceeds the bound on them is kept as what it is, as long as there is room, and is counted where there is none. */
    @Test
    void shouldBoundHowManyWaitsNameWhoWasWaitedFor() {
        int most = PartnerEvents.MOST_WAITS + 5;
        BoundedEvidence kept = kept(most, 0);
        EvidenceEvents events = events(Map.of(Thread.currentThread().getId(), OS_ID), kept);
        readOne(new Enter(), enter -> {
            events.learn(enter);
            for (int i = 0; i < most; i++) {
                events.accept(enter, asIs(enter));
            }
        });
        events.finish();

        assertThat(kept.inOrder()).hasSize(most);
        assertThat(kept.inOrder().stream().filter(one -> one.partner().isPresent()))
                .hasSize(PartnerEvents.MOST_WAITS);
        assertThat(kept.dropped()).isZero();
    }

    @Test
    void shouldKeepNoWaitsThatTouchOnlyOutliersOfOtherThreads() {
        BoundedEvidence kept = kept(10, OS_ID);
        long javaId = Thread.currentThread().getId();
        Map<Long, Long> osIds = new HashMap<>(Map.of(javaId, OS_ID + 1));
        EvidenceEvents events = events(osIds, kept);
        readOne(new Enter(), enter -> {
            events.learn(enter);
            for (int i = 0; i < PartnerEvents.MOST_WAITS; i++) {
                events.accept(enter, asIs(enter));
            }
            osIds.put(javaId, OS_ID);
            events.accept(enter, asIs(enter));
        });
        events.finish();

        assertThat(kept.inOrder())
                .singleElement()
                .satisfies(wait -> assertThat(wait.partner()).isPresent());
    }

    private static EvidenceEvents events(Map<Long, Long> osIds, BoundedEvidence kept) {
        return new EvidenceEvents(osIds, new PartnerEvents(Set.of(), List.of()), kept);
    }

    /** With an outlier that lasts for ever. */
    private static BoundedEvidence kept(long most, long osThreadId) {
        Iteration ever = new Iteration(new RunId(0, 1), 0, 0, Long.MAX_VALUE, 0, 0);
        return new BoundedEvidence(
                OutlierWindows.of(List.of(new Outlier(ever, 1, List.of(), osThreadId, "")), List.of(), 0), most);
    }

    private static ClockMap asIs(EventView row) {
        return ClockMap.asIs(row.startTicks());
    }

    /** Records an event that begins and ends now, and reads it. */
    private void readOne(Event event, Consumer<EventView> reader) {
        Path file = directory.resolve("one.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(event.getClass());
            recording.start();
            event.begin();
            event.commit();
            recording.stop();
            recording.dump(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String name = event.getClass().getAnnotation(Name.class).value();
        try (RecordedChunks chunks = RecordedChunks.open(file)) {
            chunks.readAll(
                    number -> type -> type.equals(name) ? EventFilter.ALL : null,
                    (number, reading) -> reading.with(chunk -> chunk.events(type -> reader)));
        }
    }

    @Name("jdk.GCPhasePause")
    @StackTrace(false)
    private static final class Pause extends Event {
        private int gcId = 9_101;
        private String name = "Our pause";
    }

    @Name("jdk.JavaMonitorEnter")
    @StackTrace(false)
    private static final class Enter extends Event {
        private Class<?> monitorClass = Object.class;
        private Thread previousOwner = OWNER;
    }
}
