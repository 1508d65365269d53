package io.straggler.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrowingMapTest {
    @Test
    void shouldGrowByOneEntryAnIteration() {
        GrowingMap task = new GrowingMap();

        for (int i = 0; i < 1_000; i++) {
            task.run(42);
        }

        assertThat(task.size()).isEqualTo(1_000);
    }

    @Test
    void shouldStartAfreshWhenFullGrown() {
        GrowingMap task = new GrowingMap();

        for (int i = 0; i < (1 << 20) + 3; i++) {
            task.run(i);
        }

        assertThat(task.size()).isEqualTo(3);
    }
}
