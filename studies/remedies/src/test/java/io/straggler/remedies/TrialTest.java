package io.straggler.remedies;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.remedies.Trial.Standing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialTest {
    private static final Metric.Percentile P99 = new Metric.Percentile(99);
    private static final double WORTH = 0.2;

    /** Trials in which nothing differs; {@code -Dstraggler.nulls=2000} makes more of them. */
    private static final int NULL_TRIALS = Integer.getInteger("straggler.nulls", 150);

    /** Trials in which a remedy multiplies latencies by these factors. */
    private static Trial simulated(long seed, double spread, int rounds, double... factors) {
        SimulatedForks forks = new SimulatedForks(seed, spread);
        Trial trial = new Trial(factors.length, P99, WORTH);
        while (trial.rounds() < rounds && !trial.over()) {
            forks.round();
            Fork asItIs = forks.fork(1);
            Map<Integer, Fork> with = new LinkedHashMap<>();
            trial.open().forEach(remedy -> with.put(remedy, forks.fork(factors[remedy])));
            trial.add(asItIs, with);
        }
        return trial;
    }

    @Test
    void shouldRankWhatHelpsFirstAndWhatHarmsLast() {
        Trial trial = simulated(1, 0.1, 16, 1, 0.2, 3, 0.5);

        assertThat(trial.standing(1)).isEqualTo(Standing.HELPS);
        assertThat(trial.standing(3)).isIn(Standing.HELPS, Standing.BEHIND);
        // A remedy that makes it worse is measured only until it is known that it is not worth it.
        assertThat(trial.standing(2)).isIn(Standing.HARMS, Standing.NOT_WORTH_IT);
        assertThat(trial.standing(0)).isIn(Standing.OPEN, Standing.NOT_WORTH_IT, Standing.BEHIND);
        assertThat(trial.ranking().get(0)).isEqualTo(1);
        assertThat(trial.ranking().get(3)).isEqualTo(2);
        Estimate change = trial.change(1).orElseThrow();
        assertThat(change.value()).isBetween(-0.85, -0.75);
        assertThat(change.high()).isNegative();
    }

    /** Whatever is left out early, 5% of trials may find something where there is nothing, and chance makes that more than the limit once in a hundred. */
    @Test
    void shouldFindNothingWhereThereIsNothing() {
        int found = 0;
        for (int seed = 0; seed < NULL_TRIALS; seed++) {
            Trial trial = simulated(seed, 0.2, 8, 1, 1, 1);
            boolean any = List.of(0, 1, 2).stream()
                    .map(trial::standing)
                    .anyMatch(standing -> standing == Standing.HELPS || standing == Standing.HARMS);
            found += any ? 1 : 0;
        }
        double limit = 0.05 * NULL_TRIALS + 2.33 * Math.sqrt(0.05 * 0.95 * NULL_TRIALS);
        System.out.println(found + " of " + NULL_TRIALS + " trials in which nothing differs have a verdict");
        assertThat(found).isLessThanOrEqualTo((int) limit);
    }

    @Test
    void shouldGiveUpWhatCanNoLongerBeWorthIt() {
        Trial trial = simulated(3, 0.01, 8, 1, 0.99);

        assertThat(trial.open()).isEmpty();
        assertThat(trial.over()).isTrue();
        assertThat(List.of(trial.standing(0), trial.standing(1))).containsOnly(Standing.NOT_WORTH_IT);
        assertThat(trial.rounds()).isLessThan(8);
    }

    @Test
    void shouldMeasureNoneThatIsOutAndRankItLast() {
        SimulatedForks forks = new SimulatedForks(4, 0.1);
        Trial trial = new Trial(2, P99, WORTH);
        trial.out(0);
        forks.round();
        trial.add(forks.fork(1), Map.of(1, forks.fork(1)));

        assertThat(trial.open()).containsExactly(1);
        assertThat(trial.ranking()).containsExactly(1, 0);
        assertThat(trial.change(0)).isEmpty();
        assertThat(trial.rounds(0)).isZero();
    }

    @Test
    void shouldDecideNothingBeforeItsFirstLook() {
        Trial trial = simulated(5, 0.01, 3, 0.1);

        assertThat(trial.standing(0)).isEqualTo(Standing.OPEN);
        assertThat(simulated(5, 0.01, 4, 0.1).standing(0)).isEqualTo(Standing.HELPS);
    }
}
