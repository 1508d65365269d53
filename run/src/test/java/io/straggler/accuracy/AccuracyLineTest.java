package io.straggler.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class AccuracyLineTest {
    /** Noon of a day that is the same one everywhere. */
    private static final long NOON_EPOCH_MS = 1_795_176_000_000L;

    private static final List<CauseSum> CAUSES = List.of(
            new CauseSum(Cause.NOT_SEEN, 9, 0, 1, 0, 0, List.of()),
            new CauseSum(Cause.GC_PAUSE, 5, 0, 1, 0, 0, List.of()));

    private static Optional<Accuracy> accuracy(String regime, OptionalDouble precision) {
        return Optional.of(new Accuracy(
                regime,
                NOON_EPOCH_MS,
                600,
                OptionalDouble.of(0.958),
                OptionalDouble.of(0.031),
                Map.of("GC pause", new Accuracy.OfCause(40, precision, OptionalDouble.of(1)))));
    }

    @Test
    void shouldQuoteTheLargestCauseThatWasMeasured() {
        assertThat(AccuracyLine.of(accuracy(Accuracy.LABORATORY, OptionalDouble.of(0.987)), false, CAUSES))
                .startsWith(
                        "on this machine, 'GC pause' is right 99% of the time, at least 89% (selftest, laboratory, of 2026-11-20 ")
                .endsWith(", 40 injections)");
    }

    @Test
    void shouldQuoteTheWholeWhereNoCauseWasMeasured() {
        assertThat(AccuracyLine.of(accuracy(Accuracy.LABORATORY, OptionalDouble.empty()), false, CAUSES))
                .startsWith(
                        "on this machine, the largest cause is right for 96% of outliers, at least 94%, wrong for 3% (selftest, laboratory, of 2026-11-20 ")
                .endsWith(", 600 injections)");
    }

    /** There a cause has many faults, and what matters is how often it is named though it is another. */
    @Test
    void shouldQuoteTheWholeOfTheApplicationRegime() {
        assertThat(AccuracyLine.of(accuracy(Accuracy.APPLICATION, OptionalDouble.of(1)), false, CAUSES))
                .startsWith(
                        "on this machine, the largest cause is right for 96% of outliers, at least 94%, wrong for 3% (selftest, application, of ");
    }

    @Test
    void shouldNotTakeAllOfFewForAlways() {
        assertThat(AccuracyLine.atLeast(1, 40)).isCloseTo(0.912, within(0.001));
        assertThat(AccuracyLine.atLeast(0.5, 100)).isCloseTo(0.404, within(0.001));
        assertThat(AccuracyLine.atLeast(0, 40)).isCloseTo(0, within(1e-9));
    }

    @Test
    void shouldSayHowToFindOut() {
        assertThat(AccuracyLine.of(Optional.empty(), false, CAUSES))
                .isEqualTo("accuracy on this machine is unknown; run straggler selftest");
        assertThat(AccuracyLine.of(Optional.empty(), true, CAUSES))
                .isEqualTo("accuracy on this machine is unknown; run straggler selftest --regime pipeline");
    }
}
