package io.straggler.diagnosis.blame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ApportionmentTest {
    @Test
    void shouldGiveTheLargestRemaindersWhatIsLeft() {
        assertThat(Apportionment.of(10, new double[] {1, 1, 1})).containsExactly(4, 3, 3);
        assertThat(Apportionment.of(10, new double[] {0.26, 0.39, 0.35})).containsExactly(3, 4, 3);
        assertThat(Apportionment.of(7, new double[] {0, 5})).containsExactly(0, 7);
        assertThat(Apportionment.of(5, new double[] {0, 0})).containsExactly(3, 2);
        assertThat(Apportionment.of(0, new double[] {})).isEmpty();
    }

    @Test
    void shouldAddUpAndStayWithinOneNanosecondOfTheProportion() {
        Random random = new Random(1);
        for (int run = 0; run < 1_000; run++) {
            double[] weights = random.doubles(1 + random.nextInt(20)).toArray();
            long totalNs = random.nextLong(1_000_000_000_000L);

            long[] parts = Apportionment.of(totalNs, weights);

            assertThat(Arrays.stream(parts).sum()).isEqualTo(totalNs);
            double sum = Arrays.stream(weights).sum();
            for (int i = 0; i < parts.length; i++) {
                assertThat((double) parts[i]).isCloseTo(totalNs * (weights[i] / sum), within(1.01));
            }
        }
    }
}
