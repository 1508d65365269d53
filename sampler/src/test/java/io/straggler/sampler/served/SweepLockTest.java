package io.straggler.sampler.served;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who looks, on a clock of the test. */
class SweepLockTest {
    private static final long EVERY_NS = TimeUnit.MICROSECONDS.toNanos(800);

    private final SweepLock sweepLock = new SweepLock();

    @Test
    void shouldSayWhetherIterationsHaveEndedSinceItWasAsked() {
        assertThat(sweepLock.anyOfServed()).isFalse();
        sweepLock.ofServed();
        assertThat(sweepLock.anyOfServed()).isTrue();
        assertThat(sweepLock.anyOfServed()).isFalse();
    }

    @Test
    void shouldGiveATurnToOneOnly() {
        assertThat(sweepLock.take(10, EVERY_NS)).isTrue();
        assertThat(sweepLock.take(11, EVERY_NS)).isFalse();
        assertThat(sweepLock.takeOutOfTurn()).isFalse();
        assertThat(sweepLock.due(10 + EVERY_NS - 1)).isFalse();
        sweepLock.release();
        assertThat(sweepLock.due(10 + EVERY_NS)).isTrue();
        assertThat(sweepLock.take(10 + EVERY_NS, EVERY_NS)).isTrue();
    }
}
