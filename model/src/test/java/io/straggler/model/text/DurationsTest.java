package io.straggler.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0ns|0",
                "17 ns|17",
                "50us|50000",
                "50 µs|50000",
                "50μs|50000",
                "6.81 µs|6810",
                "1.5ms|1500000",
                "  2 S |2000000000",
                "1m|60000000000",
                "1min|60000000000",
                "0.5h|1800000000000",
                "0.4ns|0",
                "0.5ns|1"
            })
    void shouldReadDurationsAsPeopleWriteThem(String text, long ns) {
        assertThat(Durations.parseNs(text)).isEqualTo(ns);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "50", "us", "-1us", "1e3us", "1,5ms", "1.ms", ".5ms", "1 year", "1us 2us", "٥us", "NaNs"})
    void shouldSayWhatADurationLooksLike(String text) {
        assertThatThrownBy(() -> Durations.parseNs(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "duration must be a number and a unit (ns, us, ms, s, min, h), such as 50us or 1.5s: duration="
                                + text);
    }

    @Test
    void shouldRefuseDurationsThatDoNotFit() {
        assertThat(Durations.parseNs("640000h")).isEqualTo(640_000 * 3_600_000_000_000L);
        assertThatThrownBy(() -> Durations.parseNs("641000h"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("duration must be at most 73 years: duration=641000h");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0 ns",
                "812|812 ns",
                "999|999 ns",
                "1000|1 µs",
                "1005|1.01 µs",
                "6806|6.81 µs",
                "6810|6.81 µs",
                "9994|9.99 µs",
                "9995|10 µs",
                "12340|12.3 µs",
                "99949|99.9 µs",
                "99950|100 µs",
                "999499|999 µs",
                "999500|1 ms",
                "12300000|12.3 ms",
                "999499999|999 ms",
                "999500000|1 s",
                "1200000000|1.2 s",
                "1234000000000|1,234 s",
                "-6810|-6.81 µs"
            })
    void shouldWriteThreeDigitsInTheUnitThatReadsBest(long ns, String text) {
        assertThat(Durations.format(ns)).isEqualTo(text);
    }

    @Test
    void shouldReadBackWhatItWrites() {
        Random random = new Random(42);
        for (int i = 0; i < 10_000; i++) {
            long ns = (long) Math.pow(10, random.nextDouble() * 11.9);
            assertThat((double) Durations.parseNs(Durations.format(ns)))
                    .as("%d ns as %s", ns, Durations.format(ns))
                    .isCloseTo(ns, within(ns * 0.00503));
        }
    }
}
