package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final long SECOND_NS = 1_000_000_000;

    private final TokenBucket allowance = new TokenBucket(100, 5 * SECOND_NS);

    private long taken(int wanted) {
        return IntStream.range(0, wanted).filter(k -> allowance.take()).count();
    }

    @Test
    void shouldAllowSoManyAtOnceAndSoManyASecond() {
        assertThat(taken(130)).isEqualTo(100);

        allowance.refill(5 * SECOND_NS + SECOND_NS / 4);
        assertThat(taken(130)).isEqualTo(25);
        allowance.refill(6 * SECOND_NS);
        assertThat(taken(75)).isEqualTo(75);
    }

    @Test
    void shouldNotSaveUpMoreThanForOnce() {
        allowance.refill(1_000 * SECOND_NS);

        assertThat(taken(300)).isEqualTo(100);
    }

    @Test
    void shouldAddUpShortTimes() {
        taken(100);
        for (int k = 1; k <= 1_000; k++) {
            allowance.refill(5 * SECOND_NS + k * SECOND_NS / 1_000);
        }

        assertThat(taken(300)).isBetween(99L, 100L);
    }
}
