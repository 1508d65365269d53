package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.harness.schedule.Schedule;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunLengthTest {
    @Test
    void shouldLastATimeOrANumberOfIterations() {
        assertThat(RunLength.lasting(Duration.ofMillis(1500))).isEqualTo(new RunLength(1_500_000_000, Long.MAX_VALUE));
        assertThat(RunLength.of(20)).isEqualTo(new RunLength(Long.MAX_VALUE, 20));
        assertThat(RunLength.lasting(Duration.ofMillis(1500)).empty()).isFalse();
        assertThat(RunLength.of(0).empty()).isTrue();
        assertThat(RunLength.NONE.empty()).isTrue();
    }

    @Test
    void shouldTellHowLongItTakesWhenTheScheduleIsKept() {
        Schedule schedule = Schedule.uniform(100);

        assertThat(RunLength.of(250).expectedNs(schedule)).isEqualTo(2_500_000_000L);
        assertThat(RunLength.lasting(Duration.ofSeconds(3)).expectedNs(schedule))
                .isEqualTo(3_000_000_000L);
        assertThat(RunLength.of(Long.MAX_VALUE).expectedNs(schedule)).isEqualTo(1_000_000_000_000_000_000L);
    }

    @Test
    void shouldReadAsPeopleWriteIt() {
        assertThat(RunLength.lasting(Duration.ofSeconds(10))).hasToString("10 s");
        assertThat(RunLength.of(5000)).hasToString("5000 iterations");
        assertThat(RunLength.of(1)).hasToString("1 iteration");
    }

    @Test
    void shouldRejectWhatIsNoRunLength() {
        assertThatThrownBy(() -> RunLength.lasting(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("duration must be above zero: durationNs=0");
        assertThatThrownBy(() -> RunLength.of(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("count must not be negative: count=-1");
    }
}
