package io.straggler.sampler.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.CoreUse;
import io.straggler.model.NanoClock;
import io.straggler.sampler.linux.NativeThread;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CoreUsesTest {
    private static final long MS = 1_000_000;
    private static final long WORK_NS = 30 * MS;

    private final List<CoreUse> reported = new ArrayList<>();

    @Test
    void shouldTellOnceWhatThreadsHadAroundATime() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch looked = new CountDownLatch(1);
        CountDownLatch worked = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        long[] osId = new long[1];
        Thread worker = new Thread(
                () -> {
                    osId[0] = NativeThread.currentId();
                    begun.countDown();
                    try {
                        looked.await();
                        work();
                        worked.countDown();
                        over.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "a-worker-of-the-test");
        worker.start();
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

        try (CoreUses uses = new CoreUses(reported::add, () -> 0)) {
            uses.look(100, false);
            looked.countDown();
            assertThat(worked.await(30, TimeUnit.SECONDS)).isTrue();
            uses.look(200, true);
            uses.look(300, true);
            uses.report(0, 100);
            assertThat(reported).isEmpty();

            uses.report(150, 160);
            assertThat(reported).allSatisfy(use -> {
                assertThat(use.fromNs()).isEqualTo(100);
                assertThat(use.toNs()).isEqualTo(200);
            });
            assertThat(reported)
                    .filteredOn(use -> use.osThreadId() == osId[0])
                    .singleElement()
                    .satisfies(use -> {
                        assertThat(use.thread()).isEqualTo("a-worker-of-the-test");
                        assertThat(use.cpuNs()).isBetween(WORK_NS / 2, 60_000 * MS);
                    });

            int before = reported.size();
            uses.report(150, 160);
            assertThat(reported).hasSize(before);
        } finally {
            over.countDown();
        }
        worker.join();
    }

    @Test
    void shouldLookNoMoreThanHalfAPercentOfTheTime() {
        long[] nowNs = new long[1];
        NanoClock slow = () -> nowNs[0] += MS / 2;
        try (CoreUses uses = new CoreUses(reported::add, slow)) {
            for (long atNs = 0; atNs < 1_000 * MS; atNs += 5 * MS) {
                uses.look(atNs, false);
            }
        }

        // Each look reads that clock twice, which takes a millisecond; ten are made whatever they take.
        assertThat(nowNs[0] / MS).isBetween(15L, 25L);
    }

    @Test
    void shouldSaveLooksForLateIterations() {
        long second = 1_000 * MS;
        List<Integer> calm = new ArrayList<>();
        List<Integer> late = new ArrayList<>();
        long[] clockNs = new long[1];
        NanoClock slow = () -> clockNs[0] += MS / 2;
        try (CoreUses uses = new CoreUses(reported::add, slow)) {
            for (int at = 0; at < 40; at++) {
                boolean slowSecond = at == 20 || at >= 30;
                long beforeNs = clockNs[0];
                for (long atNs = at * second; atNs < (at + 1) * second; atNs += 5 * MS) {
                    uses.look(atNs, slowSecond && atNs < at * second + 100 * MS);
                }
                (slowSecond ? late : calm).add((int) ((clockNs[0] - beforeNs) / MS));
            }
        }

        // A look takes half a millisecond, so ten a second are half a percent, and the clock above is read twice in
        // each. Late for a tenth of
        // a second after quiet ones: every look of that time is made, and later ones are fewer.
        assertThat(late.get(0)).isBetween(20, 24);
        assertThat(calm.get(20)).isBetween(2, 6);
        assertThat(calm.stream().mapToInt(n -> n).sum()
                        + late.stream().mapToInt(n -> n).sum())
                .isLessThanOrEqualTo(40 * 10 + 50 + 10);
    }

    private static void work() {
        long untilNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() + WORK_NS;
        while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < untilNs) {
            Thread.onSpinWait();
        }
    }
}
