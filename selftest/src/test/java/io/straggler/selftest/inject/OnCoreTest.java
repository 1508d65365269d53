package io.straggler.selftest.inject;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.selftest.Fault;
import io.straggler.selftest.Truth;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class OnCoreTest {
    private static final long AWAY_NS = 20_000_000;
    private static final long WORKED_NS = 3_000_000;

    @Test
    void shouldTellWorkFromTimeInWhichTheThreadDidNotRun() {
        Cue cue = new Cue(0, 0, Fault.CLASS_LOADING, WORKED_NS, 0);
        Sheet sheet = new Sheet(List.of(cue));
        OnCore onCore = new OnCore();
        sheet.begin(cue, 0, 0);

        onCore.begin();
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < WORKED_NS) {
            Thread.onSpinWait();
        }
        long leftNs = System.nanoTime();
        while (System.nanoTime() - leftNs < AWAY_NS) {
            LockSupport.parkNanos(AWAY_NS);
        }
        long endNs = System.nanoTime();
        onCore.write(Fault.CLASS_LOADING, startNs, endNs, sheet);

        Truth truth = sheet.truths().get(0);
        long disturbedNs = truth.partsNs().get(Fault.DISTURBED);
        assertThat(truth.injectedNs()).isPositive().isLessThan(endNs - startNs - AWAY_NS / 2);
        assertThat(disturbedNs).isGreaterThan(AWAY_NS / 2);
        assertThat(truth.injectedNs() + disturbedNs).isEqualTo(endNs - startNs);
    }
}
