package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.model.Notice;
import io.straggler.model.Notice.Code;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slow iterations in which nothing was recorded, on a machine of which something was. */
class MachineNoticesTest {
    private static final long MS = 1_000_000;
    private static final String ORDER = "acme.Order";
    private static final String SLEEP = "jdk.ThreadSleep";
    private static final String LOAD = "jdk.CPULoad";
    private static final String LIMIT = "jdk.ContainerCPUThrottling";

    @TempDir
    Path folder;

    private final WrittenChunk chunk = new WrittenChunk()
            .type(ORDER, "startTime long", "duration long", "eventThread @" + WrittenChunk.THREAD)
            .type(SLEEP, "startTime long", "duration long", "eventThread @" + WrittenChunk.THREAD)
            .type(LOAD, "startTime long", "jvmUser float", "jvmSystem float", "machineTotal float")
            .type(LIMIT, "startTime long", "cpuElapsedSlices long", "cpuThrottledSlices long", "cpuThrottledTime long")
            .type("jdk.CodeCacheFull", "startTime long");

    private final long thread = chunk.thread("worker", 7, 1);

    private void order(long atMs, long ms) {
        chunk.event(ORDER, atMs * MS, ms * MS, thread);
    }

    /** Orders of 1 ms, and one of 100 ms at each of the times. */
    private void orders(long... slowAtMs) {
        for (int i = 0; i < 100; i++) {
            order(20_000 + 2 * i, 1);
        }
        for (long atMs : slowAtMs) {
            order(atMs, 100);
        }
    }

    private List<Notice> notices(Code code) {
        Path file = chunk.write(folder.resolve("machine.jfr"));
        IterationQuery query = new IterationQuery(ORDER, List.of(), Optional.empty());
        return AnyRecordingAnalysis.of(file, query, Threshold.parse("50ms")).analysis().run().notices().stream()
                .filter(notice -> notice.code() == code)
                .toList();
    }

    private void limit(long atMs, long periods, long held, long heldMs) {
        chunk.event(LIMIT, atMs * MS, periods, held, heldMs * MS);
    }

    private void load(long atMs, double machine, double jvm) {
        chunk.event(LOAD, atMs * MS, (float) jvm / 2, (float) jvm / 2, (float) machine);
    }

    @Test
    void shouldAddUpHowLongTheContainerWasHeldBackAroundOutliers() {
        orders(1_500, 1_700, 3_500, 8_000);
        limit(8_500, 190, 34, 1_800); // Not held back since the reading before.
        limit(4_000, 140, 34, 1_800);
        limit(1_000, 110, 20, 1_000);
        limit(2_000, 120, 25, 1_300);
        limit(3_000, 130, 30, 1_600); // No outlier since the reading before.

        assertThat(notices(Code.HELD_BACK))
                .containsExactly(Notice.of(Code.HELD_BACK, 500 * MS, 9, 20, 3, 4))
                .extracting(Notice::sentence)
                .containsExactly(
                        "The limit of its CPU time held the container back for 500 ms in sum, in 9 of 20 periods"
                                + " around 3 of 4 outliers whose time is not all known. How much of it they met is not recorded;"
                                + " see CPU throttling.");
    }

    @Test
    void shouldSayNothingOfALimitThatWasNotReached() {
        orders(1_500);
        limit(1_000, 110, 20, 1_000);
        limit(2_000, 120, 20, 1_000);

        assertThat(notices(Code.HELD_BACK)).isEmpty();
    }

    /** Files of several JVMs in one. */
    @Test
    void shouldNotSubtractTheCountsOfAnotherContainer() {
        orders(1_500);
        limit(1_000, 110, 20, 1_000);
        limit(2_000, 10, 2, 100);
        limit(3_000, 20, 30, 100);

        assertThat(notices(Code.HELD_BACK)).isEmpty();
    }

    @Test
    void shouldSayThatTheCoresWereBusyAroundMostOutliers() {
        orders(1_500, 2_500, 8_500);
        load(1_000, 0.2, 0.1);
        load(2_000, 0.92, 0.2);
        load(3_000, 0.98, 0.3);
        load(8_000, 0.99, 0.9);
        load(9_000, 0.5, 0.1);

        assertThat(notices(Code.CORES_BUSY)).containsExactly(Notice.of(Code.CORES_BUSY, 95, 25, 2, 3));
    }

    @Test
    void shouldSayNothingWhereTheCoresWereBusyAroundFewOutliers() {
        orders(1_500, 3_500, 8_500);
        load(1_000, 0.2, 0.1);
        load(2_000, 0.99, 0.2);
        load(9_000, 0.5, 0.1);

        assertThat(notices(Code.CORES_BUSY)).isEmpty();
    }

    @Test
    void shouldSayNothingOfOutliersWhoseTimeIsKnown() {
        orders(1_500);
        chunk.event(SLEEP, 1_500 * MS, 99 * MS, thread);
        load(1_000, 0.99, 0.2);
        load(2_000, 0.99, 0.2);
        limit(1_000, 110, 20, 1_000);
        limit(2_000, 120, 25, 1_300);

        assertThat(notices(Code.CORES_BUSY)).isEmpty();
        assertThat(notices(Code.HELD_BACK)).isEmpty();
    }

    @Test
    void shouldSayThatThereWasNoRoomForCode() {
        orders(1_500);
        chunk.event("jdk.CodeCacheFull", 100 * MS).event("jdk.CodeCacheFull", 200 * MS);

        assertThat(notices(Code.CODE_CACHE_FULL)).containsExactly(Notice.of(Code.CODE_CACHE_FULL, 2));
    }
}
