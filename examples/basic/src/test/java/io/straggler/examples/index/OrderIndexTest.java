package io.straggler.examples.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderIndexTest {
    private static final int STEPS = 20_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 42, 4711, -1})
    void shouldAgreeWithAHashMapWhetherItGrowsOrNot(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        OrderIndex growing = new OrderIndex(0);
        OrderIndex presized = new OrderIndex(STEPS);
        Map<Long, Integer> expected = new HashMap<>();
        List<Long> known = new ArrayList<>();
        for (int row = 1; row <= STEPS; row++) {
            if (!known.isEmpty() && random.nextInt(3) == 0) {
                long leaving = known.remove(random.nextInt(known.size()));
                expected.remove(leaving);
                growing.remove(leaving);
                presized.remove(leaving);
            } else {
                // Few ids, close together: some come again, and many share their slot with others.
                long orderId = 1 + random.nextInt(STEPS / 2);
                if (expected.put(orderId, row) == null) {
                    known.add(orderId);
                }
                growing.put(orderId, row);
                presized.put(orderId, row);
            }
        }

        for (OrderIndex index : List.of(growing, presized)) {
            assertThat(index.size()).isEqualTo(expected.size());
            for (long orderId = 1; orderId <= STEPS / 2; orderId++) {
                long asked = orderId;
                if (expected.containsKey(orderId)) {
                    assertThat(index.row(orderId)).isEqualTo(expected.get(orderId));
                } else {
                    assertThatThrownBy(() -> index.row(asked)).isInstanceOf(NoSuchElementException.class);
                }
            }
        }
    }

    @Test
    void shouldDoubleWhenMoreThanSixtyPercentWouldBeTaken() {
        OrderIndex index = new OrderIndex(0);
        List<Integer> sizesBefore = new ArrayList<>();
        for (int row = 1; row <= 1_000; row++) {
            int slots = index.slots();
            index.put(row, row);
            if (index.slots() != slots) {
                assertThat(index.slots()).isEqualTo(2 * slots);
                sizesBefore.add(index.size() - 1);
            }
        }

        assertThat(sizesBefore).containsExactly(9, 19, 38, 76, 153, 307, 614);
    }

    @Test
    void shouldNotDoubleBelowWhatWasExpected() {
        for (int expected : new int[] {9, 10, 153, 154, 1_000, 100_000}) {
            OrderIndex index = new OrderIndex(expected);
            int slots = index.slots();
            for (int row = 1; row <= expected; row++) {
                index.put(row, row);
            }
            assertThat(index.slots()).as("expected=" + expected).isEqualTo(slots);
        }
    }

    @Test
    void shouldRefuseOrdersThatItDoesNotHave() {
        OrderIndex index = new OrderIndex(0);
        index.put(7, 1);
        index.remove(7);

        assertThatThrownBy(() -> index.row(7)).hasMessage("order must be live: orderId=7");
        assertThatThrownBy(() -> index.remove(7)).hasMessage("order must be live: orderId=7");
    }
}
