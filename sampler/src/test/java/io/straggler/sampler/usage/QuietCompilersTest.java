package io.straggler.sampler.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuietCompilersTest {
    private static final long START_NS = 7_000_000_000_000L;
    private static final long STEP_NS = 50_000_000;

    private final List<Long> looks = new ArrayList<>();

    private double secondsUntilOver(QuietCompilers waiting) {
        for (long nowNs = START_NS; ; nowNs += STEP_NS) {
            if (waiting.over(nowNs)) {
                return (nowNs - START_NS) / 1e9;
            }
        }
    }

    /** @param cores that the compilers want in each second; the last from then on */
    private QuietCompilers wanting(double... cores) {
        return new QuietCompilers(START_NS, nowNs -> {
            looks.add(nowNs);
            return cores[Math.min(looks.size(), cores.length) - 1];
        });
    }

    @Test
    void shouldBeOverSoonWhereNothingIsCompiledAgain() {
        assertThat(secondsUntilOver(wanting(0.05))).isEqualTo(2);
        assertThat(looks).hasSize(2);
    }

    @Test
    void shouldWaitForCompilersAndNotTakeABreakForTheEnd() {
        assertThat(secondsUntilOver(wanting(1.3, 1.0, 0.9, 0.1, 0.6, 0.1, 0.1))).isEqualTo(7);
    }

    @Test
    void shouldNotWaitForEver() {
        assertThat(secondsUntilOver(wanting(0.9))).isEqualTo(30);
    }
}
