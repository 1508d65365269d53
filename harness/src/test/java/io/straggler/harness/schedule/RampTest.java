package io.straggler.harness.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.straggler.model.RunId;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RampTest {
    private static final BigDecimal SECOND_NS = BigDecimal.valueOf(1_000_000_000);
    private static final long DAY_NS = 86_400_000_000_000L;

    /** The oracle: the area below the rate until an instant, a trapezium and behind it a rectangle. Exact to 34 digits. */
    private static BigDecimal due(Ramp ramp, BigDecimal ns) {
        BigDecimal first = BigDecimal.valueOf(ramp.fromPerSecond());
        BigDecimal last = BigDecimal.valueOf(ramp.toPerSecond());
        BigDecimal lengthNs = BigDecimal.valueOf(ramp.lengthNs());
        BigDecimal changingNs = ns.min(lengthNs);
        BigDecimal rateThen =
                first.add(last.subtract(first).multiply(changingNs).divide(lengthNs, MathContext.DECIMAL128));
        BigDecimal trapezium = first.add(rateThen).multiply(changingNs).divide(BigDecimal.valueOf(2));
        BigDecimal rectangle = last.multiply(ns.subtract(changingNs));
        return trapezium.add(rectangle).divide(SECOND_NS, MathContext.DECIMAL128);
    }

    /** A third of the time beyond the ramp, too. */
    @ParameterizedTest
    @CsvSource({
        "1000, 20000, 10",
        "20000, 1000, 10",
        "1, 1000000, 2",
        "1000000, 1, 2",
        "5000, 5000, 3",
        "5000, 5000.001, 3",
        "0.5, 7.3, 3600",
        "9999991, 3, 1",
    })
    void shouldPlaceEachInstantWhereTheRatesIntegralReachesItsNumber(double first, double last, long seconds) {
        Ramp ramp = new Ramp(first, last, seconds * 1_000_000_000);
        Schedule.Instants instants = ramp.instants();
        double total = ramp.perSecond() * seconds;
        long count = (long) (total + last * seconds / 3);
        for (long n = 0; n < count; n++) {
            long offsetNs = instants.nextOffsetNs();
            if (n < 500 || n % 997 == 0 || Math.abs(n - total) < 100 || n > count - 100) {
                assertThat(due(ramp, BigDecimal.valueOf(offsetNs - 1)).doubleValue())
                        .as("before %d of %s", n, ramp)
                        .isLessThan(n + 1e-9);
                assertThat(due(ramp, BigDecimal.valueOf(offsetNs + 1)).doubleValue())
                        .as("after %d of %s", n, ramp)
                        .isGreaterThan(n - 1e-9);
            }
        }
    }

    /** The bounds that the class states, for ramps that nobody would wait for. */
    @ParameterizedTest
    @CsvSource({
        "1000, 20000, 30",
        "0.02, 10000000, 13",
        "1e6, 1e9, 13",
        "20000, 1000, 30",
        "10000000, 0.02, 30",
        "1e9, 1, 100",
    })
    void shouldBeAsExactAsItSays(double first, double last, long days) {
        Ramp ramp = new Ramp(first, last, days * DAY_NS);
        double total = ramp.perSecond() * days * DAY_NS / 1e9;
        for (double share = 1e-9; share < 1; share = Math.min(share * 1.37, share + 0.001)) {
            double n = Math.rint(total * share);
            double ns = ramp.instantNs(n);
            BigDecimal error = due(ramp, new BigDecimal(ns)).subtract(new BigDecimal(n));
            double perNs = (first + (last - first) * ns / ramp.lengthNs()) / 1e9;
            double allowed = first < last ? 0x1p-50 * ns * perNs : 0x1p-50 * n;
            assertThat(Math.abs(error.doubleValue()))
                    .as("%s: %f at %f ns", ramp, n, ns)
                    .isLessThanOrEqualTo(allowed);
        }
    }

    @ParameterizedTest
    @CsvSource({"1000, 20000", "20000, 1000", "1e9, 1e9", "1e9, 1e8", "1, 1e9", "0.02, 10000000", "10000000, 0.02"})
    void shouldGrowStrictly(double first, double last) {
        Schedule.Instants instants = new Ramp(first, last, 1_000_000).instants();
        long lastNs = -1;
        for (int n = 0; n < 1_000_000 && lastNs < DAY_NS * 10_000; n++) {
            long offsetNs = instants.nextOffsetNs();
            if (offsetNs <= lastNs) {
                throw new AssertionError("offset " + n + " is " + offsetNs + " after " + lastNs);
            }
            lastNs = offsetNs;
        }
    }

    @Test
    void shouldHaveAsManyIterationsAsTheMeanRateUntilItsEnd() {
        for (Ramp ramp : new Ramp[] {new Ramp(1_000, 20_000, 2_000_000_000), new Ramp(20_000, 1_000, 2_000_000_000)}) {
            Schedule.Instants instants = ramp.instants();
            long[] offsets =
                    LongStream.generate(instants::nextOffsetNs).limit(21_002).toArray();
            assertThat(offsets[0]).isZero();
            assertThat(offsets[20_999]).isLessThan(2_000_000_000);
            assertThat(offsets[21_000]).isEqualTo(2_000_000_000);
            assertThat(offsets[21_001]).isEqualTo(2_000_000_000 + Math.round(1e9 / ramp.toPerSecond()));
            assertThat(ramp.perSecond()).isEqualTo(10_500);
            assertThat(ramp.highestPerSecond()).isEqualTo(20_000);
        }
    }

    @Test
    void shouldBeUniformWhenBothRatesAreTheSame() {
        Schedule.Instants ramp = new Ramp(4_000, 4_000, 1_000_000_000).instants();
        Schedule.Instants uniform = Schedule.uniform(4_000).instants();
        for (int n = 0; n < 10_000; n++) {
            assertThat(ramp.nextOffsetNs()).isEqualTo(uniform.nextOffsetNs());
        }
    }

    @ParameterizedTest
    @CsvSource({"1000, 20000", "20000, 1000", "3, 9"})
    void shouldTakeUntilTheNextInstant(double first, double last) {
        Ramp ramp = new Ramp(first, last, 1_000_000_000);
        Schedule.Instants instants = ramp.instants();
        double lengthNs = ramp.lengthNs(instants.nextOffsetNs());
        for (int n = 1; n < 20_000; n++) {
            long offsetNs = instants.nextOffsetNs();
            // An offset is cut to a nanosecond, which is more of a longer distance than of a shorter one.
            assertThat(lengthNs).isCloseTo(offsetNs, within(2.0));
            lengthNs = ramp.lengthNs(offsetNs);
        }
    }

    @Test
    void shouldWarmUpAtTheFirstRateAndBeginAtOnce() {
        Schedule ramp = Schedule.ramp(1_000, 20_000, Duration.ofSeconds(10));
        assertThat(ramp.warmUp()).hasToString("uniform 1,000/s");
        assertThat(ramp.originNs(12_345, new RunId(3, 1))).isEqualTo(12_345);
        assertThat(ramp).hasToString("ramp from 1,000/s to 20,000/s in 10 s");
        assertThat(Schedule.ramp(20_000, 0.5, Duration.ofMillis(1_500)))
                .hasToString("ramp from 20,000/s to 30/min in 1.5 s");
        assertThat(Schedule.bursts(1_000, 10).warmUp()).hasToString("bursts of 10 1,000/s");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 1.1e9, Double.NaN, Double.POSITIVE_INFINITY})
    void shouldRejectARateThatNoScheduleCanHave(double perSecond) {
        assertThatThrownBy(() -> new Ramp(perSecond, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("first rate must be above zero and at most one per nanosecond: fromPerSecond=" + perSecond);
        assertThatThrownBy(() -> new Ramp(1, perSecond, 1))
                .hasMessage("last rate must be above zero and at most one per nanosecond: toPerSecond=" + perSecond);
    }

    @Test
    void shouldRejectARampThatTakesNoTime() {
        assertThatThrownBy(() -> Schedule.ramp(1, 2, Duration.ZERO))
                .hasMessage("length must be above zero: lengthNs=0");
    }
}
