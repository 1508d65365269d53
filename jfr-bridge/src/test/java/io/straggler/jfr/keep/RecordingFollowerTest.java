package io.straggler.jfr.keep;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.chunk.Chunks;
import io.straggler.jfr.event.CarriageEvent;
import io.straggler.jfr.event.CoreWaitEvent;
import io.straggler.jfr.event.EventEmitter;
import io.straggler.jfr.event.StackEvent;
import io.straggler.jfr.read.Recorded;
import io.straggler.jfr.read.RecordingReader;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Capture;
import io.straggler.model.Carriage;
import io.straggler.model.CoreHold;
import io.straggler.model.CoreUser;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.Notice;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WakeUp;
import io.straggler.model.WatchedThread;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording of six chunks, reported one by one, as a JVM would leave them in its repository. */
class RecordingFollowerTest {
    private static final int CHUNKS = 6;
    private static final int PARKS = 20;
    private static final long MS = 1_000_000;
    private static final RunId RUN = new RunId(0, 1);

    /** Nothing is kept as it is, and nothing waits for longer than for the chunk after it. */
    private static final RetentionLimits EAGER =
            new RetentionLimits(Duration.ofNanos(1), Long.MAX_VALUE, 0, Long.MAX_VALUE);

    @TempDir
    static Path shared;

    private static List<byte[]> chunks;
    private static Path whole;

    @TempDir
    Path directory;

    private Path repository;
    private Path links;
    private Path target;
    private final List<RecordedRun> reported = new ArrayList<>();

    /**
     * In every chunk the watched thread parks 20 times for 3 ms, one of which is an outlier with a normal sample long after.
     * The outlier of chunk 2 is reported in chunk 3 only, when it is over.
     */
    @BeforeAll
    static void record() {
        try (EventEmitter emitter = new EventEmitter(0)) {
            emitter.environment(Map.of("jvm", "some"));
            emitter.watching(new WatchedThread("me", Thread.currentThread().getId(), 17, ThreadRole.SEQUENTIAL));
            List<Runnable> late = new ArrayList<>();
            whole = Chunks.record(shared.resolve("whole.jfr"), CHUNKS, chunk -> {
                late.forEach(Runnable::run);
                late.clear();
                for (int i = 0; i < PARKS; i++) {
                    long startNs = System.nanoTime();
                    LockSupport.parkNanos(3 * MS);
                    Runnable outlier = outlier(emitter, startNs, System.nanoTime());
                    if (i == lateOf(chunk) && chunk != 2) {
                        outlier.run();
                    } else if (i == lateOf(chunk)) {
                        late.add(outlier);
                    }
                    emitter.captured(new Capture(
                            i == 15 ? Capture.Purpose.NORMAL : Capture.Purpose.LATE, startNs, 17, startNs, startNs));
                }
            });
        }
        chunks = Chunks.split(whole);
    }

    /** Which of the parks of a chunk is the outlier. */
    private static int lateOf(int chunk) {
        return chunk == 2 ? PARKS - 1 : 10;
    }

    private static Runnable outlier(EventEmitter emitter, long startNs, long endNs) {
        Iteration iteration = new Iteration(RUN, startNs, startNs, endNs, 0, 0);
        return () -> {
            emitter.outlier(new Outlier(iteration, 2 * MS, List.of()));
            emitter.busyPeriod(new BusyPeriod(List.of(iteration), 0));
            // It was seen where it waits until long after the outlier's end; it was woken up, and came back to a core,
            // then, too.
            long seenNs = endNs + 10 * MS;
            emitter.used(ThreadUsage.of(startNs, 17)
                    .between(startNs, endNs)
                    .runDelayNs(1)
                    .cpuNs(2)
                    .minorFaults(3)
                    .majorFaults(4)
                    .voluntarySwitches(5)
                    .involuntarySwitches(6)
                    .faultsNs(7)
                    .capturesNs(8)
                    .throttledNs(9)
                    .offCore(Optional.of(new OffCoreTimes(startNs, List.of(waited(startNs + 1, seenNs)))))
                    .build());
            List<StackFrame> frames = List.of(new StackFrame("a.B.c", FrameKind.JAVA));
            emitter.stack(new StackSample(startNs + 1, seenNs, -18, false, frames));
            emitter.carried(new Carriage(-18, 17, startNs + 1, seenNs));
            emitter.stack(new StackSample(1, 2, -18, false, frames));
            emitter.carried(new Carriage(-18, 17, 1, 2));
            emitter.used(ThreadUsage.of(1, 17)
                    .between(1, 2)
                    .offCore(Optional.of(new OffCoreTimes(1, List.of(waited(1, 2)))))
                    .build());
        };
    }

