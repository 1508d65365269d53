package io.straggler.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProducerConsumerTest {
    @Test
    void shouldCompleteEveryMessageOnTheConsumersThreadAndProbeBothEnds() throws Exception {
        RecordedHarness harness = new RecordedHarness();
        ProducerConsumer task = new ProducerConsumer();
        task.setUp(harness);

        // More than the queue holds.
        for (long tag = 0; tag < 2_000; tag++) {
            task.run(tag);
        }
        for (long tag = 0; tag < 2_000; tag++) {
            assertThat(harness.completed().poll(10, TimeUnit.SECONDS)).isEqualTo(tag);
        }
        task.tearDown();

        assertThat(harness.watched()).extracting(Thread::getName).containsExactly("consumer");
        assertThat(harness.watched().get(0).isAlive()).isFalse();
        assertThat(harness.values("put")).hasSize(2_000).allMatch(ns -> ns >= 0);
        assertThat(harness.values("poll")).hasSize(2_000).allMatch(ns -> ns >= 0);
    }
}
