package io.straggler.diagnosis.statistics;

import static io.straggler.diagnosis.statistics.Sides.side;
import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How many independent events outliers are, where they are few. */
class EventsApartTest {
    private static final Metric OUTLIERS = new Metric.OutlierRate(50_000);

    private static List<LatencyCounts> outliersIn(Integer... periods) {
        List<LatencyCounts> counts = new ArrayList<>();
        for (int i = 0; i < 125; i++) {
            counts.add(new LatencyCounts(
                    new long[] {10_000, 90_000},
                    new long[] {1_000, Set.of(periods).contains(i) ? 1 : 0}));
        }
        return counts;
    }

    private static double apart(Side side) {
        return SampleEstimate.eventsApart(side, OUTLIERS);
    }

    @Test
    void shouldCountOutliersThatAreFarFromEachOther() {
        assertThat(apart(side("far", 1, outliersIn(3, 50, 100)))).isEqualTo(3);
    }

    @Test
    void shouldCountAStallOfSeveralPeriodsOnce() {
        assertThat(apart(side("stall", 1, outliersIn(20, 21, 22, 23, 24, 25, 26, 27, 28))))
                .isEqualTo(1);
        assertThat(apart(side("two stalls", 1, outliersIn(20, 21, 24, 70, 71)))).isEqualTo(2);
    }

    @Test
    void shouldCountEachOfSeveralForksOnce() {
        Fork some = new Fork("some", outliersIn(3, 50, 100), 1_000_000);
        Fork none = new Fork("none", outliersIn(), 1_000_000);

        assertThat(apart(new Side("one", List.of(some, none, none)))).isEqualTo(1);
        assertThat(apart(new Side("two", List.of(some, none, some)))).isEqualTo(2);
    }

    @Test
    void shouldCountNothingWhereThereIsNothing() {
        assertThat(apart(side("none", 1, outliersIn()))).isZero();
    }
}
