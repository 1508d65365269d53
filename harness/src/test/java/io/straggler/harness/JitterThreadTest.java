package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.NanoClock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class JitterThreadTest {
    private static final long SLEEP_NS = 100_000;

    /** Readings of a clock that advances by {@code stepNs} between two, until there were some. */
    private static Histogram record(long stepNs) throws InterruptedException {
        AtomicLong readings = new AtomicLong();
        CountDownLatch some = new CountDownLatch(21);
        NanoClock clock = () -> {
            some.countDown();
            return readings.getAndIncrement() * stepNs;
        };
        JitterThread jitter = new JitterThread(clock, SLEEP_NS);
        jitter.start();
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
}
