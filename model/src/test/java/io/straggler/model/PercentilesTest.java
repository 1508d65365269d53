package io.straggler.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentilesTest {
    @ParameterizedTest
    @CsvSource({
        "50, 20",
        "90, 100",
        "99, 1000",
        "99.7, 3334",
        "99.9, 10000",
        "99.99, 100000",
        "99.999, 1000000",
        "99.9999, 10000000"
    })
    void shouldWantTenValuesAboveAPercentile(double percentile, long enough) {
        assertThat(Percentiles.SHOWN).contains(percentile);
        assertThat(Percentiles.measurable(percentile, enough)).isTrue();
        assertThat(Percentiles.measurable(percentile, enough - 1)).isFalse();
        assertThat(Percentiles.measurable(percentile, 0)).isFalse();
        assertThat(Percentiles.needed(percentile)).isEqualTo(enough);
    }
}
