package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.StageTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StagesTest {
    private static final long ID = Thread.currentThread().getId();

    private final AtomicLong nowNs = new AtomicLong();
    private final List<Thread> entered = new ArrayList<>();
    private final Stages stages = new Stages(nowNs::get, entered::add, open -> {});

    private Stage enter(long atNs, long tag) {
        nowNs.set(atNs);
        return stages.enter(tag);
    }

    private void close(long atNs, Stage stage) {
        nowNs.set(atNs);
        stage.close();
    }

    private static StageTime time(long freeSinceNs, long fromNs, long toNs) {
        return new StageTime(ID, freeSinceNs, fromNs, toNs);
    }

    @Test
    void shouldSayWhenAThreadWorkedOnAnIterationAndSinceWhenItWasFree() {
        close(20, enter(10, 7));
        close(40, enter(30, 8));
        close(60, enter(50, 7));

        assertThat(stages.of(7, 100)).containsExactly(time(10, 10, 20), time(40, 50, 60));
        assertThat(stages.of(8, 100)).containsExactly(time(20, 30, 40));
        assertThat(stages.of(9, 100)).isEmpty();
    }

    /** A task completes an iteration within its last stage. */
    @Test
    void shouldEndAStageThatIsOpenWithTheIteration() {
        Stage open = enter(10, 7);

        assertThat(stages.of(7, 15)).containsExactly(time(10, 10, 15));
        close(20, open);
        assertThat(stages.of(7, 15)).containsExactly(time(10, 10, 15));
        assertThat(stages.of(7, 10)).as("it began when the iteration was over").isEmpty();
    }

    @Test
    void shouldKeepStagesWithinEachOtherApart() {
        Stage outer = enter(10, 7);
        close(14, enter(12, 8));
        close(20, outer);

        assertThat(stages.of(7, 100)).containsExactly(time(10, 10, 20));
        assertThat(stages.of(8, 100)).containsExactly(time(12, 12, 14));
    }

    @Test
    void shouldForgetWhatWasOverwritten() {
        for (long tag = 0; tag < StageLog.CAPACITY + 10; tag++) {
            close(10 * tag + 5, enter(10 * tag, tag));
        }

        assertThat(stages.of(9, Long.MAX_VALUE)).isEmpty();
        assertThat(stages.of(StageLog.CAPACITY, Long.MAX_VALUE)).hasSize(1);
        assertThat(stages.of(11, Long.MAX_VALUE)).hasSize(1);
    }

    @Test
    void shouldCountStagesThatAreNeverClosedAndGoOn() {
        for (int i = 0; i <= StageLog.MAX_DEPTH; i++) {
            enter(10 * i, i);
        }

        assertThat(stages.neverClosed()).isEqualTo(StageLog.MAX_DEPTH);
        close(1_000, enter(900, 77));
        assertThat(stages.of(77, 2_000)).extracting(StageTime::toNs).containsExactly(1_000L);
    }

    @Test
    void shouldIgnoreASecondCloseAndOneOnAnotherThread() throws InterruptedException {
        Stage stage = enter(10, 7);
        nowNs.set(15);
        Thread other = new Thread(stage::close);
        other.start();
        other.join();
        close(20, stage);
        close(30, stage);

        assertThat(stages.of(7, 100)).containsExactly(time(10, 10, 20));
    }

    @Test
    void shouldHearOfEachThreadOnceAndReuseThePlacesOfThoseThatHaveEnded() throws InterruptedException {
        for (int i = 0; i < 2 * Stages.MAX_THREADS; i++) {
            Thread thread = new Thread(() -> {
                stages.enter(1).close();
                stages.enter(1).close();
            });
            thread.start();
            thread.join();
        }

        assertThat(entered).hasSize(2 * Stages.MAX_THREADS).doesNotHaveDuplicates();
        assertThat(stages.leftOut()).isZero();
    }
}
