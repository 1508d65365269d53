package io.straggler.sampler.served;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.usage.UsageSource;
import org.junit.jupiter.api.Test;

class SwitchRatesTest {
    private static final long THREAD = 7;
    private static final long MS = 1_000_000;

    private final SwitchRates rates = new SwitchRates();

    private void read(long atMs, long voluntary, long involuntary) {
        long[] charged = new long[UsageSource.VALUES];
        charged[UsageSource.TIME] = atMs * MS;
        charged[UsageSource.VOLUNTARY] = voluntary;
        charged[UsageSource.INVOLUNTARY] = involuntary;
        rates.charged(THREAD, charged);
    }

    @Test
    void shouldKnowThreadsThatSwitchTooOftenForARecordOfEach() {
        assertThat(rates.often(THREAD)).isFalse();
        read(1_000, 50_000, 0);
        assertThat(rates.often(THREAD)).isFalse();
        read(2_000, 52_900, 50);
        assertThat(rates.often(THREAD)).isFalse();
        read(3_000, 55_950, 60);
        assertThat(rates.often(THREAD)).isTrue();
        assertThat(rates.often(THREAD + 1)).isFalse();
        read(4_000, 56_000, 60);
        assertThat(rates.often(THREAD)).isFalse();
    }

    @Test
    void shouldNotLetOneLateIterationDecide() {
        read(1_000, 0, 0);
        read(1_050, 5_000, 0);
        assertThat(rates.often(THREAD)).isFalse();
        read(1_100, 5_000, 0);
        assertThat(rates.often(THREAD)).isTrue();
        rates.forget(THREAD);
        assertThat(rates.often(THREAD)).isFalse();
    }

    @Test
    void shouldKnowThemByTheRecordsThemselves() {
        rates.recorded(THREAD, 1_000 * MS, 0);
        rates.recorded(THREAD, 1_050 * MS, 5_000);
        assertThat(rates.often(THREAD)).as("too short a time").isFalse();
        rates.recorded(THREAD, 1_100 * MS, 5_100);
        assertThat(rates.often(THREAD)).isTrue();

        rates.unrecorded(THREAD);
        rates.recorded(THREAD, 5_000 * MS, 0);
        assertThat(rates.often(THREAD)).as("until more is known").isTrue();
        rates.recorded(THREAD, 5_100 * MS, 299);
        assertThat(rates.often(THREAD)).isFalse();
    }
}
