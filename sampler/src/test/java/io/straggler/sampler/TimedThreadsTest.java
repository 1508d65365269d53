package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.stack.FakeTimer;
import io.straggler.sampler.usage.UsageSource;
import org.junit.jupiter.api.Test;

class TimedThreadsTest {
    private static final long MS = 1_000_000;

    private final TimedThreads threads = new TimedThreads();
    private final TimedThread helper = thread(2);
    private long nowNs;

    TimedThreadsTest() {
        threads.pace(thread(1));
        threads.help(helper);
        readAt(2 * MS, false);
    }

    private TimedThread thread(long osThreadId) {
        FakeTimer timer = new FakeTimer();
        return new TimedThread(osThreadId, timer, timer, timer, new UsageSource() {
            @Override
            public void read(long[] values) {
                values[TIME] = nowNs;
            }

            @Override
            public void close() {}
        });
    }

    private void readAt(long atNs, boolean inFlight) {
        nowNs = atNs;
        threads.readUsages(atNs, MS, true, inFlight);
    }

    /** Readings of a helper's usage have to begin before the iteration that they are for. */
    @Test
    void shouldNotReadTheUsageOfHelpersAnewWhileAnIterationIsInFlight() {
        readAt(3 * MS, true);

        assertThat(helper.readNs()).isEqualTo(2 * MS);
        readAt(4 * MS, false);
        assertThat(helper.readNs()).isEqualTo(4 * MS);
    }

    @Test
    void shouldReadTheUsageOfHelpersNowAndThenWhereSomethingIsAlwaysInFlight() {
        readAt(20 * MS, true);
        assertThat(helper.readNs()).isEqualTo(2 * MS);

        readAt(23 * MS, true);

        assertThat(helper.readNs()).isEqualTo(23 * MS);
        assertThat(threads.own().readNs()).isEqualTo(23 * MS);
    }
}
