package io.straggler.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RatesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "100k/s|100000",
                "100K / sec|100000",
                "2.5M/s|2500000",
                "10M/second|10000000",
                "100_000|100000",
                "1/min|0.016666666666666666",
                "90/m|1.5",
                "60/h|0.016666666666666666",
                "3600k/hour|1000",
                " 7 |7"
            })
    void shouldReadRatesAsPeopleWriteThem(String text, double perSecond) {
        assertThat(Rates.parsePerSecond(text)).isCloseTo(perSecond, within(perSecond * 1e-12));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fast", "-5/s", "1e5", "100 k k/s", "5/day", "1,5/s", "١/s", "/s"})
    void shouldSayWhatARateLooksLike(String text) {
        assertThatThrownBy(() -> Rates.parsePerSecond(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "rate must be a number with an optional k or M and a unit of time, such as 100k/s or 30/min: "
                                + "rate=" + text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0|0/s", "0/min|0/s", "59/h|0.983/min", "11M/s|11,000,000/s"})
    void shouldRefuseRatesThatNoScheduleKeeps(String text, String shown) {
        assertThatThrownBy(() -> Rates.parsePerSecond(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rate must be from 1/min to 10M/s: rate=" + shown);
    }

    @Test
    void shouldRefuseWhatIsNoNumber() {
        assertThatThrownBy(() -> Rates.requireInRange(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rate must be from 1/min to 10M/s: rate=NaN/s");
        assertThat(Rates.requireInRange(Rates.LOWEST_PER_SECOND)).isEqualTo(Rates.LOWEST_PER_SECOND);
        assertThat(Rates.requireInRange(Rates.HIGHEST_PER_SECOND)).isEqualTo(Rates.HIGHEST_PER_SECOND);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"100000|100,000/s", "2.5|2.5/s", "0.5|30/min", "1|1/s", "99.96|100/s", "12.34|12.3/s", "0|0/s"})
    void shouldWriteRatesAsPeopleReadThem(double perSecond, String text) {
        assertThat(Rates.format(perSecond)).isEqualTo(text);
    }

    @Test
    void shouldReadBackWhatItWrites() {
        Random random = new Random(42);
        for (int i = 0; i < 10_000; i++) {
            double perSecond = Rates.LOWEST_PER_SECOND * Math.pow(10, random.nextDouble() * 4.7);
            String text = Rates.format(perSecond);
            assertThat(Rates.parsePerSecond(text)).as(text).isCloseTo(perSecond, within(perSecond * 0.00503));
        }
    }
}
