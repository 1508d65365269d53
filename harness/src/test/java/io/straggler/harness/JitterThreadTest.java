package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.NanoClock;
import io.straggler.model.RunListener;
import io.straggler.model.hook.PacingHook;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class JitterThreadTest {
    private static final long SLEEP_NS = 100_000;

    private final List<String> reported = new CopyOnWriteArrayList<>();

    private final RunListener listener = new RunListener() {
        @Override
        public void jitterThreadStarted(int cpu) {
            reported.add(Thread.currentThread().getName() + " watches " + cpu);
        }

        @Override
        public void hiccup(int cpu, long dueNs, long wokeNs) {
            reported.add(cpu + " from " + dueNs + " to " + wokeNs);
        }
    };

    private Histogram record(long stepNs) throws InterruptedException {
        return record(stepNs, OptionalInt.empty());
    }

    /** Readings of a clock that advances by {@code stepNs} between two, until there were some. Half a microsecond is a hiccup. */
    private Histogram record(long stepNs, OptionalInt cpu) throws InterruptedException {
        AtomicLong readings = new AtomicLong();
        CountDownLatch some = new CountDownLatch(21);
        NanoClock clock = () -> {
            some.countDown();
            return readings.getAndIncrement() * stepNs;
        };
        JitterThread jitter = new JitterThread(clock, SLEEP_NS, cpu, listener);
        jitter.reportFrom(500);
        jitter.start(PacingHook.NONE);
        Histogram recorded = SeriesRecorder.newHistogram();
        try {
            assertThat(some.await(60, TimeUnit.SECONDS)).isTrue();
            jitter.drainInto(recorded);
        } finally {
            jitter.stop();
        }
        return recorded;
    }

    @Test
    void shouldRecordByHowMuchItOverslept() throws Exception {
        Histogram recorded = record(SLEEP_NS + 512);

        assertThat(recorded.getTotalCount()).isGreaterThanOrEqualTo(9);
        assertThat(recorded.getMinValue()).isEqualTo(512);
        assertThat(recorded.getMaxValue()).isEqualTo(512);
    }

    @Test
    void shouldIgnoreASleepThatWasCutShort() throws Exception {
        assertThat(record(SLEEP_NS - 1).getTotalCount()).isZero();
    }

    @Test
    void shouldTellHiccupsOfTheCoreThatItIsBoundTo() throws Exception {
        record(SLEEP_NS + 512, OptionalInt.of(3));

        // Readings 0 and 1 are those around the first sleep.
        assertThat(reported)
                .startsWith("straggler-jitter-cpu3 watches 3", "3 from 100000 to 100512")
                .contains("3 from 301024 to 301536");
    }

    @Test
    void shouldTellNothingOfBeingALittleLateOrOfNoCoreInParticular() throws Exception {
        record(SLEEP_NS + 499, OptionalInt.of(3));
        record(SLEEP_NS + 512, OptionalInt.empty());

        assertThat(reported).containsExactly("straggler-jitter-cpu3 watches 3");
    }
}
