package io.straggler.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalsTest {
    @ParameterizedTest
    @CsvSource({
        "0.0000211, 2, 0.000021",
        "0.000001, 3, 0.00000100",
        "0.0075, 2, 0.0075",
        "0, 3, 0.00",
        "9.96, 2, 10",
        "12.345, 3, 12.3",
        "100, 3, 100",
        "123456, 2, 120000"
    })
    void shouldRoundWithoutAnExponent(double value, int digits, String expected) {
        assertThat(Decimals.significant(value, digits)).isEqualTo(expected);
    }
}
