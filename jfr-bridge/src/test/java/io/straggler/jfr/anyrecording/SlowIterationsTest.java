package io.straggler.jfr.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlowIterationsTest {
    private static Outlier outlier(long thread, long startNs, long endNs) {
        return new Outlier(
                new Iteration(AnyRecording.RUN, startNs, startNs, endNs, 0, 0), 1, List.of(), thread, "on " + thread);
    }

    @Test
    void shouldGiveOutliersThatBeginTogetherTagsOfTheirOwn() {
        SlowIterations slow = SlowIterations.of(
                List.of(outlier(1, 100, 200), outlier(2, 100, 300), outlier(3, 101, 400)), 3, List.of());

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
    void shouldTellWhatLiesInAnotherFromWhatOverlapsIt() {
        SlowIterations slow = SlowIterations.of(
                List.of(
                        outlier(1, 0, 100),
                        outlier(1, 10, 20),
                        outlier(1, 30, 100),
                        outlier(1, 90, 150),
                        outlier(1, 95, 120),
                        outlier(1, 150, 160)),
                9,
                List.of());

        assertThat(slow.outliers()).extracting(one -> one.iteration().startNs()).containsExactly(0L, 90L, 150L);
        assertThat(slow.nested()).isEqualTo(3);
        assertThat(slow.overlapping()).isEqualTo(1);
        assertThat(slow.count()).isEqualTo(9);
    }

    /** Of an event that does not say its thread nobody knows what it lies in. */
    @Test
    void shouldTakeNothingForNestedWithoutAThread() {
        assertThat(SlowIterations.of(List.of(outlier(0, 0, 100), outlier(0, 10, 20)), 2, List.of())
                        .outliers())
                .hasSize(2);
    }
}
