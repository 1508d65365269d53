package io.straggler.diagnosis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class BasisTest {
    @Test
    void shouldSayInOneLineWhatWasResampled() {
        assertThat(new Basis(Basis.Units.FORKS, 20, 5, Optional.empty(), 4_000, 7, "").sentence())
                .isEqualTo("95% intervals, from 4,000 resamples of 20 and 5 JVMs (seed 7).");
        assertThat(new Basis(Basis.Units.PAIRS_OF_FORKS, 20, 20, Optional.empty(), 4_000, 7, "").sentence())
                .isEqualTo("95% intervals, from 4,000 resamples of 20 pairs of JVMs (seed 7).");
        assertThat(new Basis(
                                Basis.Units.TIME_BLOCKS,
                                30,
                                0,
                                Optional.of(new Basis.Block(2_000_000_000, 400_000_000)),
                                4_000,
                                7,
                                "Not all.")
                        .sentence())
                .isEqualTo(
                        "95% intervals, from 4,000 resamples of 30 blocks of time of 2 s, as latencies depend on each"
                                + " other for about 400 ms (seed 7). Not all.");
    }
}
