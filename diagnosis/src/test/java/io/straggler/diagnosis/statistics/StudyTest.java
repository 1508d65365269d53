package io.straggler.diagnosis.statistics;

import static io.straggler.diagnosis.statistics.Sides.compare;
import static io.straggler.diagnosis.statistics.Sides.generated;
import static io.straggler.diagnosis.statistics.Sides.percentile;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Small versions of {@code benchmarks/run statistics}, whose tolerances three standard errors of a right method pass. */
class StudyTest {
    private static final int TRIALS = 60;

    /** Pairs of sides, generated once for both pairings. */
    private static final List<Side[]> SAME_LAW = LongStream.range(0, TRIALS)
            .mapToObj(seed ->
                    new Side[] {generated(8, 0.03, 1, 1_000 + 2 * seed), generated(8, 0.03, 1, 1_001 + 2 * seed)})
            .toList();

    private static void assertIntervalsHold(List<Comparison> comparisons, double truth) {
        for (double percent : new double[] {50, 99}) {
            long hold = comparisons.stream()
                    .map(comparison ->
                            percentile(comparison, percent).relative().orElseThrow())
                    .filter(relative -> relative.low() <= truth && truth <= relative.high())
                    .count();
            assertThat(hold).as("p" + percent).isBetween(52L, 60L);
        }
    }

    private static long withVerdict(List<Comparison> comparisons) {
        return comparisons.stream()
                .filter(comparison -> comparison.differences().stream()
                        .anyMatch(difference ->
                                difference.verdict() == Verdict.IMPROVED || difference.verdict() == Verdict.REGRESSED))
                .count();
    }

    @ParameterizedTest
    @EnumSource(Pairing.class)
    void shouldFindNothingBetweenForksOfTheSameLaw(Pairing pairing) {
        List<Comparison> comparisons = SAME_LAW.stream()
                .map(sides -> compare(sides[0], sides[1], pairing))
                .toList();

        assertIntervalsHold(comparisons, 0);
        assertThat(withVerdict(comparisons)).isLessThanOrEqualTo(8);
    }
}
