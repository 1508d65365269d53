package io.straggler.sampler.served;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who looks, on a clock of the test. */
class SweepTurnsTest {
    private static final long EVERY_NS = TimeUnit.MICROSECONDS.toNanos(800);

    private final SweepTurns turns = new SweepTurns();
    private long nowNs;

    /** For 100 ms iterations end so far apart, and the sweeping thread comes by every 5 ms. */
    private boolean sweeperMaySleep(long apartNs) {
        boolean may = false;
        for (long untilNs = nowNs + 20 * ServedThreads.SWEEP_NS; nowNs < untilNs; ) {
            for (long roundNs = nowNs + ServedThreads.SWEEP_NS; nowNs < roundNs; nowNs += apartNs) {
                if (turns.due(nowNs) && turns.take(nowNs, EVERY_NS)) {
                    turns.ofServed();
                    turns.done();
                }
            }
            may = turns.oftenEnough(nowNs, EVERY_NS);
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
                assertThat(turns.takeOutOfTurn()).isTrue();
                turns.done();
                may = turns.oftenEnough(nowNs, EVERY_NS);
            }
            if (turns.due(nowNs) && turns.take(nowNs, EVERY_NS)) {
                turns.ofServed();
                turns.done();
            }
        }
        assertThat(may).isTrue();
    }

    @Test
    void shouldSayWhetherIterationsHaveEndedSinceItWasAsked() {
        assertThat(turns.anyOfServed()).isFalse();
        turns.ofServed();
        assertThat(turns.anyOfServed()).isTrue();
        assertThat(turns.anyOfServed()).isFalse();
    }

    @Test
    void shouldGiveATurnToOneOnly() {
        assertThat(turns.take(10, EVERY_NS)).isTrue();
        assertThat(turns.take(11, EVERY_NS)).isFalse();
        assertThat(turns.takeOutOfTurn()).isFalse();
        assertThat(turns.due(10 + EVERY_NS - 1)).isFalse();
        turns.done();
        assertThat(turns.due(10 + EVERY_NS)).isTrue();
        assertThat(turns.take(10 + EVERY_NS, EVERY_NS)).isTrue();
    }

    /** A moment without ends is chance, as long as there are enough. */
    @Test
    void shouldNotWakeTheSweeperBecauseOfOneGap() {
        sweeperMaySleep(200_000);
        boolean always = true;
        for (int round = 0; round < 20; round++) {
            long gapNs = round % 5 == 0 ? 3_000_000 : 0;
            nowNs += gapNs;
            for (long roundNs = nowNs + ServedThreads.SWEEP_NS - gapNs; nowNs < roundNs; nowNs += 100_000) {
                if (turns.due(nowNs) && turns.take(nowNs, EVERY_NS)) {
                    turns.ofServed();
                    turns.done();
                }
            }
            always &= turns.oftenEnough(nowNs, EVERY_NS);
        }
        assertThat(always).isTrue();
    }
}
