package io.straggler.diagnosis.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Runs;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalStacksTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 17, 64})
    void shouldFindAndCountThoseThatReachIntoAnInterval(int size) {
        Random random = new Random(size);
        List<StackSample> stacks = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            // No two begin at once, so their order is known.
            long sinceNs = 10L * i + random.nextInt(10);
            long timeNs = sinceNs + 1 + random.nextInt(random.nextInt(5) == 0 ? 500 : 20);
            stacks.add(new StackSample(sinceNs, timeNs, Runs.THREAD, false, Runs.stack("f" + i)));
        }
        IntervalStacks found = new IntervalStacks(stacks);

        for (int look = 0; look < 200; look++) {
            long startNs = random.nextInt(10 * size + 50) - 20;
            long endNs = startNs + 1 + random.nextInt(60);
            List<StackSample> expected = stacks.stream()
                    .filter(stack -> stack.sinceNs() < endNs && stack.timeNs() > startNs)
                    .sorted(Comparator.comparingLong(StackSample::sinceNs))
                    .toList();
            assertThat(found.within(Runs.THREAD, startNs, endNs)).isEqualTo(expected);
            assertThat(found.count(Runs.THREAD, startNs, endNs)).isEqualTo(expected.size());
            assertThat(found.within(Runs.THREAD + 1, startNs, endNs)).isEmpty();
        }
    }
}
