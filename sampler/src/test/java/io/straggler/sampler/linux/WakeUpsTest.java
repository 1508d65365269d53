package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WakeUpsTest {
    private static final long MILLISECOND_NS = 1_000_000;

    private record Woken(long atNs, int processId, int osThreadId, boolean interrupt) {}

    private final BitSet allowed = NativeThread.allowedCpus(0);
    private final List<WakeUps> cores = new ArrayList<>();
    private final List<Woken> woken = new ArrayList<>();

    private void add(long atNs, int processId, int osThreadId, boolean interrupt) {
        woken.add(new Woken(atNs, processId, osThreadId, interrupt));
    }

    /** Records these threads on all cores, because a waker may be on any. */
    private boolean record(int pages, Long... osThreadIds) {
        return allowed.stream().allMatch(core -> {
            Optional<WakeUps> opened = Permitted.open(() -> open(core, pages, List.of(osThreadIds)));
            opened.ifPresent(cores::add);
            return opened.isPresent();
        });
    }

    private static WakeUps open(int core, int pages, Collection<Long> osThreadIds) throws IOException {
        return WakeUps.open(WakeUps.tracepoint(), core, pages, osThreadIds);
    }

    private boolean between(long osThreadId, long fromNs, long toNs) {
        woken.clear();
        boolean all = true;
        for (WakeUps core : cores) {
            all &= core.between(osThreadId, fromNs, toNs, this::add);
        }
        return all;
    }

    @AfterEach
    void close() {
        cores.forEach(WakeUps::close);
        NativeThread.allowCpus(0, allowed);
    }

    @Test
    void shouldNameTheThreadThatEndsAPark() {
        try (ParkedThread parked = new ParkedThread()) {
            if (record(16, parked.osThreadId())) {
                parked.awaitSleep();
                long beforeNs = System.nanoTime();
                long by = parked.unparkBy("waker", () -> {});
                long afterNs = System.nanoTime();

                assertThat(between(parked.osThreadId(), beforeNs, afterNs)).isTrue();
                assertThat(woken).anySatisfy(one -> {
                    assertThat(one.osThreadId).isEqualTo((int) by);
                    assertThat(one.processId)
                            .isEqualTo((int) ProcessHandle.current().pid());
                    assertThat(one.interrupt).isFalse();
                    assertThat(one.atNs).isBetween(beforeNs, afterNs);
                });
                assertThat(between(parked.osThreadId(), beforeNs - 2, beforeNs - 1))
                        .isTrue();
                assertThat(woken).isEmpty();
            }
        }
    }

    @Test
    void shouldShowNoOtherThread() {
        try (ParkedThread parked = new ParkedThread();
                ParkedThread other = new ParkedThread()) {
            if (record(16, parked.osThreadId())) {
                parked.awaitSleep();
                other.awaitSleep();
                long beforeNs = System.nanoTime();
                other.unparkBy("waker of the other", () -> {});
                parked.unparkBy("waker", () -> {});
                long afterNs = System.nanoTime();

                assertThat(between(other.osThreadId(), beforeNs, afterNs)).isTrue();
                assertThat(woken).isEmpty();
                assertThat(between(parked.osThreadId(), beforeNs, afterNs)).isTrue();
                assertThat(woken).isNotEmpty();
            }
        }
    }

    @Test
    void shouldRecordSeveralThreads() {
        try (ParkedThread first = new ParkedThread();
                ParkedThread second = new ParkedThread()) {
            if (record(16, first.osThreadId(), second.osThreadId())) {
                first.awaitSleep();
                second.awaitSleep();
                long beforeNs = System.nanoTime();
                long byFirst = first.unparkBy("waker of the first", () -> {});
                long bySecond = second.unparkBy("waker of the second", () -> {});

                assertThat(between(first.osThreadId(), beforeNs, System.nanoTime()))
                        .isTrue();
                assertThat(woken).extracting(Woken::osThreadId).contains((int) byFirst);
                assertThat(between(second.osThreadId(), beforeNs, System.nanoTime()))
                        .isTrue();
                assertThat(woken).extracting(Woken::osThreadId).contains((int) bySecond);
            }
        }
    }

    /** The core is not idle then: kernels have been seen to record no wake-up on some idle cores. */
    private SpinningThread keepBusy() {
        int core = allowed.nextSetBit(0);
        NativeThread.pinCurrent(core);
        return new SpinningThread("spins", core);
    }

    @Test
    void shouldSayThatATimerEndsASleep() {
        if (record(16, NativeThread.currentId())) {
            try (SpinningThread spinning = keepBusy()) {
                long beforeNs = System.nanoTime();
                spinning.during(() -> NativeSleep.sleep(MILLISECOND_NS));

                assertThat(between(NativeThread.currentId(), beforeNs, System.nanoTime()))
                        .isTrue();
                // The timer interrupts whichever thread has the core: the one that spins, or another one for a moment.
                assertThat(woken).anyMatch(one -> one.interrupt);
            }
        }
    }

    @Test
    void shouldSayWhenWakeUpsHaveBeenOverwritten() {
        long osThreadId = NativeThread.currentId();
        if (record(1, osThreadId)) {
            try (SpinningThread spinning = keepBusy()) {
                assertThat(spinning.osThreadId()).isPositive();
                long beganNs = System.nanoTime();
                // A page holds 56 of them.
                for (int i = 0; i < 200; i++) {
                    NativeSleep.sleep(MILLISECOND_NS / 20);
                }
                long endedNs = System.nanoTime();

                assertThat(between(osThreadId, beganNs, endedNs)).isFalse();
                assertThat(between(osThreadId, endedNs, endedNs)).isTrue();
            }
        }
    }
}
