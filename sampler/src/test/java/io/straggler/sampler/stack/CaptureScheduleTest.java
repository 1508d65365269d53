package io.straggler.sampler.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaptureScheduleTest {
    private final CaptureSchedule schedule = new CaptureSchedule();

    private List<Long> until(long dueNs, long intervalNs, long endNs) {
        List<Long> all = new ArrayList<>();
        assertThat(schedule.until(dueNs, intervalNs, endNs, all::add)).isEqualTo(all.size());
        return all;
    }

    @Test
    void shouldBePeriodicUntilTheEnd() {
        assertThat(until(100, 10, 135)).containsExactly(100L, 110L, 120L, 130L);
        assertThat(until(100, 10, 99)).isEmpty();
        assertThat(until(100, 0, 135)).containsExactly(100L);
    }

    @Test
    void shouldBecomeRarer() {
        schedule.rarer(100, 10, 125, 20);
        schedule.rarer(100, 20, 170, 40);

        assertThat(until(100, 40, 260)).containsExactly(100L, 110L, 120L, 145L, 165L, 210L, 250L);
        assertThat(schedule.phaseBeganNs(100)).isEqualTo(210);
        // Another iteration.
        assertThat(until(300, 10, 315)).containsExactly(300L, 310L);
        assertThat(schedule.phaseBeganNs(300)).isEqualTo(300);
    }

    @Test
    void shouldNotTellMoreThanIsOfUse() {
        assertThat(until(0, 1, 1_000_000)).hasSize(2_000);
    }
}
