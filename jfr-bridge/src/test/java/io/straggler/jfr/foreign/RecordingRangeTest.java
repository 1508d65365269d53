package io.straggler.jfr.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.chunk.ChunkHeaders;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.model.Evidence;
import java.io.IOException;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A recording read in ranges, beside the same recording read whole: every stack, every piece of evidence has to be the same. */
@Timeout(120)
class RecordingRangeTest {
    private static final int ROTATIONS = 5;
    private static final int REQUESTS_PER_ROTATION = 200;
    private static final int MUTANTS = 10;

    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private static Path file;
    private static final Object LOCK = new Object();

    /** Of two threads only: where others come in between, the JVM names them. */
    private static final Object LOCK_OF_TWO = new Object();

    private static volatile boolean ended;

    /** Requests, waits for a lock, and what holds it cross the borders between chunks. */
    @BeforeAll
    static void record() {
        Semaphore requests = new Semaphore(0);
        CountDownLatch across = new CountDownLatch(1);
        CountDownLatch holding = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        AtomicReference<Thread> waiting = new AtomicReference<>();
        ended = false;
        file = ProgramRecording.of(
                shared.resolve("program.jfr"),
                () -> ProgramRecording.together(
                        () -> requests(0, requests),
                        () -> requests(1, requests),
                        () -> {
                            ProgramRecording.request("across", 1, () -> {
                                synchronized (LOCK_OF_TWO) {
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
                                synchronized (LOCK_OF_TWO) {
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
                            for (int i = 0; i < ROTATIONS; i++) {
                                requests.acquire(REQUESTS_PER_ROTATION);
                                rotate();
                            }
                            ended = true;
                            over.countDown();
                        }));
    }

    /** Threads are blocked by locks of the JDK as well. */
    private static boolean waitsForTheLock(Thread thread) {
        LockInfo lock = ManagementFactory.getThreadMXBean()
                .getThreadInfo(thread.getId())
                .getLockInfo();
        return lock != null && lock.getIdentityHashCode() == System.identityHashCode(LOCK_OF_TWO);
    }

    private static void requests(int seed, Semaphore done) throws Exception {
        for (int number = seed; !ended; number++) {
            int size = number % 100;
            ProgramRecording.request("usual", size, () -> {
                if (size == 30) {
                    synchronized (LOCK) {
                        LockSupport.parkNanos(2_000_000);
                    }
                } else if (size == 60) {
                    System.gc();
                } else {
                    LockSupport.parkNanos(10_000);
                }
            });
            done.release();
        }
    }

    /** The start of a recording begins a chunk in all others, and so does its end. */
    private static void rotate() {
        try (Recording other = new Recording()) {
            other.start();
        }
    }

    private static IterationQuery query(String event, String... where) {
        return new IterationQuery(event, Stream.of(where).map(Condition::of).toList(), Optional.empty());
    }

    /** What a reading finds. */
    private record Found(
            List<Long> durationsNs,
            long count,
            Object threads,
            Map<String, String> environment,
            SlowIterations slow,
            OutlierRecords records) {}

    private static Found whole(Path recording, IterationQuery query, long thresholdNs) {
        List<Long> durationsNs = new ArrayList<>();
        try (ForeignRecording whole = ForeignRecording.open(recording)) {
            RecordedIterations iterations = whole.tally(
                            query, (startNs, endNs, thread, group) -> durationsNs.add(endNs - startNs))
                    .checked("it", query, List.of());
            SlowIterations slow =
                    whole.outliers(query, thresholdNs, thresholdNs).outliers();
            OutlierRecords records = whole.around(query, iterations, slow);
            return new Found(
                    durationsNs,
                    iterations.count(),
                    iterations.threads(),
                    iterations.facts().environment(),
                    slow,
                    records);
        }
    }

    private Found inRanges(Path recording, IterationQuery query, long thresholdNs, long leastBytes) throws IOException {
        List<RecordingRange> ranges = ranges(recording, leastBytes);
        List<Long> durationsNs = new ArrayList<>();
        IterationTally tally = null;
        OutlierTally outliers = null;
        for (RecordingRange range : ranges) {
            try (ForeignRecording part = ForeignRecording.open(recording, range)) {
                IterationTally next =
                        part.tally(query, (startNs, endNs, thread, group) -> durationsNs.add(endNs - startNs));
                OutlierTally slow = part.outliers(query, thresholdNs, thresholdNs);
                if (tally == null) {
                    tally = next;
                    outliers = slow;
                } else {
                    tally.add(next);
                    outliers.add(slow);
                }
            }
        }
        RecordedIterations iterations = tally.checked("it", query, List.of());
        Map<SampleType, Long> sampled = new EnumMap<>(SampleType.class);
        Path reduced = folder.resolve("reduced.jfr");
        try (FileChannel out = FileChannel.open(
                reduced, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            for (RecordingRange range : ranges) {
                try (ForeignRecording part = ForeignRecording.open(recording, range)) {
                    part.reduce(query, iterations, outliers.outliers(), out)
                            .forEach((type, count) -> sampled.merge(type, count, Long::sum));
                }
            }
        }
        try (ForeignRecording together = ForeignRecording.open(reduced)) {
            return new Found(
                    durationsNs,
                    iterations.count(),
                    iterations.threads(),
                    iterations.facts().environment(),
                    outliers.outliers(),
                    together.around(query, iterations, outliers.outliers()).withSampled(sampled));
        }
    }

    private static List<RecordingRange> ranges(Path recording, long leastBytes) throws IOException {
        byte[] bytes = Files.readAllBytes(recording);
        return RecordingRange.of(
                ChunkHeaders.of(
                        (position, into) -> System.arraycopy(bytes, (int) position, into, 0, into.length),
                        bytes.length),
                bytes.length,
                leastBytes);
    }

    @ParameterizedTest
    @CsvSource({
        "test.Request, route=usual, 1000000, 1",
        "test.Request, , 1000000, 1",
        "test.Request, , 1000000, 300000",
        "test.Request, , 1, 1",
        "jdk.JavaMonitorEnter, , 1, 1",
        "jdk.ThreadPark, , 100000, 1",
        "jdk.GCPhasePause, , 1, 1"
    })
    void shouldFindInRangesWhatIsInTheWhole(String event, String where, long thresholdNs, long leastBytes)
            throws IOException {
        IterationQuery query = where == null ? query(event) : query(event, where);
        assertThat(ranges(file, leastBytes).size()).isGreaterThan(1);
        Found whole = whole(file, query, thresholdNs);
        assertThat(whole.slow().outliers()).isNotEmpty();
        assertThat(whole.records().evidence()).isNotEmpty();

        assertThat(inRanges(file, query, thresholdNs, leastBytes)).isEqualTo(whole);
    }

    @Test
    void shouldFindNothingToExplainInEither() throws IOException {
        IterationQuery query = query(ProgramRecording.REQUEST);
        Found whole = whole(file, query, Long.MAX_VALUE);

        assertThat(whole.records().evidence()).isEmpty();
        assertThat(inRanges(file, query, Long.MAX_VALUE, 1)).isEqualTo(whole);
    }

    /** One request and a wait for its lock take several chunks. */
    @Test
    void shouldKnowWhoWasWaitedForAcrossTheBorders() throws IOException {
        IterationQuery query = query(ProgramRecording.REQUEST, "route=waits");
        Found whole = whole(file, query, 1);
        assertThat(inRanges(file, query, 1, 1)).isEqualTo(whole);
        assertThat(whole.records().evidence())
                .filteredOn(one -> one.kind() == Evidence.Kind.MONITOR_ENTER)
                .anySatisfy(one -> assertThat(one.partner())
                        .hasValueSatisfying(by -> assertThat(by.thread()).isEqualTo("worker-2")));
    }

    @Test
    void shouldWriteLittleOfWhatHoldsFewOutliers() throws IOException {
        List<Long> durationsNs = whole(file, query(ProgramRecording.REQUEST), 1).durationsNs();
        long thresholdNs = durationsNs.stream().mapToLong(ns -> ns).max().orElseThrow();
        inRanges(file, query(ProgramRecording.REQUEST, "route=usual"), thresholdNs, 1);

        assertThat(Files.size(folder.resolve("reduced.jfr"))).isLessThan(Files.size(file) / 2);
    }

    @Test
    void shouldReadOfDamagedRecordingsWhatAReadingOfTheWholeDoes() throws IOException {
        SplittableRandom random = new SplittableRandom(17);
        byte[] recording = Files.readAllBytes(file);
        List<RecordingRange> chunks = ranges(file, 1);
        IterationQuery query = query(ProgramRecording.REQUEST);
        int used = 0;
        for (int i = 0; i < MUTANTS; i++) {
            Path mutant = Files.write(folder.resolve("mutant.jfr"), damaged(recording.clone(), chunks, i, random));
            Found whole;
            try {
                whole = whole(mutant, query, 1_000_000);
            } catch (RecordingException e) {
                continue;
            }
            assertThat(inRanges(mutant, query, 1_000_000, 1)).as("mutant %d", i).isEqualTo(whole);
            used++;
        }
        assertThat(used).isGreaterThan(MUTANTS / 2);
    }

    private static byte[] damaged(byte[] bytes, List<RecordingRange> chunks, int kind, SplittableRandom random) {
        int from = (int) chunks.get(random.nextInt(chunks.size())).fromBytes();
        switch (kind % 5) {
            case 0 -> ByteBuffer.wrap(bytes).putLong(from + 8, random.nextLong(1L << random.nextInt(1, 63)));
            case 1 -> bytes[from + random.nextInt(68)] ^= (byte) (1 << random.nextInt(8));
            case 2 -> {
                for (int i = 0; i < 5; i++) {
                    bytes[68 + random.nextInt(bytes.length - 68)] ^= (byte) (1 << random.nextInt(8));
                }
            }
            case 3 -> {
                return Arrays.copyOf(bytes, 100_000 + random.nextInt(bytes.length - 100_000));
            }
            default ->
                Arrays.fill(bytes, from + 68, Math.min(bytes.length, from + 68 + random.nextInt(4_000)), (byte) 0);
        }
        return bytes;
    }
}
