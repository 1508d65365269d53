package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.StackSample;
import java.util.List;
import org.junit.jupiter.api.Test;

class StackStretchTest {
    private static StackSample at(long timeNs) {
        return new StackSample(timeNs, Runs.THREAD, true, Runs.stack("task"));
    }

    @Test
    void shouldDivideMidwayToTheRequestAndNotToTheAnswer() {
        List<StackStretch> stretches =
                StackStretch.of(List.of(at(120), at(500)), List.of(100L, 200L), Runs.THREAD, 50, 1_000);

        assertThat(stretches)
                .containsExactly(new StackStretch(0, 100, 120, 100, 160), new StackStretch(1, 200, 500, 160, 1_000));
    }

    @Test
    void shouldNotBelieveRequestsFromBeforeTheStartOrTheStackInFront() {
        List<StackStretch> stretches =
                StackStretch.of(List.of(at(120), at(500)), List.of(10L, 90L), Runs.THREAD, 50, 1_000);

        assertThat(stretches)
                .containsExactly(new StackStretch(0, 50, 120, 50, 120), new StackStretch(1, 120, 500, 120, 1_000));
    }

    @Test
    void shouldLeaveOtherThreadsOut() {
        StackSample other = new StackSample(300, Runs.THREAD + 1, true, Runs.stack("task"));

        assertThat(StackStretch.of(List.of(at(120), other), List.of(120L, 300L), Runs.THREAD, 50, 1_000))
                .containsExactly(new StackStretch(0, 120, 120, 120, 1_000));
    }
}
