package io.straggler.selftest.inject;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.NativeThread;
import io.straggler.selftest.Fault;
import io.straggler.selftest.Truth;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunDelayTest {
    private static final long AWAY_NS = 20_000_000;
    private static final long RIVALRY_NS = 40_000_000;
    private static final Way WORKED =
            (runDelay, startNs, endNs, sheet) -> runDelay.worked(Fault.CLASS_LOADING, startNs, endNs, sheet);
    private static final Way WAITED =
            (runDelay, startNs, endNs, sheet) -> runDelay.waited(Fault.CLASS_LOADING, startNs, endNs, sheet);

    private interface Way {
        void write(RunDelay runDelay, long startNs, long endNs, Sheet sheet);
    }

    @Test
    void shouldCountAWaitForAnythingButACoreAsTheInjectionsOwn() {
        Truth truth = written(
                () -> {
                    long leftNs = System.nanoTime();
                    while (System.nanoTime() - leftNs < AWAY_NS) {
                        LockSupport.parkNanos(AWAY_NS);
                    }
                },
                WORKED);

        assertThat(truth.injectedNs()).isGreaterThan(AWAY_NS / 2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellTheInjectionFromLongWaitsForACore(boolean worked) throws InterruptedException {
        int core = Cores.choose().measured().orElseThrow();
        CountDownLatch pinned = new CountDownLatch(1);
        Thread rival = new Thread(() -> {
            NativeThread.pinCurrent(core);
            pinned.countDown();
            spin(3 * RIVALRY_NS);
        });
        Truth[] truth = new Truth[1];
        Thread measured = new Thread(() -> {
            NativeThread.pinCurrent(core);
            truth[0] = written(() -> spin(RIVALRY_NS), worked ? WORKED : WAITED);
        });
        rival.start();
        pinned.await();
        measured.start();
        measured.join();
        rival.join();

        // Two on one core get about half of it each.
        long delayNs = truth[0].partsNs().getOrDefault(Fault.DISTURBED, 0L);
        long allNs = truth[0].injectedNs() + delayNs;
        assertThat(worked || 2 * delayNs >= allNs || delayNs == 0).isTrue();
        assertThat(delayNs).isLessThan(allNs);
        assertThat(!worked || delayNs > RIVALRY_NS / 4).isTrue();
    }

    private static void spin(long lengthNs) {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < lengthNs) {
            Thread.onSpinWait();
        }
    }

    private static Truth written(Runnable injection, Way how) {
        Cue cue = new Cue(0, 0, Fault.CLASS_LOADING, AWAY_NS, 0);
        Sheet sheet = new Sheet(List.of(cue));
        RunDelay runDelay = new RunDelay();
        sheet.begin(cue, 0, 0);
        runDelay.begin();
        long startNs = System.nanoTime();
        injection.run();
        long endNs = System.nanoTime();
        how.write(runDelay, startNs, endNs, sheet);
        Truth truth = sheet.truths().get(0);
        assertThat(truth.injectedNs() + truth.partsNs().getOrDefault(Fault.DISTURBED, 0L))
                .isEqualTo(endNs - startNs);
        return truth;
    }
}
