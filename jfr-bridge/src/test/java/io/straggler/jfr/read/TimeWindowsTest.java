package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeWindowsTest {
    private record Period(long from, long to) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldAgreeWithAPlainListWhateverTheOrder(long seed) {
        Random random = new Random(seed);
        TimeWindows windows = new TimeWindows(1_000_000);
        List<Period> plain = new ArrayList<>();
        for (int i = 0; i < 800; i++) {
            // Mostly in order, as outliers are reported, and now and then far back.
            long from = (random.nextInt(10) == 0 ? random.nextInt(16_000) : i * 20L) + random.nextInt(50);
            Period period = new Period(from, from + random.nextInt(random.nextInt(20) == 0 ? 400 : 8));
            plain.add(period);
            windows.add(period.from(), period.to());
        }
        for (long at = -10; at < 17_000; at++) {
            long from = at;
            long to = at + random.nextInt(5);
            assertThat(windows.overlaps(from, to))
                    .as("%d to %d", from, to)
                    .isEqualTo(plain.stream().anyMatch(one -> one.from() <= to && from <= one.to()));
        }
        assertThat(windows.size()).isLessThan(800);
    }

    @ParameterizedTest
    @ValueSource(longs = {6, 7})
    void shouldCoverMoreNotLessWhenThereAreTooMany(long seed) {
        Random random = new Random(seed);
        TimeWindows windows = new TimeWindows(100);
        List<Period> plain = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < 2_000; i++) {
            at += 10 + random.nextInt(1_000);
            plain.add(new Period(at, at + 5));
            windows.add(at, at + 5);
            assertThat(windows.size()).isLessThanOrEqualTo(100);
        }
        assertThat(plain).allMatch(one -> windows.overlaps(one.from(), one.to()));
        assertThat(windows.size()).isGreaterThan(20);
        assertThat(windows.overlaps(at + 6, at + 1_000)).isFalse();
    }
}
