package io.straggler.jfr.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.read.StackDetail;
import io.straggler.model.Outlier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class AnyRecordingTest {
    private static final int EACH = 200;

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    private static Path file;

    @BeforeAll
    static void record() {
        file = ProgramRecording.of(shared.resolve("program.jfr"), () -> {
            ProgramRecording.together(() -> requests("EU"), () -> requests("US"), () -> requests("US"));
            new ProgramRecording.Instant().commit();
        });
    }

    private static void requests(String route) throws Exception {
        for (int i = 0; i < EACH; i++) {
            int size = i % 10;
            ProgramRecording.request(route, size, () -> LockSupport.parkNanos(size * 20_000L));
        }
    }

    private static IterationQuery query(String... where) {
        return new IterationQuery(
                ProgramRecording.REQUEST,
                Arrays.stream(where).map(Condition::of).toList(),
                Optional.empty());
    }

    private static List<Long> durations(Path recording, IterationQuery query) {
        List<Long> durations = new ArrayList<>();
        try (AnyRecording foreign = AnyRecording.open(recording)) {
            foreign.iterations(query, (startNs, endNs, thread, group) -> durations.add(endNs - startNs));
        }
        durations.sort(null);
        return durations;
    }

    private static SlowIterations outliers(AnyRecording foreign, IterationQuery query, long thresholdNs, long leastNs) {
        RecordedIterations iterations = foreign.iterations(query, (startNs, endNs, thread, group) -> {});
        return foreign.outliers(query, iterations, thresholdNs, leastNs);
    }

    @Test
    void shouldReadTheDurationsThatTheJdkReads() {
        List<Long> ours = durations(file, query());
        List<Long> theirs = ProgramRecording.events(file, ProgramRecording.REQUEST).stream()
                .map(event -> event.getDuration().toNanos())
                .sorted()
                .toList();

        assertThat(ours).hasSize(3 * EACH).hasSameSizeAs(theirs);
        for (int i = 0; i < ours.size(); i++) {
            // Ticks are rounded once at each end here, and once there.
            assertThat(ours.get(i)).isCloseTo(theirs.get(i), within(2L));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "route=EU, 200",
        "route=US, 400",
        "size=3, 60",
        "size=3.0, 60",
        "weight=1.5, 60",
        "cached=true, 60",
        "eventThread=worker-2, 200",
        "handler=io.straggler.jfr.anyrecording.ProgramRecording, 600"
    })
    void shouldCountOnlyEventsOfWhichAFieldHasTheValue(String where, int count) {
        assertThat(durations(file, query(where))).hasSize(count);
    }

    @Test
    void shouldNameClassLoaders() {
        Path loading = ProgramRecording.of(
                directory.resolve("loading.jfr"),
                Map.of("jdk.ClassLoad#enabled", "true", "jdk.ClassLoad#threshold", "0 ns"),
                // A reference to the method would load the class before.
                () -> LoadedLate.load());
        IterationQuery loads = new IterationQuery("jdk.ClassLoad", List.of(), Optional.of("definingClassLoader"));
        List<String> loaders = new ArrayList<>();
        try (AnyRecording foreign = AnyRecording.open(loading)) {
            foreign.iterations(loads, (startNs, endNs, thread, group) -> loaders.add(group));
        }

        assertThat(loaders).contains("app");
    }

    /** Recorded here under the JVM's name, because a pause of the JVM's own may be short. */
    @Name("jdk.GCPhasePause")
    @StackTrace(false)
    private static final class Pause extends Event {
        private int gcId = 9_001;
        private String name = "Our pause";
    }

    @Test
    void shouldReadStopsOfAllThreadsAlsoIfThereAreNoOutliers() {
        FlightRecorder.register(Pause.class);
        Path stopping;
        try {
            stopping = ProgramRecording.of(directory.resolve("stopping.jfr"), () -> {
                requests("EU");
                Pause pause = new Pause();
                pause.begin();
                for (long untilNs = System.nanoTime() + 5_000_000; System.nanoTime() - untilNs < 0; ) {
                    Thread.onSpinWait();
                }
                pause.commit();
            });
        } finally {
            FlightRecorder.unregister(Pause.class);
        }
        try (AnyRecording foreign = AnyRecording.open(stopping)) {
            RecordedIterations iterations = foreign.iterations(query(), (startNs, endNs, thread, group) -> {});
            SlowIterations slow = foreign.outliers(query(), iterations, Long.MAX_VALUE, Long.MAX_VALUE);
            OutlierRecords records = foreign.around(query(), iterations, slow, StackDetail.METHODS);

            assertThat(records.stops().stops())
                    .filteredOn(stop -> stop.place().what().equals("Our pause"))
                    .singleElement()
                    .satisfies(stop -> assertThat(stop.durationNs()).isGreaterThanOrEqualTo(5_000_000));
            assertThat(records.evidence()).isEmpty();
        }
    }

    @Test
    void shouldWantAllConditionsToHold() {
        assertThat(durations(file, query("route=US", "size=3", "eventThread=worker-1")))
                .hasSize(EACH / 10);
    }

    @Test
    void shouldGroupByTheValueOfAFieldAndTellTheThreads() {
        Map<String, Integer> counts = new TreeMap<>();
        try (AnyRecording foreign = AnyRecording.open(file)) {
            RecordedIterations iterations = foreign.iterations(
                    new IterationQuery(ProgramRecording.REQUEST, List.of(), Optional.of("route")),
                    (startNs, endNs, thread, group) -> counts.merge(group, 1, Integer::sum));

            assertThat(iterations.threads()).hasSize(3);
            assertThat(iterations.count()).isEqualTo(3 * EACH);
        }
        assertThat(counts).containsExactly(Map.entry("EU", EACH), Map.entry("US", 2 * EACH));
    }

    @Test
    void shouldReturnExactlyTheIterationsThatReachTheThreshold() {
        List<Long> durations = durations(file, query());
        long thresholdNs = durations.get(2 * EACH);
        long leastNs = durations.get(durations.size() - 5);
        try (AnyRecording foreign = AnyRecording.open(file)) {
            SlowIterations all = outliers(foreign, query(), thresholdNs, thresholdNs);
            SlowIterations some = outliers(foreign, query(), thresholdNs, leastNs);

            List<Long> found = all.outliers().stream()
                    .map(outlier -> outlier.iteration().serviceNs())
                    .sorted()
                    .toList();
            assertThat(found)
                    .containsExactlyElementsOf(
                            durations.stream().filter(ns -> ns >= thresholdNs).toList());
            assertThat(some.count()).isEqualTo(all.count()).isEqualTo(found.size());
            assertThat(some.outliers())
                    .allSatisfy(outlier ->
                            assertThat(outlier.iteration().serviceNs()).isGreaterThanOrEqualTo(leastNs))
                    .hasSizeBetween(5, 20);
        }
    }

    @Test
    void shouldSayOnWhichThreadAnOutlierRan() {
        try (AnyRecording foreign = AnyRecording.open(file)) {
            SlowIterations slow = outliers(foreign, query("route=EU"), 1, 1);

            assertThat(slow.threads()).singleElement().satisfies(thread -> {
                assertThat(thread.name()).isEqualTo("worker-0");
                assertThat(slow.outliers()).extracting(Outlier::osThreadId).containsOnly(thread.osThreadId());
            });
        }
    }

    @Test
    void shouldExplainOnlyTheOutermostOfNestedIterations() {
        Path nested = ProgramRecording.of(
                directory.resolve("nested.jfr"),
                () -> ProgramRecording.request(
                        "outer",
                        1,
                        () -> ProgramRecording.request(
                                "middle",
                                2,
                                () -> ProgramRecording.request("inner", 3, () -> LockSupport.parkNanos(1_000_000)))));
        try (AnyRecording foreign = AnyRecording.open(nested)) {
            SlowIterations slow = outliers(foreign, query(), 1, 1);

            assertThat(slow.count()).isEqualTo(3);
            assertThat(slow.nested()).isEqualTo(2);
            assertThat(slow.outliers())
                    .singleElement()
                    .satisfies(outlier -> assertThat(outlier.iteration().serviceNs())
                            .isEqualTo(durations(nested, query("route=outer")).get(0)));
        }
    }

    @Test
    void shouldTakeIterationsThatOverlapForWorkOfNoThread() {
        Path overlapping = ProgramRecording.of(directory.resolve("overlapping.jfr"), () -> {
            ProgramRecording.Request first = new ProgramRecording.Request();
            ProgramRecording.Request second = new ProgramRecording.Request();
            first.begin();
            LockSupport.parkNanos(1_000_000);
            second.begin();
            LockSupport.parkNanos(1_000_000);
            first.commit();
            LockSupport.parkNanos(1_000_000);
            second.commit();
        });
        try (AnyRecording foreign = AnyRecording.open(overlapping)) {
            SlowIterations slow = outliers(foreign, query(), 1, 1);

            assertThat(slow.outliers()).hasSize(2).allMatch(outlier -> outlier.osThreadId() == Outlier.UNFOLLOWED);
            assertThat(slow.changes().overlapping()).isEqualTo(1);
            assertThat(slow.threads()).isEmpty();
            assertThat(slow.nested()).isZero();
        }
    }

    /** The same span of time on two threads is two iterations. */
    @Test
    void shouldNotTakeAnIterationOnAnotherThreadForANestedOne() {
        Path parallel = ProgramRecording.of(directory.resolve("parallel.jfr"), () -> {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch done = new CountDownLatch(1);
            ProgramRecording.together(
                    () -> ProgramRecording.request("outer", 1, () -> {
                        begun.countDown();
                        done.await();
                    }),
                    () -> {
                        begun.await();
                        ProgramRecording.request("within", 2, () -> LockSupport.parkNanos(1_000_000));
                        done.countDown();
                    });
        });
        try (AnyRecording foreign = AnyRecording.open(parallel)) {
            assertThat(outliers(foreign, query(), 1, 1).outliers()).hasSize(2);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "test.Requst | | no event test.Requst; did you mean test.Request? Without --iterations",
                "Request | | no event Request; did you mean test.Request? Without --iterations",
                "com.acme.Quite.Different | | no event com.acme.Quite.Different. Without --iterations",
                "jdk.ExecutionSample | | event jdk.ExecutionSample has no duration, so it cannot be iterations.",
                "test.Request | rout=EU | event test.Request has no field rout; did you mean route? It has cached, duration,",
                "test.Request | route=XX | none of 600 events test.Request where route=XX; there are route=",
                "test.Instant | | none of 1 events test.Instant took any time: they are instants",
                "jdk.ZAllocationStall | | the recording describes the event jdk.ZAllocationStall and holds none"
            })
    void shouldSayInOneLineWhyThereAreNoIterations(String event, String where, String why) {
        IterationQuery query =
                new IterationQuery(event, where == null ? List.of() : List.of(Condition.of(where)), Optional.empty());
        assertThatThrownBy(() -> durations(file, query))
                .isInstanceOf(RecordingException.class)
                .hasMessageStartingWith(file + ": " + why)
                .hasMessageNotContaining("\n");
    }

    @Test
    void shouldCountIterationsOfDumpsThatWereJoinedOnce() throws IOException {
        Path joined = Files.copy(file, directory.resolve("joined.jfr"));
        Files.write(joined, Files.readAllBytes(file), StandardOpenOption.APPEND);

        assertThat(durations(joined, query())).isEqualTo(durations(file, query()));
        try (AnyRecording foreign = AnyRecording.open(joined)) {
            assertThat(foreign.copies())
                    .hasValueSatisfying(notice ->
                            assertThat(notice.sentence()).startsWith("1 of 2 chunks is a copy of another one"));
        }
    }

    @Test
    void shouldReadWhatATruncatedRecordingStillHolds() throws IOException {
        byte[] first = Files.readAllBytes(file);
        Path second =
                ProgramRecording.of(directory.resolve("second.jfr"), () -> ProgramRecording.request("EU", 1, () -> {}));
        byte[] both = Arrays.copyOf(first, first.length + (int) Files.size(second) / 2);
        System.arraycopy(Files.readAllBytes(second), 0, both, first.length, both.length - first.length);
        Path truncated = Files.write(directory.resolve("truncated.jfr"), both);

        assertThat(durations(truncated, query())).hasSize(3 * EACH);
        try (AnyRecording foreign = AnyRecording.open(truncated)) {
            assertThat(foreign.problems())
                    .singleElement()
                    .asString()
                    .startsWith(truncated + ", offset " + first.length + ": chunk is incomplete");
        }
    }

    @Test
    void shouldTellWhatIsLostWhereNothingIsLeft() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Path truncated = Files.write(directory.resolve("cut.jfr"), Arrays.copyOf(bytes, 1_000));

        assertThatThrownBy(() -> durations(truncated, query()))
                .hasMessageContaining("no event test.Request.")
                .hasMessageContaining("Not all could be read: " + truncated + ", offset 0: chunk is incomplete");
    }
}
