package io.straggler.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Metric.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricTextTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0%",
        "0.5, 50.0%",
        "0.001, 0.100%",
        "0.0000012, 0.000120%",
        "0.00000001, 0.000001%",
        "0.123456, 12.3%",
        "1, 100%"
    })
    void shouldShowARateAsPercent(double share, String text) {
        assertThat(MetricText.value(Unit.PER_ITERATION, share)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0%",
        "0.0001, 0%",
        "0.0321, +3.2%",
        "-0.0321, −3.2%",
        "-0.5, −50%",
        "1, +100%",
        "9.9, +990%",
        "10, ×11",
        "13.2, ×14",
        "999, '×1,000'",
        "5831791389, 'over ×1,000'",
        "Infinity, 'over ×1,000'"
    })
    void shouldShowAChange(double relative, String text) {
        assertThat(MetricText.change(relative)).isEqualTo(text);
    }

    @Test
    void shouldShowAnEstimateWithItsInterval() {
        assertThat(MetricText.estimate(Unit.NS, new Estimate(12_345, 11_900, 13_000)))
                .isEqualTo("12.3 µs [11.9 µs, 13 µs]");
        assertThat(MetricText.estimate(Unit.NS_PER_SECOND, new Estimate(1_200_000, 1_000_000, 2_000_000)))
                .isEqualTo("1.2 ms/s [1 ms/s, 2 ms/s]");
        assertThat(MetricText.interval(new Estimate(0.01, -0.012, 0.034))).isEqualTo("[−1.2%, +3.4%]");
    }
}
