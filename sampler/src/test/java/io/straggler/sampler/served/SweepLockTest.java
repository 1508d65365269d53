package io.straggler.sampler.served;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who looks, on a clock of the test. */
class SweepLockTest {
    private static final long EVERY_NS = TimeUnit.MICROSECONDS.toNanos(800);

    private final SweepLock sweepLock = new SweepLock();
    private long nowNs;

    /** For 100 ms iterations end so far apart, and the sweeping thread comes by every 5 ms. */
    private boolean sweeperMaySleep(long apartNs) {
        boolean may = false;
        for (long untilNs = nowNs + 20 * AgentThreads.SWEEP_NS; nowNs < untilNs; ) {
            for (long roundNs = nowNs + AgentThreads.SWEEP_NS; nowNs < roundNs; nowNs += apartNs) {
                if (sweepLock.due(nowNs) && sweepLock.take(nowNs, EVERY_NS)) {
                    sweepLock.ofServed();
                    sweepLock.release();
                }
            }
            may = sweepLock.oftenEnough(nowNs, EVERY_NS);
        }
        return may;
    }

    @Test
    void shouldLetTheSweeperSleepOnlyWhileIterationsEndOftenEnoughToLookInItsPlace() {
        assertThat(sweeperMaySleep(50_000)).isTrue();
        assertThat(sweeperMaySleep(1_500_000)).isFalse();
        assertThat(sweeperMaySleep(200_000)).isTrue();
        assertThat(sweeperMaySleep(2_500_000)).isFalse();
    }

    @Test
    void shouldNotTakeTheSweepersOwnLooksForALackOfOthers() {
        boolean may = false;
        for (; nowNs < 100 * EVERY_NS; nowNs += EVERY_NS / 8) {
            if (nowNs % EVERY_NS == 0) {
                assertThat(sweepLock.takeOutOfTurn()).isTrue();
                sweepLock.release();
                may = sweepLock.oftenEnough(nowNs, EVERY_NS);
            }
            if (sweepLock.due(nowNs) && sweepLock.take(nowNs, EVERY_NS)) {
                sweepLock.ofServed();
                sweepLock.release();
            }
        }
        assertThat(may).isTrue();
    }

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

    /** A moment without ends is chance, as long as there are enough. */
    @Test
    void shouldNotWakeTheSweeperBecauseOfOneGap() {
        sweeperMaySleep(200_000);
        boolean always = true;
        for (int round = 0; round < 20; round++) {
            long gapNs = round % 5 == 0 ? 3_000_000 : 0;
            nowNs += gapNs;
            for (long roundNs = nowNs + AgentThreads.SWEEP_NS - gapNs; nowNs < roundNs; nowNs += 100_000) {
                if (sweepLock.due(nowNs) && sweepLock.take(nowNs, EVERY_NS)) {
                    sweepLock.ofServed();
                    sweepLock.release();
                }
            }
            always &= sweepLock.oftenEnough(nowNs, EVERY_NS);
        }
        assertThat(always).isTrue();
    }
}
