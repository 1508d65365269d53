package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.RunId;
import io.straggler.model.Series;
import java.util.List;
import org.junit.jupiter.api.Test;

class RelativeLatencyTest {
    private static Series series(String name, RunId runId, long count, long... valuesNs) {
        double[] percentiles = {50, 99, 99.9, 100};
        List<Series.Point> points = java.util.stream.IntStream.range(0, valuesNs.length)
                .mapToObj(i -> new Series.Point(percentiles[i], valuesNs[i]))
                .toList();
        return new Series(name, runId, count, 1, 9_000, 1, points, List.of());
    }

    @Test
    void shouldDivideThePercentilesThatBothCanTell() {
        RelativeLatency relative = RelativeLatency.of(List.of(
                series("latency", new RunId(0, 1), 100_000, 7, 7, 7, 7),
                series("latency", null, 100_000, 1_000, 2_000, 6_000, 7_000),
                series("service", null, 100_000, 1, 1, 1, 1),
                series("reference", null, 1_000, 500, 800, 900, 900)));

        assertThat(relative.points())
                .containsExactly(
                        new RelativeLatency.Point(50, 500, 1_000),
                        new RelativeLatency.Point(90, 800, 2_000),
                        new RelativeLatency.Point(99, 800, 2_000));
        assertThat(relative.points().get(2).multiple()).isEqualTo(2.5);
    }

    @Test
    void shouldSayNothingWithoutAReferenceRunOrWithoutLatencies() {
        assertThat(RelativeLatency.of(List.of(series("latency", null, 1_000, 1, 1, 1, 1)))
                        .points())
                .isEmpty();
        assertThat(RelativeLatency.of(List.of(series("reference", null, 1_000, 1, 1, 1, 1)))
                        .points())
                .isEmpty();
    }

    @Test
    void shouldStayANumberAboveAReferenceOfNothing() {
        assertThat(new RelativeLatency.Point(50, 0, 12).multiple()).isEqualTo(12);
    }
}
