package io.straggler.jfr.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SlowIterationsTest {
    private static Outlier outlier(long thread, long startNs, long endNs) {
        return new Outlier(
                new Iteration(AnyRecording.RUN, startNs, startNs, endNs, 0, 0), 1, List.of(), thread, "on " + thread);
    }

    @Test
    void shouldGiveOutliersThatBeginTogetherTagsOfTheirOwn() {
        SlowIterations slow = SlowIterations.of(
                List.of(outlier(1, 100, 200), outlier(2, 100, 300), outlier(3, 101, 400)),
                3,
                ThreadChanges.NONE,
                List.of());

        assertThat(slow.outliers())
                .extracting(
                        Outlier::osThreadId,
                        Outlier::group,
                        one -> one.iteration().intendedNs(),
                        one -> one.iteration().latencyNs())
                .containsExactly(
                        tuple(1L, "on 1", 100L, 100L), tuple(2L, "on 2", 101L, 200L), tuple(3L, "on 3", 102L, 299L));
    }

    @Test
    void shouldTellWhatLiesInAnotherFromWhatFollowsIt() {
        SlowIterations slow = SlowIterations.of(
                List.of(
                        outlier(1, 0, 100),
                        outlier(1, 10, 20),
                        outlier(1, 12, 18),
                        outlier(1, 30, 100),
                        outlier(1, 0, 25),
                        outlier(1, 100, 160),
                        outlier(1, 150, 160)),
                9,
                ThreadChanges.NONE,
                List.of());

        assertThat(slow.outliers()).extracting(one -> one.iteration().startNs()).containsExactly(0L, 100L);
        assertThat(slow.nested()).isEqualTo(5);
        assertThat(slow.changes()).isEqualTo(ThreadChanges.NONE);
        assertThat(slow.count()).isEqualTo(9);
    }

    /** Nothing on the thread of such iterations is known to be theirs, and so one within another is no call of it. */
    @Test
    void shouldTakeAllIterationsOfAThreadForWorkOfNoneIfSomeOverlap() {
        List<WatchedThread> threads = List.of(
                new WatchedThread("pool", 11, 1, ThreadRole.HELPER),
                new WatchedThread("other", 12, 2, ThreadRole.HELPER));

        SlowIterations slow = SlowIterations.of(
                List.of(
                        outlier(1, 0, 100),
                        outlier(1, 10, 20),
                        outlier(1, 90, 150),
                        outlier(1, 200, 300),
                        outlier(2, 0, 100),
                        outlier(2, 10, 20)),
                6,
                ThreadChanges.NONE,
                threads);

        assertThat(slow.outliers())
                .filteredOn(one -> one.osThreadId() == Outlier.UNFOLLOWED)
                .extracting(one -> one.iteration().endNs() / 10)
                .containsExactly(10L, 2L, 15L, 30L);
        assertThat(slow.unfollowed()).isEqualTo(4);
        assertThat(slow.nested()).isEqualTo(1);
        assertThat(slow.changes()).isEqualTo(new ThreadChanges(1, 0, Set.of(1L)));
        assertThat(slow.threads()).extracting(WatchedThread::name).containsExactly("other");
    }

    @Test
    void shouldLetGoOfAThreadThatIsFoundLater() {
        SlowIterations slow =
                SlowIterations.of(List.of(outlier(1, 0, 100), outlier(1, 10, 20)), 2, ThreadChanges.NONE, List.of());

        SlowIterations known = slow.and(new ThreadChanges(0, 1, Set.of(1L)));

        assertThat(slow.outliers()).hasSize(1);
        assertThat(known.outliers()).hasSize(2).allMatch(one -> one.osThreadId() == Outlier.UNFOLLOWED);
        assertThat(known.nested()).isZero();
    }

    /** Of an event that does not say its thread nobody knows what it lies in. */
    @Test
    void shouldTakeNothingForNestedWithoutAThread() {
        assertThat(SlowIterations.of(List.of(outlier(0, 0, 100), outlier(0, 10, 20)), 2, ThreadChanges.NONE, List.of())
                        .outliers())
                .hasSize(2);
    }
}
