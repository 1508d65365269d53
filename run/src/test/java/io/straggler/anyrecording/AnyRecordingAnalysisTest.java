package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.straggler.Analysis;
import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.harness.Threshold;
import io.straggler.harness.series.LogSummary;
import io.straggler.jfr.anyrecording.Condition;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.jfr.chunk.RecordingFiles;
import io.straggler.jfr.read.StackDetail;
import io.straggler.jfr.record.EventSettings;
import io.straggler.model.Notice;
import io.straggler.model.RunDescription;
import io.straggler.model.Series;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program whose slow requests are slow for known reasons, recorded by the JVM alone. */
@Timeout(120)
class AnyRecordingAnalysisTest {
    private static final String ORDER = "test.Order";
    private static final int QUICK = 2_000;
    private static final int EACH = 3;
    private static final long SLOW_MS = 80;
    private static final long THRESHOLD_NS = 60_000_000;

    @TempDir
    static Path shared;

    private static Path file;

    @Name(ORDER)
    static final class Order extends Event {
        String kind;
    }

    private interface Body {
        void run() throws Exception;
    }

    @BeforeAll
    static void record() throws Exception {
        file = shared.resolve("program.jfr");
        try (Recording recording = new Recording()) {
            recording.setSettings(EventSettings.withPeriodicStacks(Duration.ofNanos(100_000)));
            recording.start();
            Thread quick = new Thread(AnyRecordingAnalysisTest::quickOrders, "quick");
            Thread slow = new Thread(AnyRecordingAnalysisTest::slowOrders, "slow");
            quick.start();
            slow.start();
            quick.join();
            slow.join();
            recording.stop();
            recording.dump(file);
        }
    }

    private static void order(String kind, Body body) {
        Order order = new Order();
        order.begin();
        try {
            body.run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        order.kind = kind;
        order.commit();
    }

    private static void quickOrders() {
        for (int i = 0; i < QUICK; i++) {
            order("quick", () -> Thread.onSpinWait());
        }
    }

    private static void slowOrders() {
        for (int i = 0; i < EACH; i++) {
            order("sleep", () -> Thread.sleep(SLOW_MS));
            order("collection", AnyRecordingAnalysisTest::collect);
            waitForLock();
            waitForPeer();
        }
    }

    /** Until pauses have taken so long, and most of the time: on a busy machine much of it passes between them. */
    private static void collect() {
        long beganNs = System.nanoTime();
        long before = pausedMs();
        long pausedMs = 0;
        while (pausedMs < SLOW_MS || 2_000_000 * pausedMs < System.nanoTime() - beganNs) {
            System.gc();
            pausedMs = pausedMs() - before;
        }
    }

    private static long pausedMs() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }

