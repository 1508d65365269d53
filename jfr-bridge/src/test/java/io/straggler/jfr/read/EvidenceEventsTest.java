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
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    private static final List<Class<? extends Event>> EVENTS = List.of(Pause.class);

    @TempDir
    private Path directory;

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
    void shouldKeepPausesIfThereIsNoRoomForAll() {
        BoundedEvidence kept = kept(10, 0);
        EvidenceEvents events = new EvidenceEvents(Map.of(), new PartnerEvents(Set.of(), List.of()), kept);
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
}
