package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArmDelayTest {
    private static final long CAPTURE_NS = 20_000;
    private static final long ARM_NS = 50_000;
    private static final long THRESHOLD_NS = 1_000_000;

    private long nowNs = 1_000_000_000;

    private ArmDelay armDelay(boolean falls) {
        ArmDelay armDelay = new ArmDelay(10_000, CAPTURE_NS, falls);
        armDelay.begin(ARM_NS, THRESHOLD_NS, nowNs);
        return armDelay;
    }

    /** One iteration in {@code oneIn} is captured and ends below the threshold. */
    private void run(ArmDelay armDelay, int iterations, long periodNs, int oneIn) {
        for (int i = 1; i <= iterations; i++) {
            nowNs += periodNs;
            armDelay.iteration(nowNs);
            if (i % oneIn == 0) {
                armDelay.captured(ARM_NS + 10_000, nowNs);
            }
        }
    }

    @Test
    void shouldStayWhereFewIterationsAreInnocent() {
        ArmDelay armDelay = armDelay(false);
        run(armDelay, 100_000, 100_000, 2_000);
        assertThat(armDelay.ns()).isEqualTo(ARM_NS);
        assertThat(armDelay.innocent()).isEqualTo(50);
    }

    /** At 400,000 a second, one innocent in 2,000 are 200 captures a second, of 20 µs each: 0.4% of the time. */
    @Test
    void shouldRiseWhereCapturesOfInnocentIterationsTakeMuchOfTheTime() {
        ArmDelay armDelay = armDelay(false);
        run(armDelay, 100_000, 2_500, 2_000);
        assertThat(armDelay.ns()).isGreaterThan(ARM_NS);
    }

    @Test
    void shouldRiseToHalfOfTheThresholdAtMost() {
        ArmDelay armDelay = armDelay(true);
        run(armDelay, 100_000, 100_000, 10);
        assertThat(armDelay.ns()).isEqualTo(THRESHOLD_NS / 2);
    }

    @Test
    void shouldFallWhereHardlyAnyIterationIsInnocent() {
        ArmDelay armDelay = armDelay(true);
        run(armDelay, 1_000_000, 100_000, 1_000_000);
        assertThat(armDelay.ns()).isEqualTo(10_000);
    }

    /** Falling costs 50 innocent captures each time here. Four million iterations have room for 500 falls. */
    @Test
    void shouldFallMoreAndMoreSeldomWhereEveryFallIsTakenBack() {
        ArmDelay armDelay = armDelay(true);
        for (int i = 0; i < 4_000; i++) {
            boolean low = armDelay.ns() < ARM_NS;
            run(armDelay, 1_000, 100_000, low ? 20 : 1_000_000);
        }
        assertThat(armDelay.innocent()).isLessThan(1_000);
    }

    @Test
    void shouldCountNothingWhileThereIsNoThreshold() {
        ArmDelay armDelay = new ArmDelay(10_000, CAPTURE_NS, true);
        armDelay.begin(ARM_NS, Long.MAX_VALUE, nowNs);
        run(armDelay, 1_000_000, 100_000, 10);
        assertThat(armDelay.ns()).isEqualTo(ARM_NS);
        assertThat(armDelay.innocent()).isZero();
    }
}
