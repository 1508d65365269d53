package io.straggler.selftest.inject;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.linux.NativeThread;
import io.straggler.selftest.Fault;
import io.straggler.selftest.Truth;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunDelayTest {
    private static final long AWAY_NS = 300_000_000;

    private static final long RIVALRY_NS = 40_000_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final PlannedInjection INJECTION = new PlannedInjection(0, 0, Fault.CLASS_LOADING, AWAY_NS, 0);
    private static final Way WORKED =
            (runDelay, startNs, endNs, truth) -> runDelay.worked(Fault.CLASS_LOADING, startNs, endNs, truth);
    private static final Way WAITED =
            (runDelay, startNs, endNs, truth) -> runDelay.waited(Fault.CLASS_LOADING, startNs, endNs, truth);

    private interface Way {
        void write(RunDelay runDelay, long startNs, long endNs, TruthLog truth);
    }

    @Test
    void shouldCountAWaitForAnythingButACoreAsTheInjectionsOwn() {
        Truth truth = written(RunDelayTest::stayAway, WORKED);

        assertThat(truth.injectedNs()).isGreaterThan(AWAY_NS / 2);
    }

    /** Until the thread has been parked for long enough, however long a busy machine keeps it waiting besides. */
    private static void stayAway() {
        long leftNs = System.nanoTime();
        long waitedNs = waitedForACoreNs();
        while (System.nanoTime() - leftNs - (waitedForACoreNs() - waitedNs) < AWAY_NS) {
            LockSupport.parkNanos(AWAY_NS / 10);
        }
    }

    private static long waitedForACoreNs() {
        try {
            return Long.parseLong(
                    Files.readString(Path.of("/proc/thread-self/schedstat")).split(" ")[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "499, 499, 0", "500, 500, 500", "1000, 1000, 1000", "4000, 1000, 1000"})
    void shouldTakeHalfTheTimeWithoutACoreForTheMachinesDoingWhateverItWaitedFor(
            long delayNs, long ifWorkedNs, long ifWaitedNs) {
        assertThat(disturbed(delayNs, WORKED)).isEqualTo(ifWorkedNs);
        assertThat(disturbed(delayNs, WAITED)).isEqualTo(ifWaitedNs);
    }

    /** Of 1,000 ns, in which the thread waited 100 for a core. */
    @Test
    void shouldKnowTheCodeOfAnInjectionApart() {
        Way how = (runDelay, startNs, endNs, truth) -> runDelay.worked(Fault.CLASS_LOADING, startNs, endNs, 650, truth);

        assertThat(partsNs(100, how))
                .isEqualTo(Map.of(Fault.CLASS_LOADING, 250L, Fault.SLOW_CODE, 650L, Fault.DISTURBED, 100L));
    }

    /** Of 1,000 ns, of which 300 were needed to bring the wait about, and in which the thread waited 400 for a core. */
    @Test
    void shouldKnowTheCodeInFrontOfAWaitApart() {
        Way how = (runDelay, startNs, endNs, truth) -> runDelay.waited(Fault.CLASS_LOADING, startNs, endNs, 300, truth);

        assertThat(partsNs(400, how))
                .isEqualTo(Map.of(Fault.CLASS_LOADING, 300L, Fault.SLOW_CODE, 300L, Fault.DISTURBED, 400L));
    }

    private static long disturbed(long delayNs, Way how) {
        return partsNs(delayNs, how).getOrDefault(Fault.DISTURBED, 0L);
    }

    /** What 1,000 ns are put down to, of which the scheduler statistics say that it waited so long for a core. */
    private static Map<Fault, Long> partsNs(long delayNs, Way how) {
        AtomicLong usage = new AtomicLong(77);
        TruthLog truth = new TruthLog(List.of(INJECTION));
        RunDelay runDelay = new RunDelay(usage::get);
        truth.begin(INJECTION, 0, 0);
        runDelay.begin();
        usage.addAndGet(delayNs);
        how.write(runDelay, 5_000, 6_000, truth);
        return truth.truths().get(0).partsNs();
    }

    @Test
    void shouldTellTheInjectionFromLongWaitsForACore() throws InterruptedException {
        int core = Cores.choose().measured().orElseThrow();
        CountDownLatch pinned = new CountDownLatch(1);
        AtomicBoolean done = new AtomicBoolean();
        Thread rival = new Thread(() -> {
            NativeThread.pinCurrent(core);
            pinned.countDown();
            while (!done.get()) {
                Thread.onSpinWait();
            }
        });
        Truth[] truth = new Truth[1];
        Thread measured = new Thread(() -> {
            NativeThread.pinCurrent(core);
            truth[0] = written(RunDelayTest::contend, WORKED);
        });
        rival.start();
        pinned.await();
        measured.start();
        measured.join();
        done.set(true);
        rival.join();

        // Two on one core get about half of it each.
        assertThat(truth[0].partsNs().getOrDefault(Fault.DISTURBED, 0L)).isGreaterThan(RIVALRY_NS / 4);
        assertThat(truth[0].injectedNs()).isGreaterThan(RIVALRY_NS / 8);
    }

    /** Until the thread has had the core for a quarter of the time, however long a busy machine keeps it away. */
    private static void contend() {
        long startNs = System.nanoTime();
        long startCpuNs = THREADS.getCurrentThreadCpuTime();
        while (System.nanoTime() - startNs < RIVALRY_NS
                || THREADS.getCurrentThreadCpuTime() - startCpuNs < RIVALRY_NS / 4) {
            Thread.onSpinWait();
        }
    }

    private static Truth written(Runnable injection, Way how) {
        TruthLog log = new TruthLog(List.of(INJECTION));
        RunDelay runDelay = new RunDelay();
        log.begin(INJECTION, 0, 0);
        runDelay.begin();
        long startNs = System.nanoTime();
        injection.run();
        long endNs = System.nanoTime();
        how.write(runDelay, startNs, endNs, log);
        Truth truth = log.truths().get(0);
        assertThat(truth.injectedNs() + truth.partsNs().getOrDefault(Fault.DISTURBED, 0L))
                .isEqualTo(endNs - startNs);
        return truth;
    }
}
