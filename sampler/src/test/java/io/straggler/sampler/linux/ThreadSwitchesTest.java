package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ThreadSwitchesTest {
    private static final long MILLISECOND_NS = 1_000_000;
    private static final long NOT_WAITING = Long.MAX_VALUE;

    private record OffCore(long fromNs, long toNs, boolean preempted) {}

    private final List<OffCore> intervals = new ArrayList<>();

    private void add(long fromNs, long toNs, boolean preempted, int leftCore, int core) {
        intervals.add(new OffCore(fromNs, toNs, preempted));
    }

    @Test
    void shouldReportASleepWithinWhatTheThreadItselfSaw() throws IOException {
        try (ThreadSwitches switches =
                ThreadSwitches.open(NativeThread.currentId(), 4).orElseThrow()) {
            long beforeNs = System.nanoTime();
            NativeSleep.sleep(3 * MILLISECOND_NS);
            long afterNs = System.nanoTime();

            assertThat(switches.between(beforeNs, afterNs, this::add)).isTrue();
            assertThat(intervals).allSatisfy(one -> {
                assertThat(one.fromNs).isGreaterThan(beforeNs - MILLISECOND_NS);
                assertThat(one.toNs).isBetween(one.fromNs, afterNs);
            });
            assertThat(intervals)
                    .filteredOn(one -> !one.preempted)
                    .anySatisfy(one -> assertThat(one.toNs - one.fromNs).isGreaterThan(2 * MILLISECOND_NS));
        }
    }

    @Test
    void shouldReportNothingElse() throws IOException {
        try (ThreadSwitches switches =
                ThreadSwitches.open(NativeThread.currentId(), 4).orElseThrow()) {
            NativeSleep.sleep(MILLISECOND_NS);
            long betweenNs = System.nanoTime();
            NativeSleep.sleep(MILLISECOND_NS);

            assertThat(switches.between(betweenNs - 1, betweenNs, this::add)).isTrue();
            assertThat(intervals).allMatch(one -> one.fromNs < betweenNs && one.toNs > betweenNs - 1);
        }
    }

    @Test
    void shouldSayWhenIntervalsHaveBeenOverwritten() throws IOException {
        try (ThreadSwitches switches =
                ThreadSwitches.open(NativeThread.currentId(), 1).orElseThrow()) {
            long beganNs = System.nanoTime();
            // A page holds 64 of them.
            for (int i = 0; i < 100; i++) {
                LockSupport.parkNanos(1_000);
            }
            long endedNs = System.nanoTime();

            assertThat(switches.between(beganNs, endedNs, this::add)).isFalse();
            assertThat(intervals).isEmpty();
            NativeSleep.sleep(MILLISECOND_NS);
            assertThat(switches.between(endedNs, System.nanoTime(), this::add)).isTrue();
            assertThat(intervals).isNotEmpty();
            // Switches of each park and of the sleep; whatever else takes the core away comes on top.
            assertThat(switches.count()).isBetween(101L, 1_000L);
        }
    }

    @Test
    void shouldNotRecordAThreadThatHasEnded() throws IOException {
        assertThat(ThreadSwitches.open(Integer.MAX_VALUE, 4)).isEmpty();
    }

    /** It parks, is woken up for a moment, and parks again. */
    @Test
    void shouldSayWhetherAThreadWaitsRightNow() throws Exception {
        CompletableFuture<Long> id = new CompletableFuture<>();
        AtomicBoolean over = new AtomicBoolean();
        Thread parker = new Thread(() -> {
            id.complete(NativeThread.currentId());
            while (!over.get()) {
                LockSupport.park();
            }
        });
        parker.start();
        try (ThreadSwitches own =
                        ThreadSwitches.open(NativeThread.currentId(), 4).orElseThrow();
                ThreadSwitches switches = ThreadSwitches.open(id.get(), 4).orElseThrow()) {
            long firstNs = NOT_WAITING;
            while (firstNs == NOT_WAITING) {
                LockSupport.unpark(parker);
                NativeSleep.sleep(MILLISECOND_NS);
                firstNs = switches.waitingSinceNs();
            }
            long wokenNs = System.nanoTime();
            long sinceNs = firstNs;
            while (sinceNs == NOT_WAITING || sinceNs < wokenNs) {
                LockSupport.unpark(parker);
                NativeSleep.sleep(MILLISECOND_NS);
                sinceNs = switches.waitingSinceNs();
            }

            assertThat(own.waitingSinceNs()).as("it runs").isEqualTo(NOT_WAITING);
            assertThat(own.backFromWaitNs()).isEqualTo(NOT_WAITING);
            assertThat(sinceNs).isLessThan(System.nanoTime());
            // It may be woken up by something else at any time.
            assertThat(switches.backFromWaitNs()).isGreaterThan(firstNs);
        } finally {
            over.set(true);
            LockSupport.unpark(parker);
            parker.join();
        }
    }
}
