package io.straggler.harness.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.BusyPeriod;
import io.straggler.model.Iteration;
import io.straggler.model.RunId;
import java.util.List;
import org.junit.jupiter.api.Test;

class BusyPeriodTrackerTest {
    private static final RunId RUN = new RunId(2, 3);

    private final BusyPeriodTracker tracker = new BusyPeriodTracker(RUN);

    @Test
    void shouldBeginAPeriodWhereTheThreadWasFreeInTime() {
        assertThat(BusyPeriodTracker.begins(100, 99)).isTrue();
        assertThat(BusyPeriodTracker.begins(100, 100)).isTrue();
        assertThat(BusyPeriodTracker.begins(100, 101)).isFalse();
        assertThat(BusyPeriodTracker.begins(Long.MIN_VALUE, Long.MAX_VALUE)).isTrue();
    }

    @Test
    void shouldSplitALatencyIntoPartsThatAddUp() {
        assertThat(BusyPeriodTracker.iteration(RUN, 100, 130, 90, 150))
                .isEqualTo(new Iteration(RUN, 100, 130, 150, 0, 30));
        assertThat(BusyPeriodTracker.iteration(RUN, 100, 130, 120, 150))
                .isEqualTo(new Iteration(RUN, 100, 130, 150, 20, 10));
    }

    @Test
    void shouldHandOverAPeriodOnlyWhenItIsToBeKept() {
        tracker.add(100, 100, 90, 150);

        assertThat(tracker.close()).isNull();
        tracker.add(200, 200, 150, 250);
        tracker.keep();
        tracker.add(220, 250, 250, 300);
        assertThat(tracker.close())
                .isEqualTo(new BusyPeriod(
                        List.of(new Iteration(RUN, 200, 200, 250, 0, 0), new Iteration(RUN, 220, 250, 300, 30, 0)), 0));
        tracker.add(400, 400, 300, 450);
        assertThat(tracker.close()).isNull();
    }

    @Test
    void shouldCutAPeriodThatIsTooLongAndCountTheRest() {
        for (int k = 0; k < BusyPeriodTracker.LONGEST + 5; k++) {
            tracker.add(k, 2L * k, 2L * k, 2L * k + 2);
        }
        tracker.keep();
        BusyPeriod period = tracker.close();

        assertThat(period.iterations()).hasSize(BusyPeriodTracker.LONGEST);
        assertThat(period.iterations().get(BusyPeriodTracker.LONGEST - 1).intendedNs())
                .isEqualTo(BusyPeriodTracker.LONGEST - 1);
        assertThat(period.omitted()).isEqualTo(5);
        tracker.keep();
        assertThat(tracker.close()).isEqualTo(new BusyPeriod(List.of(), 0));
    }
}
