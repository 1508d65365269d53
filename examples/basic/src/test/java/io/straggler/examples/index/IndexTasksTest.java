package io.straggler.examples.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.Task;
import java.util.List;
import org.junit.jupiter.api.Test;

class IndexTasksTest {
    private static final int PACKETS = 1_000;

    @Test
    void shouldDifferInTheSizeAtTheBeginningOnly() throws Exception {
        GrowingIndex growing = new GrowingIndex();
        PresizedIndex presized = new PresizedIndex();
        for (Task task : List.of(growing, presized)) {
            task.setUp(null);
            for (int i = 0; i < PACKETS; i++) {
                task.run(i);
            }
        }

        assertThat(growing.index().size())
                .isEqualTo(presized.index().size())
                .isEqualTo(PACKETS * OrderSession.ORDERS_A_PACKET);
        assertThat(growing.index().slots()).isEqualTo(1 << 16);
        assertThat(presized.index().slots()).isEqualTo(1 << 23);
    }

    @Test
    void shouldBeginEachRunWithAnEmptyIndex() throws Exception {
        for (Task task : List.of(new GrowingIndex(), new PresizedIndex())) {
            task.setUp(null);
            task.run(1);
            task.warmedUp();
            assertThat(size(task)).isZero();
            task.run(2);
            task.runComplete();
            assertThat(size(task)).isZero();
        }
    }

    private static int size(Task task) {
        OrderIndex index = task instanceof GrowingIndex growing ? growing.index() : ((PresizedIndex) task).index();
        return index.size();
    }
}
