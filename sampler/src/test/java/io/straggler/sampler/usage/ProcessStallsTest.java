package io.straggler.sampler.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.hook.CaptureListener;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * On real statistics of this thread: blocked without having said so is what a stopped process looks like from within. Where it waited for a
 * core for far longer than it was blocked, nothing is reported, and the tests try again.
 */
class ProcessStallsTest {
    /** So long that the time for which a busy machine then lets the thread wait for a core is little beside it. */
    private static final long BLOCKED_NS = 200_000_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final List<long[]> reported = new ArrayList<>();
    private final CaptureListener listener = new CaptureListener() {
        @Override
        public void stoodStill(long fromNs, long toNs) {
            reported.add(new long[] {fromNs, toNs});
        }
    };

    /** Blocks the calling thread for a while, whatever the scheduler does. */
    private static void block() throws InterruptedException {
        Thread caller = Thread.currentThread();
        CountDownLatch over = new CountDownLatch(1);
        Thread timer = new Thread(() -> {
            while (caller.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            long untilNs = System.nanoTime() + BLOCKED_NS;
            for (long leftNs = BLOCKED_NS; leftNs > 0; leftNs = untilNs - System.nanoTime()) {
                LockSupport.parkNanos(leftNs);
            }
            over.countDown();
        });
        timer.start();
        over.await();
        timer.join();
    }

    @Test
    @Timeout(60)
    void shouldTellATimeInWhichTheThreadNeitherRanNorWaitedNorSlept() throws Exception {
        try (ProcessStalls stalls = ProcessStalls.ofThisThread(System::nanoTime, listener)) {
            long fromNs;
            long toNs;
            do {
                stalls.alive(System.nanoTime());
                fromNs = System.nanoTime();
                block();
                toNs = System.nanoTime();
                reported.clear();
                stalls.alive(toNs);
            } while (reported.isEmpty());

            long[] last = reported.get(reported.size() - 1);
            assertThat(last[0]).isLessThanOrEqualTo(fromNs);
            assertThat(last[1]).isEqualTo(toNs);
        }
    }

    @Test
    @Timeout(60)
    void shouldNotTellASleepThatWasMeant() throws Exception {
        try (ProcessStalls stalls = ProcessStalls.ofThisThread(System::nanoTime, listener)) {
            long fromNs = System.nanoTime();
            stalls.alive(fromNs);
            reported.clear();
            block();
            long backNs = System.nanoTime();
            // It was meant to last just as long.
            stalls.slept(fromNs, backNs, backNs);

            assertThat(reported).isEmpty();
        }
    }

    /** The time between two sleeps, in which a file may be written, is no stall. */
    @Test
    @Timeout(60)
    void shouldNotTellWhatBlockedTheThreadBeforeItSlept() throws Exception {
        try (ProcessStalls stalls = ProcessStalls.ofThisThread(System::nanoTime, listener)) {
            // Late by more than is usual, all of which it spends on its core: begun anew if a host has taken that away
            // meanwhile.
            long fromNs;
            long offCoreNs;
            do {
                block();
                fromNs = System.nanoTime();
                offCoreNs = -fromNs + THREADS.getCurrentThreadCpuTime();
                stalls.beforeSleep(fromNs);
                while (System.nanoTime() - fromNs < 400_000) {
                    Thread.onSpinWait();
                }
                offCoreNs += System.nanoTime() - THREADS.getCurrentThreadCpuTime();
            } while (offCoreNs > 100_000);
            stalls.slept(fromNs, fromNs + 100_000, System.nanoTime());

            assertThat(reported).isEmpty();
        }
    }

    @Test
    @Timeout(60)
    void shouldTellASleepThatWasLongerThanMeant() throws Exception {
        try (ProcessStalls stalls = ProcessStalls.ofThisThread(System::nanoTime, listener)) {
            do {
                long fromNs = System.nanoTime();
                stalls.alive(fromNs);
                reported.clear();
                block();
                stalls.slept(fromNs, fromNs + 100_000, System.nanoTime());
            } while (reported.isEmpty());
        }
    }

    @Test
    void shouldNotTakeALongWaitForACoreForAStall() {
        assertThat(ProcessStalls.stoodStill(2_000_000, 2_100_000)).isTrue();
        // Behind everybody else when it went on.
        assertThat(ProcessStalls.stoodStill(2_000_000, 9_000_000)).isTrue();
        // Of 454 ms it waited for 417, and the statistics differ by the rest.
        assertThat(ProcessStalls.stoodStill(36_000_000, 454_000_000)).isFalse();
        assertThat(ProcessStalls.stoodStill(29_000, 30_000)).isFalse();
    }
}