    /** It was woken up, and had to wait for a core of somebody else. */
    private static OffCoreInterval waited(long fromNs, long toNs) {
        CoreUser by = new CoreUser(CoreUser.Kind.OTHER_PROCESS, 18, "other");
        return new OffCoreInterval(
                fromNs, toNs, false, Optional.of(new WakeUp(toNs - 1, by)), List.of(new CoreHold(toNs - 1, toNs, by)));
    }

    @BeforeEach
    void makeFolders() throws IOException {
        repository = Files.createDirectories(directory.resolve("repository").resolve("2026_11_20"));
        links = Files.createDirectory(directory.resolve("links"));
        target = directory.resolve("kept.jfr");
    }

    private RecordingFollower follower(RetentionLimits limits) {
        return new RecordingFollower(directory.resolve("repository"), links, target, limits, reported::add);
    }

    private Path arrive(int chunk) {
        return Recorded.write(file(chunk), chunks.get(chunk));
    }

    private Path file(int chunk) {
        return repository.resolve("2026_11_20_10_00_0" + chunk + ".jfr");
    }

    private static List<String> sentences(Retention retention) {
        return retention.notices().stream().map(Notice::sentence).toList();
    }

    private Retention follow(RetentionLimits limits) {
        RecordingFollower follower = follower(limits);
        for (int i = 0; i < CHUNKS; i++) {
            arrive(i);
            follower.poll();
        }
        return follower.finish(directory.resolve("no stacks"));
    }

