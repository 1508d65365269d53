package io.straggler.examples.dates;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.examples.RecordedHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DateCallTest {
    private final RecordedHarness harness = new RecordedHarness();

    @Test
    void shouldProbeBothLegsOfEveryCallAndEndTheServer() throws Exception {
        DateCall task = new DateCall();
        task.setUp(harness);
        try {
            for (int i = 0; i < 500; i++) {
                long beforeNs = System.nanoTime();
                task.run(beforeNs);
                long tookNs = System.nanoTime() - beforeNs;

                assertThat(harness.values("out").get(i)).isPositive();
                assertThat(harness.values("back").get(i)).isPositive();
                assertThat(harness.values("out").get(i) + harness.values("back").get(i))
                        .isLessThanOrEqualTo(tookNs);
            }
        } finally {
            task.tearDown();
        }

        assertThat(harness.values("out")).hasSize(500);
        assertThat(harness.watched()).extracting(Thread::getName).containsExactly("date-server");
        assertThat(harness.watched().get(0).isAlive()).isFalse();
    }
}
