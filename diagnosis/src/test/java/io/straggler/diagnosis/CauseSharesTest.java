package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.diagnosis.RunBudget.ShareInterval;
import io.straggler.diagnosis.budget.Cause;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CauseSharesTest {
    private static final long LAST_NS = 1_000_000_000;

    /** A third of the outliers park and the others sleep, each equally long: the share is a third, and the interval says how surely. */
    @Test
    void shouldContainTheTrueShareNearlyAlways() {
        int contained = 0;
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            CauseShares shares = new CauseShares(0, LAST_NS, 500);
            for (int i = 0; i < 500; i++) {
                Cause cause = random.nextInt(3) == 0 ? Cause.PARK : Cause.SLEEP;
                shares.add(cause, (long) (random.nextDouble() * LAST_NS), 1_000);
            }
            ShareInterval interval = shares.of(Cause.PARK).orElseThrow();
            contained += interval.low() <= 1 / 3.0 && 1 / 3.0 <= interval.high() ? 1 : 0;
        }

        assertThat(contained).isBetween(180, 199);
    }

    /** One pause that takes as much as all else: next time there may be none. */
    @Test
    void shouldSayHowLittleASingleEventSays() {
        CauseShares shares = new CauseShares(0, LAST_NS, 500);
        for (int i = 0; i < 500; i++) {
            shares.add(Cause.SLEEP, i * (LAST_NS / 500), 1_000);
        }
        shares.add(Cause.GC_PAUSE, LAST_NS / 3, 500_000);
        ShareInterval interval = shares.of(Cause.GC_PAUSE).orElseThrow();

        assertThat(interval.low()).isZero();
        assertThat(interval.high()).isCloseTo(0.77, within(0.1));
    }

    @Test
    void shouldSayNothingOfFewOutliers() {
        CauseShares shares = new CauseShares(0, LAST_NS, 9);
        shares.add(Cause.SLEEP, 0, 1_000);

        assertThat(shares.of(Cause.SLEEP)).isEmpty();
        assertThat(shares.of(Cause.PARK)).isEmpty();
    }
}
