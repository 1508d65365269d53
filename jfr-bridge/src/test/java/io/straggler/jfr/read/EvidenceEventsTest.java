package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.chunk.Chunks;
import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.chunk.RecordedChunks;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Partner.Role;
import io.straggler.model.Place;
import io.straggler.model.RunId;
import io.straggler.model.WaitedFor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
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

    private static final List<Class<? extends Event>> EVENTS = List.of(
            Pause.class, Collection.class, Operation.class, WakingUp.class, Enter.class, Read.class, Deoptimized.class);

    private static final int CHUNKS = 6;

    /** Safepoints of each chunk, with a collection each. */
    private static final int EACH = 500;

    /** The first id; the JVM's own are smaller. */
    private static final int FIRST = 1_000_000;

    private static final CountDownLatch OVER = new CountDownLatch(1);

    /** The recorder knows the names of threads that run. */
    private static final Thread OWNER = new Thread(EvidenceEventsTest::own, "x, held by y");

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
                kept.add(new Evidence(Kind.ALLOCATION, i, i, OS_ID, Place.NONE));
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
        int most = PartnerEvents.MAX_WAITS + 5;
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
                .hasSize(PartnerEvents.MAX_WAITS);
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
            for (int i = 0; i < PartnerEvents.MAX_WAITS; i++) {
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

    @Test
    void shouldTakeAPathAsItIs() {
        BoundedEvidence kept = kept(10, OS_ID);
        EvidenceEvents events = events(Map.of(Thread.currentThread().getId(), OS_ID), kept);
        readOne(new Read(), read -> events.accept(read, asIs(read)));

        assertThat(kept.inOrder())
                .extracting(Evidence::place)
                .containsExactly(Place.of("read", "/tmp/a < b, which ran/c"));
    }

    @Test
    void shouldTakeAnInstantForOneWhateverItsDuration() {
        BoundedEvidence kept = kept(10, OS_ID);
        EvidenceEvents events = events(Map.of(Thread.currentThread().getId(), OS_ID), kept);
        readOne(new Deoptimized(), deoptimized -> {
            assertThat(deoptimized.endTicks()).isGreaterThan(deoptimized.startTicks());
            events.accept(deoptimized, asIs(deoptimized));
        });

        assertThat(kept.inOrder())
                .singleElement()
                .satisfies(one -> assertThat(one.endNs()).isEqualTo(one.startNs()));
    }

    @Test
    void shouldTakeAThreadsNameAsItIs() {
        BoundedEvidence kept = kept(10, OS_ID);
        EvidenceEvents events = events(Map.of(Thread.currentThread().getId(), OS_ID), kept);
        readOne(new Enter(), enter -> {
            events.learn(enter);
            events.accept(enter, asIs(enter));
        });
        events.finish();

        assertThat(kept.inOrder())
                .extracting(Evidence::wholePlace)
                .containsExactly(Place.of("java.lang.Object").waitingFor(new WaitedFor("x, held by y", Role.OWNER)));
    }

    /** The outlier was late when threads woke up from a safepoint of the first chunk; the last one but one says of which collection. */
    @Test
    void shouldForgetWhatTouchesNoOutlierAChunkLater() {
        Path file = Chunks.record(directory.resolve("chunks.jfr"), CHUNKS, chunk -> {
            for (int i = 0; i < EACH; i++) {
                safepoint(FIRST + chunk * EACH + i);
            }
            if (chunk == CHUNKS - 2) {
                new Collection().commit();
            }
        });
        long[] wokenTicks = new long[1];
        read(file, "jdk.SafepointEnd", row -> {
            if (row.number("safepointId") == FIRST) {
                wokenTicks[0] = row.endTicks();
            }
        });
        Outlier outlier = new Outlier(
                new Iteration(new RunId(0, 1), wokenTicks[0], wokenTicks[0], wokenTicks[0] + 1, 0, 0), 1, List.of());
        EvidenceCollector surroundings = new EvidenceCollector(List.of(outlier), List.of(), StackDetail.METHODS);
        MeasuredProcess process = new MeasuredProcess();
        Map<Integer, EvidenceCollector.OfChunk> parts = new HashMap<>();
        List<Integer> held = new ArrayList<>();
        try (RecordedChunks chunks = RecordedChunks.open(file)) {
            chunks.readAll(
                    number -> {
                        ClockMap clock =
                                ClockMap.asIs(chunks.extents().get(number).startTicks());
                        parts.put(number, surroundings.ofChunk(process, clock));
                        return parts.get(number)::filter;
                    },
                    (number, reading) -> {
                        reading.with(chunk -> parts.get(number).read(chunk, List.of()));
                        held.add(process.evidence(null, null, null).held());
                    });
        }
        process.finish();

        // Each safepoint has a collection, which is held too; the JVM has a few of its own.
        assertThat(held).hasSizeGreaterThanOrEqualTo(CHUNKS).allMatch(count -> count < 3 * 2 * EACH);
        assertThat(held.get(1)).isGreaterThanOrEqualTo(2 * 2 * EACH);
        assertThat(surroundings.evidence())
                .filteredOn(one -> one.place().words().contains("Our"))
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.kind()).isEqualTo(Kind.GC_PAUSE);
                    assertThat(one.place().words()).isEqualTo("waking up after Our pause (Ours, by us)");
                });
    }

    private static void safepoint(int id) {
        Operation operation = new Operation();
        operation.safepointId = id;
        operation.begin();
        Pause pause = new Pause();
        pause.gcId = id;
        pause.begin();
        pause.commit();
        operation.commit();
        WakingUp end = new WakingUp();
        end.safepointId = id;
        end.begin();
        end.commit();
    }

    private static EvidenceEvents events(Map<Long, Long> osIds, BoundedEvidence kept) {
        return new EvidenceEvents(
                osIds,
                new PartnerEvents(Set.of(), List.of(), List.of(), List.of()),
                kept,
                new StopCollector(),
                row -> List.of());
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

    /** Records an event that takes next to no time, and reads it. */
    private void readOne(Event event, Consumer<EventView> reader) {
        Path file = directory.resolve("one.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(event.getClass());
            recording.start();
            event.begin();
            for (long beganNs = System.nanoTime(); System.nanoTime() - beganNs < 1_000; ) {
                Thread.onSpinWait();
            }
            event.commit();
            recording.stop();
            recording.dump(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        read(file, event.getClass().getAnnotation(Name.class).value(), reader);
    }

    private static void read(Path file, String name, Consumer<EventView> reader) {
        try (RecordedChunks chunks = RecordedChunks.open(file)) {
            chunks.readAll(
                    number -> type -> type.equals(name) ? EventFilter.ALL : null,
                    (number, reading) -> reading.with(chunk -> chunk.events(type -> reader)));
        }
    }

    @Name("jdk.FileRead")
    @StackTrace(false)
    private static final class Read extends Event {
        private String path = "/tmp/a < b, which ran/c";
    }

    @Name("jdk.Deoptimization")
    @StackTrace(false)
    private static final class Deoptimized extends Event {
        private String reason = "ours";
    }

    @Name("jdk.GCPhasePause")
    @StackTrace(false)
    private static final class Pause extends Event {
        private int gcId = FIRST;
        private String name = "Our pause";
    }

    @Name("jdk.JavaMonitorEnter")
    @StackTrace(false)
    private static final class Enter extends Event {
        private Class<?> monitorClass = Object.class;
        private Thread previousOwner = OWNER;
    }

    @Name("jdk.GarbageCollection")
    @StackTrace(false)
    private static final class Collection extends Event {
        private int gcId = FIRST;
        private String name = "Ours";
        private String cause = "by us";
    }

    @Name("jdk.ExecuteVMOperation")
    @StackTrace(false)
    private static final class Operation extends Event {
        private long safepointId;
        private String operation = "Our operation";
        private boolean safepoint = true;
    }

    @Name("jdk.SafepointEnd")
    @StackTrace(false)
    private static final class WakingUp extends Event {
        private long safepointId;
    }
}
