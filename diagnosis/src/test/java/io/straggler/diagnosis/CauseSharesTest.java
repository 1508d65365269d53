package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.diagnosis.RunBudget.ShareInterval;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Iteration;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CauseSharesTest {
    private static final RunId RUN = new RunId(0, 1);
    private static final long LAST_NS = 1_000_000_000;

    /** Of one run with an iteration every two milliseconds, which is their intended start. */
    private static final int ITERATIONS = 500;

    private static long intendedNs(int iteration) {
        return iteration * (LAST_NS / ITERATIONS);
    }

    private static CauseShares shares(List<RunOutcome> outcomes, int outliers) {
        return new CauseShares(
                IntStream.range(0, ITERATIONS)
                        .mapToObj(i -> new Iteration(RUN, intendedNs(i), 0, 0, 0, 0))
                        .toList(),
                outcomes,
                outliers);
    }

    /** A third of the outliers park and the others sleep, each equally long: the share is a third, and the interval says how surely. */
    @Test
    void shouldContainTheTrueShareNearlyAlways() {
        int contained = 0;
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            CauseShares shares = shares(List.of(), 500);
            for (int i = 0; i < 500; i++) {
                Cause cause = random.nextInt(3) == 0 ? Cause.PARK : Cause.SLEEP;
                shares.add(cause, intendedNs(random.nextInt(ITERATIONS)), 1_000);
            }
            ShareInterval interval = shares.of(Cause.PARK).orElseThrow();
            contained += interval.low() <= 1 / 3.0 && 1 / 3.0 <= interval.high() ? 1 : 0;
        }

        assertThat(contained).isBetween(180, 199);
    }

    /** One pause that takes as much as all else: next time there may be none. */
    @Test
    void shouldSayHowLittleASingleEventSays() {
        CauseShares shares = shares(List.of(), 500);
        for (int i = 0; i < 500; i++) {
            shares.add(Cause.SLEEP, intendedNs(i), 1_000);
        }
        shares.add(Cause.GC_PAUSE, intendedNs(ITERATIONS / 3), 500_000);
        ShareInterval interval = shares.of(Cause.GC_PAUSE).orElseThrow();

        assertThat(interval.low()).isZero();
        assertThat(interval.high()).isCloseTo(0.77, within(0.1));
    }

    /** All outliers come in one second of a minute. Another minute may have none, or others. */
    @Test
    void shouldSayHowLittleOneSecondOfAMinuteSays() {
        RunOutcome minute = RunOutcome.of(RUN)
                .startEpochMs(5_000)
                .endEpochMs(65_000)
                .targetPerSecond(500)
                .achievedPerSecond(500)
                .iterations(30_000)
                .outliers(500)
                .thresholdNs(1)
                .build();
        CauseShares shares = shares(List.of(minute), 500);
        for (int i = 0; i < ITERATIONS; i++) {
            shares.add(i % 2 == 0 ? Cause.GC_PAUSE : Cause.SLEEP, intendedNs(i), 1_000);
        }

        assertThat(shares.of(Cause.GC_PAUSE).orElseThrow().low()).isZero();
        assertThat(shares.of(Cause.GC_PAUSE).orElseThrow().high()).isCloseTo(0.5, within(0.01));
    }

    @Test
    void shouldSayNothingOfFewOutliers() {
        CauseShares shares = shares(List.of(), 9);
        shares.add(Cause.SLEEP, 0, 1_000);

        assertThat(shares.of(Cause.SLEEP)).isEmpty();
        assertThat(shares.of(Cause.PARK)).isEmpty();
    }
}
