package io.straggler.jfr.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlockedBeginningsTest {
    private static final long MS = 1_000_000;

    private static Outlier outlier(long thread, long startNs) {
        Iteration iteration = new Iteration(AnyRecording.RUN, startNs, startNs, startNs + 40 * MS, 0, 0);
        return new Outlier(iteration, 1, List.of(), thread, "");
    }

    private static Evidence wait(Kind kind, long thread, long startNs, long endNs) {
        return new Evidence(kind, startNs, endNs, thread, Place.NONE);
    }

    private static ThreadChanges found(long errorNs, Evidence... waits) {
        return BlockedBeginnings.of(
                List.of(outlier(1, 20 * MS), outlier(1, 30 * MS), outlier(2, 20 * MS), outlier(3, 20 * MS)),
                List.of(waits),
                errorNs);
    }

    @Test
    void shouldFindThreadsThatWereBlockedWhenAnOutlierBegan() {
        assertThat(found(
                        0,
                        wait(Kind.PARK, 1, 0, 5 * MS),
                        wait(Kind.SLEEP, 1, 20 * MS - 1, 25 * MS),
                        wait(Kind.MONITOR_WAIT, 1, 28 * MS, 30 * MS + 1),
                        wait(Kind.MONITOR_ENTER, 3, 10 * MS, 25 * MS)))
                .isEqualTo(new ThreadChanges(0, 3, Set.of(1L, 3L)));
    }

    /** A wait that ends when the outlier begins, or begins then, is of the same thread; code of the program may run within a read. */
    @Test
    void shouldTakeNothingElseForASign() {
        assertThat(found(
                        0,
                        wait(Kind.PARK, 1, 0, 20 * MS),
                        wait(Kind.PARK, 1, 20 * MS, 30 * MS),
                        wait(Kind.PARK, 2, 21 * MS, 50 * MS),
                        wait(Kind.FILE_IO, 3, 10 * MS, 50 * MS),
                        wait(Kind.GC_PAUSE, Evidence.ANY_THREAD, 10 * MS, 50 * MS)))
                .isEqualTo(ThreadChanges.NONE);
    }

    @Test
    void shouldAllowForTheErrorOfClocks() {
        Evidence wait = wait(Kind.PARK, 1, 15 * MS, 25 * MS);

        assertThat(found(4 * MS, wait).beganBlocked()).isEqualTo(1);
        assertThat(found(6 * MS, wait).beganBlocked()).isZero();
    }
}
