package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.StageTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** On platform threads: it does not matter which kind of thread enters. */
class VirtualStagesTest {
    private static final long ID = Thread.currentThread().getId();

    private final AtomicLong nowNs = new AtomicLong();
    private final VirtualStages stages = new VirtualStages(nowNs::get);

    private Stage enter(long atNs, long tag) {
        nowNs.set(atNs);
        return stages.enter(tag);
    }

    private void close(long atNs, Stage stage) {
        nowNs.set(atNs);
        stage.close();
    }

    private List<StageTime> of(long tag, long untilNs) {
        List<StageTime> found = new ArrayList<>();
        stages.find(tag, untilNs, found);
        return found;
    }

    private static StageTime time(long fromNs, long toNs) {
        return new StageTime(ID, StageTime.UNKNOWN_NS, fromNs, toNs);
    }

    @Test
    void shouldSayWhenAThreadWorkedOnAnIteration() {
        close(20, enter(10, 7));
        close(40, enter(30, 8));
        close(60, enter(50, 7));

        assertThat(of(7, 100)).containsExactlyInAnyOrder(time(10, 20), time(50, 60));
        assertThat(of(8, 35)).containsExactly(time(30, 35));
        assertThat(of(9, 100)).isEmpty();
    }

    /** A task completes an iteration within its last stage. */
    @Test
    void shouldEndAStageThatIsOpenWithTheIteration() {
        Stage open = enter(10, 7);

        assertThat(of(7, 15)).containsExactly(time(10, 15));
        assertThat(of(7, 10)).as("it began when the iteration was over").isEmpty();
        close(20, open);
        assertThat(of(7, 15)).containsExactly(time(10, 15));
    }

    @Test
    void shouldShowOpenStages() {
        int none = stages.nextOpen(0);
        Stage first = enter(10, 7);
        Stage second = enter(12, 8);
        int one = stages.nextOpen(0);
        int other = stages.nextOpen(one + 1);

        assertThat(none).isEqualTo(stages.places());
        assertThat(List.of(stages.tagNs(one), stages.tagNs(other))).containsExactlyInAnyOrder(7L, 8L);
        assertThat(List.of(stages.fromNs(one), stages.fromNs(other))).containsExactlyInAnyOrder(10L, 12L);
        assertThat(stages.thread(one)).isSameAs(Thread.currentThread());
        close(20, first);
        close(21, second);
        assertThat(stages.nextOpen(0)).isEqualTo(stages.places());
        assertThat(stages.thread(one)).isNull();
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

        assertThat(of(7, 100)).containsExactly(time(10, 20));
    }

    @Test
    void shouldForgetWhatWasOverwritten() {
        for (long tag = 0; tag < VirtualStages.CAPACITY + 10; tag++) {
            close(10 * tag + 5, enter(10 * tag + 1, tag));
        }

        assertThat(of(9, Long.MAX_VALUE)).isEmpty();
        assertThat(of(10, Long.MAX_VALUE)).hasSize(1);
        assertThat(of(VirtualStages.CAPACITY, Long.MAX_VALUE)).hasSize(1);
    }

    @Test
    void shouldCountStagesThatThereIsNoPlaceFor() {
        List<Stage> open = new ArrayList<>();
        for (int i = 0; i < VirtualStages.PLACES; i++) {
            open.add(enter(1, 7)); // one tag, one place to begin the search
        }

        assertThat(stages.leftOut()).isPositive();
        long taken = open.stream().filter(stage -> stage != Stage.NONE).count();
        assertThat(stages.leftOut()).isEqualTo(open.size() - taken);
        open.forEach(Stage::close);
        assertThat(enter(2, 7)).isNotSameAs(Stage.NONE);
    }

    @Test
    void shouldGiveThePlacesOfThreadsThatHaveEndedToOthers() throws InterruptedException {
        for (int i = 0; i < VirtualStages.PLACES; i++) {
            enter(1, 7);
        }
        long leftOut = stages.leftOut();
        assertThat(stages.neverClosed()).isZero();

        VirtualStages others = new VirtualStages(nowNs::get);
        Thread ended = new Thread(() -> {
            for (int i = 0; i < VirtualStages.PLACES; i++) {
                others.enter(7);
            }
        });
        ended.start();
        ended.join();
        long before = others.leftOut();
        Stage stage = others.enter(7);

        assertThat(leftOut).isPositive();
        assertThat(stage).isNotSameAs(Stage.NONE);
        assertThat(others.leftOut()).isEqualTo(before);
        assertThat(others.neverClosed()).isOne();
        stage.close();
    }

    @Test
    void shouldKeepTheStagesOfManyThreadsApart() throws InterruptedException {
        int perThread = 2_000;
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            long firstTag = (long) t * perThread;
            Thread thread = new Thread(() -> {
                for (long tag = firstTag; tag < firstTag + perThread; tag++) {
                    try (Stage stage = stages.enter(tag)) {
                        assertThat(stage).isNotSameAs(Stage.NONE);
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        nowNs.set(1);
        for (Thread thread : threads) {
            thread.join();
        }

        for (long tag = 0; tag < 4L * perThread; tag++) {
            long owner = threads.get((int) (tag / perThread)).getId();
            assertThat(of(tag, Long.MAX_VALUE))
                    .as("tag %s", tag)
                    .singleElement()
                    .matches(one -> one.javaThreadId() == owner);
        }
    }
}
