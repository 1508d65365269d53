package io.straggler.selftest.inject;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.linux.NativeThread;
import io.straggler.selftest.inject.TimedInjector.Nature;
import io.straggler.selftest.inject.TruthLog.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    @Test
    void shouldCountAWaitForAnythingButACoreAsTheInjectionsOwn() {
        Map<Part, Long> partsNs = written(RunDelayTest::stayAway);

        assertThat(partsNs.get(Part.INJECTED)).isGreaterThan(AWAY_NS / 2);
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
        assertThat(disturbed(delayNs, Nature.WORKS)).isEqualTo(ifWorkedNs);
        assertThat(disturbed(delayNs, Nature.WAITS)).isEqualTo(ifWaitedNs);
    }

    /** Of 1,000 ns, in which the thread waited 100 for a core. */
    @Test
    void shouldKnowTheCodeOfAnInjectionApart() {
        assertThat(partsNs(100, Nature.WORKS, 650))
                .isEqualTo(Map.of(Part.INJECTED, 250L, Part.CODE, 650L, Part.DISTURBED, 100L));
    }

    /** Of 1,000 ns, of which 300 were needed to bring the wait about, and in which the thread waited 400 for a core. */
    @Test
    void shouldKnowTheCodeInFrontOfAWaitApart() {
        assertThat(partsNs(400, Nature.WAITS, 300))
                .isEqualTo(Map.of(Part.INJECTED, 300L, Part.CODE, 300L, Part.DISTURBED, 400L));
    }

    private static long disturbed(long delayNs, Nature nature) {
        return partsNs(delayNs, nature, 0).getOrDefault(Part.DISTURBED, 0L);
    }

    /** Parts of 1,000 ns, in which the thread waited for a core by the scheduler statistics, and ran some ordinary code. */
    private static Map<Part, Long> partsNs(long delayNs, Nature nature, long codeNs) {
        AtomicLong usage = new AtomicLong(77);
        TruthLog truth = new TruthLog(1);
        RunDelay runDelay = new RunDelay(usage::get);
        truth.begin(0, 0, 0);
        runDelay.begin();
        usage.addAndGet(delayNs);
        runDelay.end(nature, 5_000, 6_000, codeNs, truth);
        return truth.partsNs(0);
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
        List<Map<Part, Long>> written = new ArrayList<>();
        Thread measured = new Thread(() -> {
            NativeThread.pinCurrent(core);
            written.add(written(RunDelayTest::contend));
        });
        rival.start();
        pinned.await();
        measured.start();
        measured.join();
        done.set(true);
        rival.join();

        // Two on one core get about half of it each.
        assertThat(written.get(0).getOrDefault(Part.DISTURBED, 0L)).isGreaterThan(RIVALRY_NS / 4);
        assertThat(written.get(0).get(Part.INJECTED)).isGreaterThan(RIVALRY_NS / 8);
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

    /** Parts of an act that works. */
    private static Map<Part, Long> written(Runnable act) {
        TruthLog log = new TruthLog(1);
        RunDelay runDelay = new RunDelay();
        log.begin(0, 0, 0);
        runDelay.begin();
        long startNs = System.nanoTime();
        act.run();
        long endNs = System.nanoTime();
        runDelay.end(Nature.WORKS, startNs, endNs, 0, log);
        Map<Part, Long> partsNs = log.partsNs(0);
        assertThat(partsNs.getOrDefault(Part.INJECTED, 0L) + partsNs.getOrDefault(Part.DISTURBED, 0L))
                .isEqualTo(endNs - startNs);
        return partsNs;
    }
}
