package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExtentTest {
    @Test
    void shouldLastATimeOrANumberOfIterations() {
        assertThat(Extent.lasting(Duration.ofMillis(1500))).isEqualTo(new Extent(1_500_000_000, Long.MAX_VALUE));
        assertThat(Extent.of(20)).isEqualTo(new Extent(Long.MAX_VALUE, 20));
        assertThat(Extent.lasting(Duration.ofMillis(1500)).empty()).isFalse();
        assertThat(Extent.of(0).empty()).isTrue();
        assertThat(Extent.NONE.empty()).isTrue();
    }

    @Test
    void shouldTellHowLongItTakesWhenTheScheduleIsKept() {
        Schedule schedule = Schedule.uniform(100);

        assertThat(Extent.of(250).expectedNs(schedule)).isEqualTo(2_500_000_000L);
        assertThat(Extent.lasting(Duration.ofSeconds(3)).expectedNs(schedule)).isEqualTo(3_000_000_000L);
        assertThat(Extent.of(Long.MAX_VALUE).expectedNs(schedule)).isEqualTo(1_000_000_000_000_000_000L);
    }

    @Test
    void shouldReadAsPeopleWriteIt() {
        assertThat(Extent.lasting(Duration.ofSeconds(10))).hasToString("10 s");
        assertThat(Extent.of(5000)).hasToString("5000 iterations");
    }

    @Test
    void shouldRejectWhatIsNoExtent() {
        assertThatThrownBy(() -> Extent.lasting(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("duration must be above zero: durationNs=0");
        assertThatThrownBy(() -> Extent.of(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("count must not be negative: count=-1");
    }
}
