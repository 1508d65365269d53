package io.straggler.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.Harness;
import io.straggler.harness.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TwoStageTest {
    private final BlockingQueue<Long> completed = new LinkedBlockingQueue<>();
    private final List<Thread> watched = new ArrayList<>();
    private final Harness harness = new Harness() {
        @Override
        public Probe probe(String name) {
            return durationNs -> {};
        }

        @Override
        public void watch(Thread thread) {
            watched.add(thread);
        }

        @Override
        public void abandon(long intendedNs) {
            throw new AssertionError("nothing is ever lost");
        }

        @Override
        public void complete(long intendedNs) {
            completed.add(intendedNs);
        }
    };

    @Test
    void shouldCompleteEveryTagOnTheWatchedWorkerAndEndItOnTearDown() throws Exception {
        TwoStage task = new TwoStage();
        task.setUp(harness);

        // More than the queue holds, so that the first stage also waits for the second.
        for (long tag = 0; tag < 5_000; tag++) {
            task.run(tag);
        }
        for (long tag = 0; tag < 5_000; tag++) {
            assertThat(completed.poll(10, TimeUnit.SECONDS)).isEqualTo(tag);
        }
        task.tearDown();

        assertThat(watched).hasSize(1);
        assertThat(watched.get(0).getName()).isEqualTo("second-stage");
        assertThat(watched.get(0).isAlive()).isFalse();
        assertThat(completed).isEmpty();
    }
}