    private static void waitForLock() {
        Object lock = new Object();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch wanted = new CountDownLatch(1);
        Thread holder = new Thread(
                () -> {
                    synchronized (lock) {
                        held.countDown();
                        try {
                            wanted.await();
                            Thread.sleep(SLOW_MS);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                },
                "holder");
        holder.start();
        try {
            held.await();
            order("lock", () -> {
                wanted.countDown();
                synchronized (lock) {
                    Thread.onSpinWait();
                }
            });
            holder.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void waitForPeer() {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket peer = server.accept()) {
            Thread answering = new Thread(() -> {
                try {
                    int asked = peer.getInputStream().read();
                    Thread.sleep(SLOW_MS);
                    peer.getOutputStream().write(asked);
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            answering.start();
            order("socket", () -> {
                client.getOutputStream().write(1);
                client.getInputStream().read();
            });
            answering.join();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static AnyRecordingAnalysis analysis(String threshold, String by, String... where) {
        IterationQuery query = new IterationQuery(
                ORDER, Arrays.stream(where).map(Condition::of).toList(), Optional.ofNullable(by));
        return AnyRecordingAnalysis.of(file, query, Threshold.parse(threshold));
    }

    private static List<Long> durationsByTheJdk() {
        try {
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals(ORDER))
                    .map(event -> event.getDuration().toNanos())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"sleep, SLEEP", "collection, GC_PAUSE", "lock, MONITOR", "socket, SOCKET_IO"})
    void shouldNameWhatMadeOrdersSlow(String kind, Cause cause) {
        Conclusions conclusions =
                analysis("60ms", null, "kind=" + kind).analysis().conclusions();

        assertThat(conclusions.diagnosis().outliers()).hasSize(EACH);
        assertThat(conclusions.budget().causes().get(0).cause()).isEqualTo(cause);
        assertThat(conclusions.budget().budgets())
                .allSatisfy(budget -> assertThat(budget.ns(cause)).isPositive());
    }

    @Test
    void shouldTakeNothingForUsualWhereOnlySlowOnesWereRecorded() {
        Analysis analysis = analysis("60ms", null, "kind=lock").analysis();

        assertThat(analysis.run().warnings()).anyMatch(note -> note.startsWith("Most events are outliers"));
        assertThat(analysis.conclusions().budget().totalNs(Cause.USUAL_WORK)).isZero();
        assertThat(analysis("60ms", null).analysis().run().warnings())
                .noneMatch(note -> note.startsWith("Most events are outliers"));
    }

    @Test
    void shouldNameTheOwnerOfALockAndWhatItWasIn() {
        Conclusions conclusions = analysis("60ms", null, "kind=lock").analysis().conclusions();

        // How long the thread then waits for a core may be more, and is said of the owner too.
        assertThat(conclusions.budget().causes().get(0).where())
                .extracting(where -> where.place().words())
                .anyMatch(what -> what.contains("java.lang.Object")
                        && what.contains(", held by holder, which was in sleep: "
                                + getClass().getName() + ".lambda$"));
    }

    @Test
    void shouldDivideAllLatencyOfAllOutliers() {
        Conclusions conclusions = analysis("60ms", null).analysis().conclusions();
        long outliers =
                durationsByTheJdk().stream().filter(ns -> ns >= THRESHOLD_NS).count();

        assertThat(conclusions.diagnosis().outliers()).hasSize((int) outliers).hasSizeGreaterThanOrEqualTo(4 * EACH);
        assertThat(conclusions.budget().causes().stream()
                        .mapToLong(sum -> sum.totalNs())
                        .sum())
                .isEqualTo(conclusions.budget().latencyNs());
    }

    @Test
    void shouldGroupOutliersBySites() {
        Conclusions conclusions = analysis("60ms", null).analysis().conclusions();

        for (Cause cause : List.of(Cause.SLEEP, Cause.GC_PAUSE, Cause.MONITOR, Cause.SOCKET_IO)) {
            assertThat(conclusions.sites().stream()
                            .filter(site -> site.cause() == cause)
                            .mapToLong(site -> site.culprits().size())
                            .sum())
                    .as(cause.label())
                    .isGreaterThanOrEqualTo(EACH);
        }
        assertThat(conclusions.sites()).allMatch(site -> site.othersNs() == 0);
    }

    /** Else a wait of one thread would explain what another one did meanwhile. */
    @Test
    void shouldTakeTheStacksAndTheEvidenceOfAnOutliersOwnThreadOnly() {
        Conclusions conclusions = analysis("60ms", null, "kind=lock").analysis().conclusions();

        assertThat(conclusions.diagnosis().outliers()).allSatisfy(outlier -> {
            long thread = outlier.outlier().osThreadId();
            assertThat(conclusions.diagnosis().threadNames()).containsEntry(thread, "slow");
            assertThat(outlier.stacks()).isNotEmpty().allMatch(stack -> stack.osThreadId() == thread);
            assertThat(outlier.evidence()).allMatch(one -> one.osThreadId() == 0 || one.osThreadId() == thread);
        });
    }

    @Test
    void shouldFindThePercentilesThatTheJdksDurationsHave() {
        List<Long> durations = durationsByTheJdk();
        Series latency = series(analysis("p99", null)).get(0);

        assertThat(latency.count()).isEqualTo(QUICK + 4 * EACH).isEqualTo(durations.size());
        for (double percentile : List.of(50.0, 90.0, 99.0)) {
            long exact = durations.get((int) Math.ceil(durations.size() * percentile / 100) - 1);
            long found = latency.percentiles().stream()
                    .filter(point -> point.percentile() == percentile)
                    .mapToLong(Series.Point::valueNs)
                    .findFirst()
                    .orElseThrow();
            // A histogram of three digits, and two nanoseconds of rounding.
            assertThat((double) found).as("p%s", percentile).isCloseTo(exact, withinPercentage(0.2 + 300.0 / exact));
        }
    }

    @Test
    void shouldCountOverTimeWhatItCountsInAll() {
        Series latency = series(analysis("p99", null)).get(0);

        assertThat(latency.intervals().stream()
                        .mapToLong(Series.Interval::count)
                        .sum())
                .isEqualTo(latency.count());
    }

    @Test
    void shouldGiveThePercentilesOfEachGroup() {
        List<Series> series = series(analysis("60ms", "kind"));

        assertThat(series)
                .filteredOn(one -> one.name().startsWith(Series.GROUP_PREFIX))
                .extracting(Series::name, Series::count)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("group:quick", (long) QUICK),
                        org.assertj.core.groups.Tuple.tuple("group:sleep", (long) EACH),
                        org.assertj.core.groups.Tuple.tuple("group:collection", (long) EACH),
                        org.assertj.core.groups.Tuple.tuple("group:lock", (long) EACH),
                        org.assertj.core.groups.Tuple.tuple("group:socket", (long) EACH));
    }

    private static List<Series> series(AnyRecordingAnalysis foreign) {
        try {
            return LogSummary.of(foreign.intervals(), foreign.analysis().run().runs())
                    .series();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldSayWhatTheRecordingCannotTell() {
        AnyRecordingAnalysis foreign = analysis("60ms", null);

        assertThat(foreign.analysis().run().ofAnyProgram()).isTrue();
        assertThat(foreign.analysis().conclusions().ownPartsOnly())
                .hasValueSatisfying(why -> assertThat(why).contains("coordinated omission"));
        assertThat(foreign.analysis().conclusions().counterfactual().without()).isEmpty();
        assertThat(foreign.analysis().run().environment()).containsKeys("jvm", "threads");
    }

    @Test
    void shouldSayWhichSettingsHideWaits() throws Exception {
        Path coarse = shared.resolve("coarse.jfr");
        try (Recording recording = new Recording()) {
            recording.setSettings(Map.of(
                    "jdk.JavaMonitorEnter#enabled", "true",
                    "jdk.JavaMonitorEnter#threshold", "20 ms",
                    "jdk.ThreadPark#enabled", "false",
                    "jdk.ActiveSetting#enabled", "true"));
            recording.start();
            order("one", () -> Thread.sleep(1));
            recording.stop();
            recording.dump(coarse);
        }
        RunDescription run = AnyRecordingAnalysis.of(
                        coarse, new IterationQuery(ORDER, List.of(), Optional.empty()), Threshold.parse("1ms"))
                .analysis()
                .run();

        assertThat(run.warnings())
                .anyMatch(note -> note.startsWith("No event was recorded of monitor below 20 ms, of ")
                        && note.contains("park")
                        && note.endsWith(" of any length; outliers begin at 1 ms. straggler jfc writes settings that"
                                + " record them."))
                .anyMatch(note -> note.startsWith("No stack was sampled of the iterations' threads"));
    }

    /** The same chunk again, as if a minute later. */
    @Test
    void shouldSayForHowLongThereIsNoRecording() throws Exception {
        ByteBuffer later = ByteBuffer.wrap(Files.readAllBytes(file));
        long minuteNs = 60_000_000_000L;
        later.putLong(32, later.getLong(32) + minuteNs).putLong(48, later.getLong(48) + 60 * later.getLong(56));
        long missingNs = minuteNs - later.getLong(40);
        Path piece = Files.write(shared.resolve("later.jfr"), later.array());

        try (RecordingFiles files = RecordingFiles.open(List.of(piece, file))) {
            RunDescription run = AnyRecordingAnalysis.of(
                            files,
                            new IterationQuery(ORDER, List.of(), Optional.empty()),
                            Threshold.parse("60ms"),
                            StackDetail.METHODS)
                    .analysis()
                    .run();

            assertThat(run.notices()).contains(Notice.of(Notice.Code.TIME_NOT_RECORDED, missingNs, 1));
        }
        assertThat(analysis("60ms", null).analysis().run().notices())
                .noneMatch(notice -> notice.code() == Notice.Code.TIME_NOT_RECORDED);
    }

    @Test
    void shouldRefuseAPercentileThatTooFewIterationsLieAbove() {
        assertThatThrownBy(() -> analysis("p99", null, "kind=sleep"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("threshold=p99.0, iterations=" + EACH);
    }

    @Test
    void shouldShowWhereOutliersWaited() {
        List<WeightedStack> stacks = analysis("60ms", null, "kind=lock")
                .analysis()
                .conclusions()
                .diagnosis()
                .outlierStacks();

        assertThat(stacks.get(0).frames())
                .anyMatch(frame -> frame.name().startsWith(AnyRecordingAnalysisTest.class.getName()));
    }
}
