package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.CaptureListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On real accounts of this thread: blocked without having said so is what a stopped process looks like from within. */
class StandstillsTest {
    private static final long BLOCKED_NS = 5_000_000;

    private final List<long[]> told = new ArrayList<>();
    private final CaptureListener listener = new CaptureListener() {
        @Override
        public void stoodStill(long fromNs, long toNs) {
            told.add(new long[] {fromNs, toNs});
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
            while (System.nanoTime() - untilNs < 0) {
                Thread.onSpinWait();
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
        try (Standstills standstills = Standstills.ofThisThread(System::nanoTime, listener)) {
            standstills.alive(System.nanoTime());
            long fromNs = System.nanoTime();
            block();
            long toNs = System.nanoTime();
            standstills.alive(toNs);

            assertThat(told).isNotEmpty();
            long[] last = told.get(told.size() - 1);
            assertThat(last[0]).isLessThanOrEqualTo(fromNs);
            assertThat(last[1]).isEqualTo(toNs);
        }
    }

    @Test
    @Timeout(60)
    void shouldNotTellASleepThatWasMeant() throws Exception {
        try (Standstills standstills = Standstills.ofThisThread(System::nanoTime, listener)) {
            long fromNs = System.nanoTime();
            standstills.alive(fromNs);
            block();
            long backNs = System.nanoTime();
            // It was meant to last just as long.
            standstills.slept(fromNs, backNs, backNs);

            assertThat(told).isEmpty();
        }
    }

    @Test
    @Timeout(60)
    void shouldTellASleepThatWasLongerThanMeant() throws Exception {
        try (Standstills standstills = Standstills.ofThisThread(System::nanoTime, listener)) {
            long fromNs = System.nanoTime();
            standstills.alive(fromNs);
            block();
            standstills.slept(fromNs, fromNs + 100_000, System.nanoTime());

            assertThat(told).isNotEmpty();
        }
    }
}
