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

    @Test
    void shouldFindThreadsThatWereBlockedWhenAnOutlierBegan() {
        ThreadChanges found = BlockedBeginnings.of(
                List.of(outlier(1, 20 * MS), outlier(1, 30 * MS), outlier(2, 20 * MS), outlier(3, 20 * MS)),
                List.of(
                        wait(Kind.PARK, 1, 0, 5 * MS),
                        wait(Kind.PARK, 1, 10 * MS, 25 * MS),
                        wait(Kind.MONITOR_WAIT, 1, 28 * MS, 32 * MS),
                        wait(Kind.MONITOR_ENTER, 3, 10 * MS, 25 * MS)));

        assertThat(found).isEqualTo(new ThreadChanges(0, 3, Set.of(1L, 3L)));
    }

    /** A wait that ends when the outlier begins, or begins then, is of the same thread; code runs within a sleep or a read. */
    @Test
    void shouldTakeNothingElseForASign() {
        ThreadChanges found = BlockedBeginnings.of(
                List.of(outlier(1, 20 * MS)),
                List.of(
                        wait(Kind.PARK, 1, 0, 20 * MS),
                        wait(Kind.PARK, 1, 20 * MS, 50 * MS),
                        wait(Kind.PARK, 2, 10 * MS, 50 * MS),
                        wait(Kind.SLEEP, 1, 10 * MS, 50 * MS),
                        wait(Kind.FILE_IO, 1, 10 * MS, 50 * MS),
                        wait(Kind.GC_PAUSE, Evidence.ANY_THREAD, 10 * MS, 50 * MS)));

        assertThat(found).isEqualTo(ThreadChanges.NONE);
    }
}
