package io.straggler.sampler.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.linux.NativeThread;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ThreadTimesTest {
    private static final long QUICK_NS = 8_000;

    private final long[] values = new long[UsageSource.VALUES];
    private long nowNs;
    private int readings;

    /** Reads once, on a clock by which so many attempts are interrupted. */
    private void read(int interrupted) throws IOException {
        try (ThreadTimes times = new ThreadTimes(NativeThread.currentId(), () -> {
            // The second reading of an attempt says how long it took.
            boolean late = ++readings % 2 == 0 && readings <= 2 * interrupted;
            nowNs += late ? 100_000 : QUICK_NS;
            return nowNs;
        })) {
            times.read(values);
        }
    }

    @Test
    void shouldReadOnceWhereNothingCameBetween() throws IOException {
        read(0);

        assertThat(readings).isEqualTo(2);
        assertThat(values[UsageSource.TIME]).isEqualTo(2 * QUICK_NS);
        assertThat(values[UsageSource.CPU]).isPositive();
    }

    @Test
    void shouldReadAgainWhereTheReadingWasInterrupted() throws IOException {
        read(2);

        assertThat(readings).isEqualTo(6);
        assertThat(values[UsageSource.TIME]).isEqualTo(nowNs);
    }

    @Test
    void shouldMakeDoWithWhatItHasWhereItIsInterruptedAllTheTime() throws IOException {
        read(100);

        assertThat(readings).isEqualTo(8);
        assertThat(values[UsageSource.TIME]).isEqualTo(nowNs);
    }
}
