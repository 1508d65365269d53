package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.model.Notice;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Virtual threads of which some pin the carriers that the others need, as JDK 25 records them. */
class PinnedCarriersTest {
    private static final long MS = 1_000_000;
    private static final String ORDER = "acme.Order";
    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final String SUBMIT_FAILED = "jdk.VirtualThreadSubmitFailed";
    private static final String SLEEP = "jdk.ThreadSleep";
    private static final String JVM = "jdk.JVMInformation";

    @TempDir
    Path folder;

    private final WrittenChunk chunk = new WrittenChunk();
    private long request;
    private long stack;

    @BeforeEach
    void describe() {
        chunk.type(ORDER, "startTime long", "duration long", "eventThread @" + WrittenChunk.THREAD)
                .type(
                        PINNED,
                        "startTime long",
                        "duration long",
                        "eventThread @" + WrittenChunk.THREAD,
                        "stackTrace @" + WrittenChunk.STACK,
                        "blockingOperation " + WrittenChunk.TEXT,
                        "pinnedReason " + WrittenChunk.TEXT)
                .type(
                        SUBMIT_FAILED,
                        "startTime long",
                        "eventThread @" + WrittenChunk.THREAD,
                        "javaThreadId long",
                        "exceptionMessage " + WrittenChunk.TEXT)
                .type(SLEEP, "startTime long", "duration long", "eventThread @" + WrittenChunk.THREAD, "time long")
                .type(
                        JVM,
                        "jvmName " + WrittenChunk.TEXT,
                        "jvmVersion " + WrittenChunk.TEXT,
                        "jvmArguments " + WrittenChunk.TEXT,
                        "javaArguments " + WrittenChunk.TEXT);
        request = chunk.thread("", 0, 41);
        stack = chunk.stack("com.acme.Slow.<clinit>", "com.acme.Shop.init");
    }

    /** Orders of 1 ms, and one of 100 ms from 1 s on. */
    private void orders() {
        for (int i = 0; i < 100; i++) {
            chunk.event(ORDER, 2 * MS * i, MS, request);
        }
        chunk.event(ORDER, 1_000 * MS, 100 * MS, request);
    }

    private void carriers(int count) {
        chunk.event(JVM, "a VM", "25", "-Xmx1g -Djdk.virtualThreadScheduler.parallelism=" + count + " -Da=b", "Shop");
    }

    private void pinned(long fromMs, long ms, long javaThreadId) {
        chunk.event(
                PINNED,
                fromMs * MS,
                ms * MS,
                chunk.thread("", 0, javaThreadId),
                stack,
                "LockSupport.park",
                "VM call to com.acme.Slow.<clinit> on stack");
    }

    private Analysis analysis() {
        Path file = chunk.write(folder.resolve("pinned.jfr"));
        IterationQuery query = new IterationQuery(ORDER, List.of(), Optional.empty());
        return AnyRecordingAnalysis.of(file, query, Threshold.parse("50ms")).analysis();
    }

    private RunBudget budget() {
        return analysis().conclusions().budget();
    }

    /** The scheduler refused another virtual thread, which some thread of the JDK tried to unpark. */
    private void refused(long atMs) {
        chunk.event(SUBMIT_FAILED, atMs * MS, chunk.thread("VirtualThread-unparker", 9, 30), 42L, "shut down");
    }

    private List<Notice> refusals() {
        return analysis().run().notices().stream()
                .filter(notice -> notice.code() == Notice.Code.REFUSED_THREADS)
                .toList();
    }

    @Test
    void shouldCountThreadsThatWereRefusedWhileOutliersRan() {
        orders();
        refused(500);
        refused(1_010);
        refused(1_020);
        refused(1_500);

        assertThat(refusals())
                .containsExactly(Notice.of(Notice.Code.REFUSED_THREADS, 2))
                .extracting(Notice::sentence)
                .containsExactly("While outliers ran, the scheduler of virtual threads refused a thread 2 times: a"
                        + " thread that it refuses stands still, and so does what waits for that thread. The events"
                        + " jdk.VirtualThreadSubmitFailed of the recording say which threads, and why.");
    }

    @Test
    void shouldSayNothingOfThreadsThatWereRefusedBetweenOutliers() {
        orders();
        refused(500);

        assertThat(refusals()).isEmpty();
    }

    @Test
    void shouldSayThatAllCarriersWerePinned() {
        carriers(2);
        orders();
        pinned(1_010, 80, 42);
        pinned(1_020, 70, 43);

        RunBudget budget = budget();

        assertThat(budget.totalNs(Cause.CARRIER)).isEqualTo(70 * MS);
        assertThat(budget.causes().get(0).where())
                .extracting(where -> where.place().words())
                .containsExactly("all carriers pinned, com.acme.Slow.<clinit> < com.acme.Slow.<clinit>");
    }

    @Test
    void shouldClaimNothingWhereOneCarrierWasLeft() {
        carriers(3);
        orders();
        pinned(1_010, 80, 42);
        pinned(1_020, 70, 43);

        assertThat(budget().totalNs(Cause.CARRIER)).isZero();
    }

    @Test
    void shouldClaimNothingWhereTheNumberOfCarriersIsNotKnown() {
        orders();
        pinned(1_010, 80, 42);
        pinned(1_020, 70, 43);

        assertThat(budget().totalNs(Cause.CARRIER)).isZero();
    }

    @Test
    void shouldLeaveASleepASleep() {
        carriers(2);
        orders();
        pinned(1_010, 80, 42);
        pinned(1_010, 80, 43);
        chunk.event(SLEEP, 1_010 * MS, 50 * MS, request, 50 * MS);

        RunBudget budget = budget();

        assertThat(budget.totalNs(Cause.SLEEP)).isEqualTo(50 * MS);
        assertThat(budget.totalNs(Cause.CARRIER)).isEqualTo(30 * MS);
    }

    /** On its carrier a virtual thread sleeps by parking, and the JVM records both. */
    @Test
    void shouldCallTheSleepOfAThreadThatPinsItsCarrierASleep() {
        chunk.type(
                "jdk.ThreadPark",
                "startTime long",
                "duration long",
                "eventThread @" + WrittenChunk.THREAD,
                "stackTrace @" + WrittenChunk.STACK);
        orders();
        long sleeping = chunk.stack(
                "jdk.internal.misc.Unsafe.park",
                "java.lang.VirtualThread.parkOnCarrierThread",
                "java.lang.VirtualThread.sleepNanos",
                "java.lang.Thread.sleep",
                "com.acme.Shop.backOff");
        long parking = chunk.stack(
                "jdk.internal.misc.Unsafe.park",
                "java.lang.VirtualThread.parkOnCarrierThread",
                "java.util.concurrent.locks.LockSupport.park",
                "com.acme.Shop.take");
        chunk.event("jdk.ThreadPark", 1_010 * MS, 40 * MS, request, sleeping);
        chunk.event("jdk.ThreadPark", 1_060 * MS, 20 * MS, request, parking);
        chunk.event(SLEEP, 1_010 * MS, 40 * MS, request, 40 * MS);

        RunBudget budget = budget();

        assertThat(budget.totalNs(Cause.SLEEP)).isEqualTo(40 * MS);
        assertThat(budget.totalNs(Cause.PARK)).isEqualTo(20 * MS);
        assertThat(budget.causes().get(0).where())
                .extracting(where -> where.place().words())
                .contains("com.acme.Shop.backOff");
    }
}