    @Test
    void shouldKeepEverythingThatSpeaksOfOutliersAndDropMostOfTheRest() throws IOException {
        Retention retention = follow(EAGER);

        RecordedRun all = RecordingReader.read(whole);
        RecordedRun kept = RecordingReader.read(target);
        assertThat(chunks).hasSize(CHUNKS);
        assertThat(retention.notices()).isEmpty();
        assertThat(retention.outliers()).isEqualTo(CHUNKS);
        assertThat(retention.readBytes()).isEqualTo(Recorded.bytes(whole).length);
        assertThat(retention.keptBytes()).isEqualTo(Recorded.bytes(target).length);
        assertThat(kept.problems()).isEmpty();
        assertThat(kept.outliers()).isEqualTo(all.outliers()).hasSize(CHUNKS);
        assertThat(kept.periods()).isEqualTo(all.periods());
        assertThat(kept.threads()).isEqualTo(all.threads());
        assertThat(kept.environment()).isEqualTo(all.environment());
        assertThat(kept.clock()).isEqualTo(all.clock());
        assertThat(kept.usage())
                .isEqualTo(all.usage().stream()
                        .filter(one -> one.intendedNs() != 1)
                        .toList());
        assertThat(kept.usage())
                .allSatisfy(one -> assertThat(one.offCore().orElseThrow().intervals())
                        .singleElement()
                        .satisfies(wait -> {
                            assertThat(wait.wakeUp()).isPresent();
                            assertThat(wait.holders()).hasSize(1);
                        }));
        assertThat(named(CoreWaitEvent.NAME, whole)).hasSize(2 * 2 * CHUNKS);
        assertThat(named(CoreWaitEvent.NAME, target)).hasSize(2 * CHUNKS);
        for (String name : List.of(StackEvent.NAME, CarriageEvent.NAME)) {
            assertThat(named(name, whole)).as(name).hasSize(2 * CHUNKS);
            assertThat(named(name, target)).as(name).hasSize(CHUNKS);
        }
        assertThat(all.outliers()).allSatisfy(outlier -> {
            assertThat(during(kept, outlier)).isEqualTo(during(all, outlier)).isNotEmpty();
            assertThat(kept.captures())
                    .anyMatch(capture ->
                            capture.intendedNs() == outlier.iteration().intendedNs());
        });
        assertThat(kept.captures())
                .filteredOn(capture -> capture.purpose() == Capture.Purpose.NORMAL)
                .hasSize(CHUNKS);
        List<RecordedEvent> parks = parks(whole);
        List<Long> near = new ArrayList<>();
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            near.addAll(startedNear(parks, parks.get(PARKS * chunk + lateOf(chunk))));
        }
        assertThat(near).as("outliers, and what was close to them").hasSizeGreaterThan(CHUNKS);
        assertThat(parks(target))
                .extracting(RecordingFollowerTest::startTicks)
                .containsAll(near)
                .hasSizeLessThan(parks.size() / 3);
        assertThat(kept.captures()).hasSizeLessThan(all.captures().size() / 2);
    }

    private static List<RecordedEvent> named(String name, Path recording) throws IOException {
        return RecordingFile.readAllEvents(recording).stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
    }

    private static List<Evidence> during(RecordedRun run, Outlier outlier) {
        return run.evidence().stream()
                .filter(one -> one.endNs() >= outlier.iteration().intendedNs()
                        && one.startNs() <= outlier.iteration().endNs())
                .toList();
    }

    /** When those began that were no further from one than what is certainly kept. */
    private static List<Long> startedNear(List<RecordedEvent> parks, RecordedEvent late) {
        Duration margin = Duration.ofNanos(MS * 9 / 10);
        return parks.stream()
                .filter(park -> !park.getEndTime().isBefore(late.getStartTime().minus(margin))
                        && !park.getStartTime().isAfter(late.getEndTime().plus(margin)))
                .map(RecordingFollowerTest::startTicks)
                .toList();
    }

    /** As recorded: what readers make of it depends on the chunk of which they took the metadata. */
    private static long startTicks(RecordedEvent event) {
        return event.getLong("startTime");
    }

    /** This thread's, from the file and in order: the reader leaves out those that touch no outlier. */
    private static List<RecordedEvent> parks(Path recording) throws IOException {
        return RecordingFile.readAllEvents(recording).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.ThreadPark")
                        && event.getThread().getJavaThreadId()
                                == Thread.currentThread().getId())
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .toList();
    }

    @Test
    void shouldKeepWhatOtherToolsOpen() throws IOException {
        follow(EAGER);

        assertThat(RecordingFile.readAllEvents(target))
                .filteredOn(event -> event.getEventType().getName().equals("straggler.Outlier"))
                .hasSize(CHUNKS);
    }

    /** Chunk 2 holds no outlier, so its metadata do not describe any; chunk 3 holds two. */
    @Test
    void shouldLetOtherToolsReadTypesThatAnEarlierChunkLacks() throws IOException {
        RecordingFollower follower = follower(EAGER);
        for (int chunk : List.of(2, 3, 4)) {
            arrive(chunk);
            follower.poll();
        }
        follower.finish(directory.resolve("no stacks"));

        assertThat(RecordingFile.readAllEvents(target))
                .filteredOn(event -> event.getEventType().getName().equals("straggler.Outlier"))
                .hasSize(3);
    }

    @Test
    void shouldTellOfEachFactOnce() throws IOException {
        follow(EAGER);

        assertThat(RecordingFile.readAllEvents(target))
                .extracting(event -> event.getEventType().getName())
                .containsOnlyOnce("straggler.Environment")
                .containsOnlyOnce("jdk.JVMInformation");
    }

    @Test
    void shouldKeepAShortRecordingAsItIs() {
        Retention retention = follow(RetentionLimits.USUAL);

        assertThat(Recorded.bytes(target)).isEqualTo(Recorded.bytes(whole));
        assertThat(retention.describe()).startsWith("all of ");
    }

    @Test
    void shouldTellItsListenerWhatEachChunkHolds() {
        RecordingFollower follower = follower(EAGER);
        for (int i = 0; i < CHUNKS; i++) {
            arrive(i);
            follower.poll();
        }

        // The last may grow, and the one before it may be needed.
        assertThat(reported).hasSize(CHUNKS - 2);
        assertThat(reported.stream().mapToInt(run -> run.outliers().size())).containsExactly(1, 1, 0, 2);
    }

    @Test
    void shouldHoldChunksForOutliersThatAreNotOverYet() {
        RecordingFollower follower =
                follower(new RetentionLimits(Duration.ofMinutes(1), Long.MAX_VALUE, 0, Long.MAX_VALUE));
        for (int i = 0; i < CHUNKS; i++) {
            arrive(i);
            follower.poll();
        }
        assertThat(target).doesNotExist();

        assertThat(follower.finish(directory.resolve("no stacks")).notices()).isEmpty();
        assertThat(RecordingReader.read(target).outliers()).hasSize(CHUNKS);
    }

    @Test
    void shouldTellWhenItCouldNotHoldWhatAnOutlierNeeded() {
        Retention retention = follow(new RetentionLimits(Duration.ofMinutes(1), 0, 0, Long.MAX_VALUE));

        assertThat(sentences(retention))
                .containsExactly("1 iterations began before what was still held when they were over:"
                        + " what the JVM recorded in their first part was dropped.");
        assertThat(RecordingReader.read(target).outliers()).hasSize(CHUNKS);
    }

    @Test
    void shouldOnlyCountOutliersWhenItIsFull() {
        Retention retention = follow(new RetentionLimits(Duration.ofNanos(1), Long.MAX_VALUE, 0, 1));

        RecordedRun kept = RecordingReader.read(target);
        int listed = kept.outliers().size();
        assertThat(listed).isBetween(1, CHUNKS - 1);
        assertThat(retention.outliers()).isEqualTo(listed);
        assertThat(sentences(retention))
                .containsExactly("The recording was full: it keeps the first " + listed + " outliers; "
                        + (CHUNKS - listed) + " later ones were only counted.");
        assertThat(retention.notices().get(0).onlyCounted()).isEqualTo(CHUNKS - listed);
        assertThat(kept.problems()).isEmpty();
        assertThat(kept.periods()).hasSize(listed);
    }

    @Test
    void shouldKeepWhatTheJvmDeletesBeforeItIsRead() throws IOException {
        RecordingFollower follower = follower(EAGER);
        for (int i = 0; i < CHUNKS; i++) {
            arrive(i);
            follower.poll();
            Files.delete(file(i));
        }

        assertThat(follower.finish(directory.resolve("no stacks")).notices()).isEmpty();
        assertThat(RecordingReader.read(target).outliers()).hasSize(CHUNKS);
    }

    @Test
    void shouldTellWhenAChunkVanishedBeforeItWasMet() {
        RecordingFollower follower = follower(EAGER);
        IntStream.range(0, CHUNKS).filter(i -> i != 3).forEach(i -> {
            arrive(i);
            follower.poll();
        });
        Retention retention = follower.finish(directory.resolve("no stacks"));

        assertThat(sentences(retention))
                .singleElement()
                .asString()
                .matches("\\d+\\.\\d{3} s of the recording are missing before 2026_11_20_10_00_04.jfr:"
                        + " deleted before they were read\\.");
        assertThat(RecordingReader.read(target).outliers()).hasSize(CHUNKS - 2);
    }

    @Test
    void shouldReadTheLastChunkOfAKilledJvmAsFarAsItGoes() {
        RecordingFollower follower = follower(EAGER);
        for (int i = 0; i < CHUNKS; i++) {
            byte[] bytes = chunks.get(i);
            if (i == CHUNKS - 1) {
                byte[] torn = Arrays.copyOf(bytes, bytes.length + 1_000);
                ByteBuffer.wrap(torn).put(64, (byte) 3);
                Recorded.write(file(i), torn);
            } else {
                arrive(i);
            }
            follower.poll();
        }
        Retention retention = follower.finish(directory.resolve("no stacks"));

        assertThat(sentences(retention)).isNotEmpty().allMatch(line -> line.contains("2026_11_20_10_00_05.jfr"));
        assertThat(RecordingReader.read(target).outliers()).hasSize(CHUNKS);
    }

    @Test
    void shouldKeepATruncatedChunkAsItIsAndTheOthersInPart() {
        RecordingFollower follower = follower(EAGER);
        for (int i = 0; i < CHUNKS; i++) {
            if (i == 1) {
                Recorded.write(file(i), Arrays.copyOf(chunks.get(i), chunks.get(i).length / 3));
            } else {
                arrive(i);
            }
            follower.poll();
        }
        Retention retention = follower.finish(directory.resolve("no stacks"));

        assertThat(sentences(retention).get(0))
                .startsWith(
                        "2026_11_20_10_00_01.jfr, offset 0: chunk is incomplete, its types or constants are missing");
        assertThat(RecordingReader.read(target).outliers()).hasSize(CHUNKS - 1);
    }

    @Test
    void shouldKeepChunksOfAFutureVersionAsTheyAre() {
        RecordingFollower follower = follower(EAGER);
        for (int i = 0; i < CHUNKS; i++) {
            ByteBuffer.wrap(chunks.get(i)).putShort(4, (short) (i < 2 ? 3 : 2));
            arrive(i);
            follower.poll();
            ByteBuffer.wrap(chunks.get(i)).putShort(4, (short) 2);
        }
        Retention retention = follower.finish(directory.resolve("no stacks"));

        assertThat(sentences(retention)).hasSize(2).allMatch(line -> line.contains("no chunk begins here"));
        assertThat(ByteBuffer.wrap(Recorded.bytes(target)).getShort(4)).isEqualTo((short) 3);
        assertThat(RecordingReader.read(target).outliers()).hasSize(CHUNKS - 2);
    }

    @Test
    void shouldLeaveOutWhatIsNoRecordingAtAll() {
        RecordingFollower follower = follower(EAGER);
        Recorded.write(
                repository.resolve("2026_11_20_09_00_00.jfr"), "not a recording".getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < CHUNKS; i++) {
            arrive(i);
            follower.poll();
        }
        Retention retention = follower.finish(directory.resolve("no stacks"));

        assertThat(sentences(retention)).isNotEmpty().allMatch(line -> line.contains("2026_11_20_09_00_00.jfr"));
        assertThat(RecordingReader.read(target).outliers()).hasSize(CHUNKS);
    }

    @Test
    void shouldTellWhatCouldNotBeWrittenAndGoOn() throws IOException {
        Files.createDirectory(target);

        Retention retention = follow(EAGER);

        assertThat(sentences(retention))
                .hasSize(CHUNKS)
                .allMatch(line -> line.startsWith("A part of the recording could not be kept: 2026_11_20_10_00_0"));

        // The links that are left can be kept another time.
        Files.delete(target);
        RecordingFollower second = follower(EAGER);
        second.resume();
        assertThat(second.finish(directory.resolve("no stacks")).notices()).isEmpty();
        assertThat(second.unkept()).isEmpty();
        assertThat(RecordingReader.read(target).outliers()).hasSize(CHUNKS);
    }

    /** Follows a recording as if the process of the first follower had been killed: at each chunk once, before and after it has looked. */
    @Test
    void shouldGoOnWhereAnotherLeftOff() throws IOException {
        for (int killedAt = 0; killedAt < CHUNKS; killedAt++) {
            for (boolean looked : new boolean[] {false, true}) {
                RecordingFollower first = follower(EAGER);
                for (int i = 0; i < CHUNKS; i++) {
                    arrive(i);
                    if (i < killedAt || i == killedAt && looked) {
                        first.poll();
                    }
                }
                RecordingFollower second = follower(EAGER);
                second.resume();

                assertThat(second.finish(directory.resolve("no stacks")).notices())
                        .isEmpty();

                RecordedRun kept = RecordingReader.read(target);
                assertThat(kept.outliers()).as("killed at %d", killedAt).hasSize(CHUNKS);
                assertThat(kept.problems()).isEmpty();
                assertThat(links).isEmptyDirectory();
                Files.delete(target);
            }
        }
    }
}
