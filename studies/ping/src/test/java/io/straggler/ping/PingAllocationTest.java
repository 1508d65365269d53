package io.straggler.ping;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.straggler.harness.AsyncTask;
import io.straggler.harness.Harness;
import io.straggler.harness.HarnessResult;
import io.straggler.harness.Task;
import io.straggler.model.RunStatus;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counts the bytes that the pinging thread allocates in intervals of pings: none, but for what the JVM does once. */
@Timeout(120)
class PingAllocationTest {
    private static final int PERIOD = 400;
    private static final int PERIODS = 5;

    /** Both ends may spin between two pings, so the run is short. */
    private static final double PER_SECOND = 5_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long pings;
    private long bytes;
    private long least = Long.MAX_VALUE;

    private void count() {
        if (pings++ % PERIOD == 0) {
            long now = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            least = pings == 1 ? Long.MAX_VALUE : Math.min(least, now - bytes);
            bytes = now;
        }
    }

    /** The same task, and counts. */
    private Task counted(Task task) {
        return task instanceof AsyncTask async ? new CountedAsync(async) : new Counted(task);
    }

    private static Task task(Transport transport, PingOptions options) {
        return transport == Transport.UDP ? new UdpPing(options) : Pings.task(transport, options);
    }

    private class Counted implements Task {
        private final Task task;

        Counted(Task task) {
            this.task = task;
        }

        @Override
        public void setUp(Harness harness) throws Exception {
            task.setUp(harness);
        }

        @Override
        public void run(long intendedNs) throws Exception {
            count();
            task.run(intendedNs);
        }

        @Override
        public void tearDown() throws Exception {
            task.tearDown();
        }
    }

    private final class CountedAsync extends Counted implements AsyncTask {
        private final AsyncTask async;

        CountedAsync(AsyncTask task) {
            super(task);
            async = task;
        }

        @Override
        public void poll() throws Exception {
            async.poll();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAllocateNothingPerPing(Transport transport) throws IOException {
        try (PingServer server = Pings.server()) {
            HarnessResult result =
                    Pings.run(counted(task(transport, Pings.to(server, 64))), PERIODS * PERIOD + 1, PER_SECOND);

            assertThat(result.status()).as(result.reason()).isNotEqualTo(RunStatus.FAILED);
            assertThat(pings).isEqualTo(PERIODS * PERIOD + 1);
            assertThat(least).isZero();
        }
    }
}
