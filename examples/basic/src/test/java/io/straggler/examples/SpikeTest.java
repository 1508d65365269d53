package io.straggler.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SpikeTest {
    @Test
    void shouldStandStillOnceInFourThousandIterations() {
        Spike task = new Spike();
        for (int i = 1; i < 4_000; i++) {
            task.run(0);
        }
        long beforeNs = System.nanoTime();
        task.run(0);
        assertThat(System.nanoTime() - beforeNs).isGreaterThanOrEqualTo(10_000_000);
    }
}
