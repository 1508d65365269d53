package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CoreSwitchesTest {
    private static final long MILLISECOND_NS = 1_000_000;
    private static final int PAGES = 128;

    private record Hold(long fromNs, long toNs, int processId, long osThreadId) {}

    private final BitSet allowed = NativeThread.allowedCpus(0);
    private final int core = allowed.nextSetBit(0);
    private final List<Hold> holds = new ArrayList<>();

    private void add(long fromNs, long toNs, int processId, int osThreadId) {
        holds.add(new Hold(fromNs, toNs, processId, osThreadId));
    }

    private Optional<CoreSwitches> open(int pages) {
        return Permitted.open(() -> CoreSwitches.open(core, pages));
    }

    @BeforeEach
    void pin() {
        NativeThread.pinCurrent(core);
    }

    @AfterEach
    void unpin() {
        NativeThread.allowCpus(0, allowed);
    }

    @Test
    void shouldReportWhoHadTheCoreWhileAThreadSlept() {
        open(PAGES).ifPresent(switches -> {
            try (switches;
                    SpinningThread spinning = new SpinningThread("spins", core)) {
                long spinningId = spinning.osThreadId();
                long beforeNs = System.nanoTime();
                spinning.during(() -> NativeSleep.sleep(MILLISECOND_NS));
                long afterNs = System.nanoTime();

                assertThat(switches.between(beforeNs, afterNs, this::add)).isTrue();
                assertThat(holds)
                        .filteredOn(
                                one -> one.processId == ProcessHandle.current().pid())
                        .extracting(Hold::osThreadId)
                        .contains(spinningId, NativeThread.currentId());
                // The newest first, each from where the one before it ended, and nothing but that time.
                long endNs = afterNs;
                for (Hold hold : holds) {
                    assertThat(hold.toNs).isEqualTo(endNs);
                    assertThat(hold.fromNs).isLessThan(hold.toNs);
                    endNs = hold.fromNs;
                }
                assertThat(endNs).isEqualTo(beforeNs);
            }
        });
    }

    @Test
    void shouldReportATimeWithoutSwitches() {
        open(PAGES).ifPresent(switches -> {
            try (switches) {
                NativeSleep.sleep(MILLISECOND_NS);
                long betweenNs = System.nanoTime();

                assertThat(switches.between(betweenNs - 1, betweenNs, this::add))
                        .isTrue();
                assertThat(holds)
                        .singleElement()
                        .isEqualTo(new Hold(
                                betweenNs - 1,
                                betweenNs,
                                (int) ProcessHandle.current().pid(),
                                NativeThread.currentId()));
            }
        });
    }

    @Test
    void shouldSayWhenSwitchesHaveBeenOverwritten() {
        open(1).ifPresent(switches -> {
            try (switches) {
                long beganNs = System.nanoTime();
                // A page holds 51 of them, and each sleep has two: away and back.
                for (int i = 0; i < 100; i++) {
                    NativeSleep.sleep(MILLISECOND_NS / 50);
                }
                long endedNs = System.nanoTime();

                assertThat(switches.between(endedNs - 1, endedNs, this::add)).isTrue();
                assertThat(switches.between(beganNs, endedNs, this::add)).isFalse();
            }
        });
    }

    @Test
    void shouldCountWhatTheKernelWrites() {
        open(PAGES).ifPresent(switches -> {
            try (switches) {
                long sleptBefore = timesAway();
                long before = switches.written();
                // A time that is over before the thread has gone to sleep, as when its machine stood still, is no
                // switch.
                while (timesAway() - sleptBefore < 10) {
                    NativeSleep.sleep(MILLISECOND_NS / 10);
                }
                assertThat(switches.written() - before)
                        .isGreaterThanOrEqualTo(2L * 10 * CoreSwitches.SWITCH_BYTES)
                        .satisfies(bytes -> assertThat(bytes % (CoreSwitches.SWITCH_BYTES / 2))
                                .isZero());
            }
        });
    }

    /** How often this thread has left its core to wait so far: {@code ru_nvcsw} of getrusage(2). */
    private static long timesAway() {
        ByteBuffer usage = NativeThread.buffer(256);
        NativeThread.resourceUsage(NativeThread.address(usage));
        return usage.getLong(128);
    }
}
