package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.ProbeValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProbeRecorderTest {
    private final FakeClock clock = new FakeClock(0, 10);
    private final ProbeRecorder probe = new ProbeRecorder("parse", clock);

    @BeforeEach
    void measure() {
        probe.measuring(true);
    }

    private List<ProbeValue> collect(long fromNs, long toNs) {
        List<ProbeValue> values = new ArrayList<>();
        probe.collect(fromNs, toNs, values);
        return values;
    }

    private Histogram drain() {
        Histogram target = SeriesRecorder.newHistogram();
        probe.drainInto(target);
        return target;
    }

    @Test
    void shouldFindTheValuesOfAnIntervalInOrder() {
        for (int k = 1; k <= 5; k++) {
            probe.record(100 * k);
        }

        assertThat(collect(20, 40))
                .containsExactly(
                        new ProbeValue("parse", 200), new ProbeValue("parse", 300), new ProbeValue("parse", 400));
        assertThat(collect(41, 49)).isEmpty();
        assertThat(collect(51, 1_000)).isEmpty();
    }

    @Test
    void shouldAddBehindTheValuesOfOtherProbes() {
        probe.record(1);
        probe.record(2);
        List<ProbeValue> values = new ArrayList<>(List.of(new ProbeValue("other", 9)));
        probe.collect(0, 100, values);

        assertThat(values).extracting(ProbeValue::durationNs).containsExactly(9L, 1L, 2L);
    }

    @Test
    void shouldDrainEachValueOnce() {
        probe.record(7);
        probe.record(8);

        assertThat(drain().getTotalCount()).isEqualTo(2);
        assertThat(drain().getTotalCount()).isZero();
        probe.record(9);
        assertThat(drain().getMaxValue()).isEqualTo(9);
    }

    @Test
    void shouldTakeNegativeValuesForZeroAndHugeOnesForAnHour() {
        probe.record(-5);
        probe.record(Long.MAX_VALUE);

        assertThat(collect(0, 100)).extracting(ProbeValue::durationNs).containsExactly(0L, SeriesRecorder.HIGHEST_NS);
        assertThat(drain().getTotalCount()).isEqualTo(2);
    }

    @Test
    void shouldIgnoreValuesOfTheWarmUp() {
        probe.measuring(false);
        probe.record(5);
        probe.measuring(true);
        probe.record(6);

        assertThat(collect(0, 100)).extracting(ProbeValue::durationNs).containsExactly(6L);
        assertThat(drain().getTotalCount()).isEqualTo(1);
    }

    @Test
    void shouldFindAnyIntervalOfTheLatestValuesWhenThereAreMany() {
        int all = 20_000;
        int remembered = 1 << 14;
        for (int k = 0; k < all; k++) {
            probe.record(k);
        }

        // The clock advances by 10 ns for each value: the one of k was recorded at 10 (k + 1).
        for (int first : new int[] {all - remembered, all - remembered + 1, 11_111, all - 64, all - 1}) {
            int last = Math.min(all, first + ProbeRecorder.MAX_REPORTED) - 1;
            assertThat(collect(10 * (first + 1L), 10 * (last + 1L)))
                    .extracting(ProbeValue::durationNs)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(first, last).boxed().toList());
        }
        assertThat(collect(10, 100)).as("forgotten").isEmpty();
        assertThat(drain().getTotalCount()).isEqualTo(all);
    }

    @Test
    void shouldTellNoneOfMoreValuesThanOneIterationHas() {
        for (int k = 0; k <= ProbeRecorder.MAX_REPORTED; k++) {
            probe.record(k);
        }
        List<ProbeValue> values = new ArrayList<>(List.of(new ProbeValue("other", 9)));
        probe.collect(0, 1_000_000, values);

        assertThat(values).containsExactly(new ProbeValue("other", 9));
        assertThat(collect(20, 1_000_000)).hasSize(ProbeRecorder.MAX_REPORTED);
    }

    @Test
    void shouldLoseNoValueOfSeveralThreads() throws Exception {
        ProbeRecorder shared = new ProbeRecorder("shared", System::nanoTime);
        shared.measuring(true);
        CountDownLatch together = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                try {
                    together.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                for (int k = 1; k <= 50_000; k++) {
                    shared.record(k);
                }
            });
            thread.start();
            threads.add(thread);
        }
        together.countDown();
        Histogram target = SeriesRecorder.newHistogram();
        for (Thread thread : threads) {
            shared.drainInto(target);
            thread.join();
        }
        shared.drainInto(target);

        assertThat(target.getTotalCount()).isEqualTo(200_000);
    }
}
