package io.straggler.harness.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.straggler.model.RunId;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {
    private static final int GAPS = 20_000;

    /** Kolmogorov–Smirnov at a significance of 0.001: {@code sqrt(-ln(0.0005) / 2) / sqrt(n)} (Smirnov's asymptotic form). */
    private static final double CRITICAL = Math.sqrt(-Math.log(0.0005) / 2) / Math.sqrt(GAPS);

    /** Rates as whole numbers of iterations in whole seconds, so that the oracle can be exact. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1000000",
        "3, 1, 3000000",
        "7, 60, 100000",
        "1, 60, 100000",
        "5, 2, 1000000",
        "10000, 1, 5000000",
        "99991, 1, 5000000",
        "3000000, 1, 5000000",
        "9999991, 1, 5000000",
        "10000000, 1, 5000000",
    })
    void shouldPlaceOffsetKAtKPeriodsHoweverFarItIs(long count, long seconds, int length) {
        Schedule.Instants instants = Schedule.uniform((double) count / seconds).instants();
        BigInteger secondsNs = BigInteger.valueOf(seconds * 1_000_000_000);
        for (int k = 0; k < length; k++) {
            long offsetNs = instants.nextOffsetNs();
            if (k % 997 == 0 || k < 1_000 || k > length - 1_000) {
                long exactNs = secondsNs
                        .multiply(BigInteger.valueOf(k))
                        .divide(BigInteger.valueOf(count))
                        .longValueExact();
                // A period that no double holds may put a whole number of nanoseconds a hair below itself.
                assertThat(exactNs - offsetNs).as("offset %d", k).isBetween(-1L, 1L);
            }
        }
    }

    @Test
    void shouldBeExactToTheNanosecondWhenThePeriodIsAWholeNumber() {
        Schedule.Instants instants = Schedule.uniform(10_000_000).instants();
        for (long k = 0; k < 10_000_000; k++) {
            if (instants.nextOffsetNs() != 100 * k) {
                throw new AssertionError("offset " + k + " is not " + 100 * k);
            }
        }
    }

    @Test
    void shouldStartAtZeroWhenUniformOrInBursts() {
        assertThat(Schedule.uniform(3).instants().nextOffsetNs()).isZero();
        assertThat(Schedule.bursts(3, 7).instants().nextOffsetNs()).isZero();
    }

    @Test
    void shouldGrowStrictlyWhateverTheShape() {
        Schedule[] schedules = {
            Schedule.uniform(10_000_000),
            Schedule.uniform(9_999_999),
            Schedule.uniform(1e9),
            Schedule.uniform(3e8),
            Schedule.poisson(10_000_000, 42),
            Schedule.poisson(1e9, 42),
            Schedule.poisson(0.01, 42),
            Schedule.bursts(10_000_000, 1000),
            Schedule.bursts(1e9, 3),
            Schedule.bursts(999_999_999, 1_000_000),
            Schedule.bursts(0.5, 1),
        };
        for (Schedule schedule : schedules) {
            Schedule.Instants instants = schedule.instants();
            long lastNs = -1;
            for (int i = 0; i < 1_000_000; i++) {
                long offsetNs = instants.nextOffsetNs();
                if (offsetNs <= lastNs) {
                    throw new AssertionError(schedule + ": offset " + i + " is " + offsetNs + " after " + lastNs);
                }
                lastNs = offsetNs;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 42, -7, Long.MAX_VALUE})
    void shouldHaveExponentialGapsWhenPoisson(long seed) {
        double[] gaps = gaps(Schedule.poisson(1_000, seed));

        assertThat(distanceFromExponential(gaps)).isLessThan(CRITICAL);
        // Within four standard errors of the mean.
        assertThat(Arrays.stream(gaps).average().orElseThrow())
                .isBetween(1 - 4 / Math.sqrt(GAPS), 1 + 4 / Math.sqrt(GAPS));
    }

    @Test
    void shouldBeToldFromExponentialGapsWhenUniformOrInBursts() {
        assertThat(distanceFromExponential(gaps(Schedule.uniform(1_000)))).isGreaterThan(0.6);
        assertThat(distanceFromExponential(gaps(Schedule.bursts(1_000, 2)))).isGreaterThan(0.3);
    }

    @Test
    void shouldRepeatItselfWithTheSameSeedOnly() {
        double[] first = gaps(Schedule.poisson(100_000, 5));

        assertThat(gaps(Schedule.poisson(100_000, 5))).isEqualTo(first);
        assertThat(gaps(Schedule.poisson(100_000, 6))).isNotEqualTo(first);
    }

    @Test
    void shouldStartOverWithEverySequence() {
        Schedule schedule = Schedule.poisson(100_000, 5);
        schedule.instants().nextOffsetNs();

        assertThat(gaps(schedule)).isEqualTo(gaps(schedule));
    }

    @Test
    void shouldKeepTheMeanRateWhenPoisson() {
        Schedule.Instants instants = Schedule.poisson(10_000_000, 11).instants();
        long lastNs = 0;
        int count = 1_000_000;
        for (int i = 0; i < count; i++) {
            lastNs = instants.nextOffsetNs();
        }

        // Four standard errors of a sum of a million exponentials are 0.4%.
        assertThat(lastNs / 100.0 / count).isBetween(0.996, 1.004);
    }

    @Test
    void shouldPutBurstsANanosecondApartAndKeepTheMeanRate() {
        Schedule.Instants instants = Schedule.bursts(3_000, 3).instants();
        long[] offsets = new long[7];
        Arrays.setAll(offsets, i -> instants.nextOffsetNs());

        assertThat(offsets).containsExactly(0, 1, 2, 1_000_000, 1_000_001, 1_000_002, 2_000_000);
    }

    @Test
    void shouldTellWhatItIs() {
        assertThat(Schedule.uniform(100_000)).hasToString("uniform 100,000/s");
        assertThat(Schedule.poisson(2.5, 42)).hasToString("poisson 2.5/s seed 42");
        assertThat(Schedule.bursts(0.5, 4)).hasToString("bursts of 4 30/min");
        assertThat(Schedule.own("sawtooth", 20, () -> () -> 0)).hasToString("sawtooth 20/s");
        assertThat(Schedule.poisson(2.5, 42).perSecond()).isEqualTo(2.5);
    }

    @Test
    void shouldAskForAnotherSequenceOfItsOwnEveryTime() {
        AtomicInteger asked = new AtomicInteger();
        Schedule schedule = Schedule.own("counted", 1, () -> {
            long first = asked.incrementAndGet();
            return () -> first;
        });

        assertThat(schedule.instants().nextOffsetNs()).isEqualTo(1);
        assertThat(schedule.instants().nextOffsetNs()).isEqualTo(2);
    }

    /** Whatever share of the last burst is part of the run. */
    @ParameterizedTest
    @CsvSource({"1000, 40", "999.7, 7", "0.3, 3", "1e9, 10", "3000, 1"})
    void shouldTakeAsLongAsItsIterationsAreDueInTheMean(double perSecond, int burst) {
        for (Schedule schedule : List.of(Schedule.bursts(perSecond, burst), Schedule.uniform(perSecond))) {
            Schedule.Instants instants = schedule.instants();
            for (int k = 1; k <= 1_000; k++) {
                assertThat(schedule.lengthNs(instants.nextOffsetNs())).isCloseTo(k * 1e9 / perSecond, within(1.0));
            }
        }
    }

    /** Of a pair each second; nearer to each other they still must have tags of their own. */
    @Test
    void shouldScaleTheInstantsOfSomebodyElse() {
        Own pairs = Schedule.own("pairs", 2, () -> {
            AtomicInteger asked = new AtomicInteger();
            return () -> {
                int k = asked.getAndIncrement();
                return k / 2 * 1_000_000_000L + k % 2;
            };
        });

        assertThat(first(pairs.scaledTo(200), 6)).containsExactly(0, 1, 10_000_000, 10_000_001, 20_000_000, 20_000_001);
        assertThat(first(pairs.scaledTo(0.5), 4)).containsExactly(0, 4, 4_000_000_000L, 4_000_000_004L);
        assertThat(pairs.scaledTo(200)).hasToString("pairs 200/s");
    }

    private static long[] first(Schedule schedule, int count) {
        Schedule.Instants instants = schedule.instants();
        return LongStream.generate(instants::nextOffsetNs).limit(count).toArray();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 1.1e9, Double.NaN, Double.POSITIVE_INFINITY})
    void shouldRejectARateThatNoScheduleCanHave(double perSecond) {
        String message = "rate must be above zero and at most one per nanosecond: perSecond=" + perSecond;

        assertThatThrownBy(() -> Schedule.uniform(perSecond))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> Schedule.poisson(perSecond, 1)).hasMessage(message);
        assertThatThrownBy(() -> Schedule.bursts(perSecond, 1)).hasMessage(message);
        assertThatThrownBy(() -> Schedule.own("own", perSecond, () -> () -> 0)).hasMessage(message);
    }

    @Test
    void shouldRejectABurstThatIsNone() {
        assertThatThrownBy(() -> Schedule.bursts(10, 0)).hasMessage("burst must be from 1 to 1,000,000: burst=0");
        assertThatThrownBy(() -> Schedule.bursts(10, 1_000_001))
                .hasMessage("burst must be from 1 to 1,000,000: burst=1000001");
        assertThatThrownBy(() -> Schedule.bursts(1.1e9, 2))
                .hasMessage("burst must end before the next one begins: burst=2");
    }

    /** The oracle is exact; a clock's readings of a hundred days leave doubles a nanosecond or two. */
    @ParameterizedTest
    @CsvSource({"1000, 1000000", "3000, 333333.3333333333333333", "20, 20000000", "0.5, 20000000", "400000, 2500"})
    void shouldBeginAtThePhaseOfTheRunAtAnyTimeOfTheClock(double perSecond, BigDecimal cycleNs) {
        for (RunId run : List.of(new RunId(0, 1), new RunId(0, 2), new RunId(7, 1))) {
            Schedule schedule = Schedule.uniform(perSecond, 42);
            double phase = phase(schedule.originNs(0, run), cycleNs);
            for (long nowNs : new long[] {1, -5_000_000_000L, 123_456_789_123L, 8_640_000_000_000_001L}) {
                long originNs = schedule.originNs(nowNs, run);
                assertThat(originNs - nowNs).isBetween(0L, cycleNs.longValue() + 1);
                double apart = Math.abs(phase(originNs, cycleNs) - phase);
                assertThat(Math.min(apart, 1 - apart) * cycleNs.doubleValue()).isLessThan(3);
            }
        }
    }

    private static double phase(long ns, BigDecimal cycleNs) {
        BigDecimal within = BigDecimal.valueOf(ns).remainder(cycleNs);
        return (within.signum() < 0 ? within.add(cycleNs) : within)
                .divide(cycleNs, MathContext.DECIMAL64)
                .doubleValue();
    }

    /** Ten numbers in ten equal parts would be perfect; drawn ones leave out three or four. */
    @Test
    void shouldSpreadThePhasesOfRunsAndJvms() {
        Schedule schedule = Schedule.uniform(1_000, 1);
        BigDecimal cycleNs = BigDecimal.valueOf(1_000_000);
        assertThat(IntStream.range(0, 10)
                        .map(fork -> (int) (10 * phase(schedule.originNs(0, new RunId(fork, 1)), cycleNs)))
                        .distinct())
                .hasSizeGreaterThanOrEqualTo(8);
        assertThat(IntStream.range(1, 11)
                        .map(run -> (int) (10 * phase(schedule.originNs(0, new RunId(0, run)), cycleNs)))
                        .distinct())
                .hasSizeGreaterThanOrEqualTo(8);
        assertThat(Schedule.uniform(1_000, 2).originNs(0, new RunId(0, 1)))
                .isNotEqualTo(schedule.originNs(0, new RunId(0, 1)))
                .isEqualTo(Schedule.uniform(1_000, 2).originNs(0, new RunId(0, 1)));
    }

    @Test
    void shouldBeginAtOnceWherePhasesDoNotMatter() {
        assertThat(Schedule.poisson(1_000, 1).originNs(12_345, new RunId(3, 1))).isEqualTo(12_345);
        assertThat(Schedule.own("own", 10, () -> () -> 1).originNs(12_345, new RunId(3, 1)))
                .isEqualTo(12_345);
    }

    /** In units of the mean gap. */
    private static double[] gaps(Schedule schedule) {
        Schedule.Instants instants = schedule.instants();
        double[] gaps = new double[GAPS];
        long lastNs = instants.nextOffsetNs();
        for (int i = 0; i < GAPS; i++) {
            long offsetNs = instants.nextOffsetNs();
            gaps[i] = (offsetNs - lastNs) * schedule.perSecond() / 1e9;
            lastNs = offsetNs;
        }
        return gaps;
    }

    /** The Kolmogorov–Smirnov statistic: the greatest distance between the two distribution functions. */
    private static double distanceFromExponential(double[] gaps) {
        double[] sorted = gaps.clone();
        Arrays.sort(sorted);
        double distance = 0;
        for (int i = 0; i < sorted.length; i++) {
            double expected = 1 - Math.exp(-sorted[i]);
            distance = Math.max(distance, Math.abs(expected - (double) i / sorted.length));
            distance = Math.max(distance, Math.abs((i + 1.0) / sorted.length - expected));
        }
        return distance;
    }
}
