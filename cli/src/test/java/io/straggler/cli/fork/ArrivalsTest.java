package io.straggler.cli.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    @Test
    void shouldBeDrawnAnewForEachJvmAtEachRate() {
        Map<String, String> given = Map.of("arrivals", "Poisson", "seed", "2k", "rate", "10k/s");
        assertThat(Arrivals.ofJvm(Arrivals.ofRate(given, 0), 0)).isEqualTo(given);

        Set<String> seeds = new HashSet<>();
        for (int rate = 0; rate < 20; rate++) {
            for (int jvm = 0; jvm < 20; jvm++) {
                Map<String, String> own = Arrivals.ofJvm(Arrivals.ofRate(given, rate), jvm);
                assertThat(own).containsEntry("rate", "10k/s");
                seeds.add(own.get("seed"));
            }
        }
        assertThat(seeds).hasSize(400).contains("2k", "2001", "3000", "21019");
    }

    @Test
    void shouldBeginWithOneUnlessASeedIsGiven() {
        assertThat(Arrivals.ofJvm(Map.of("arrivals", "poisson"), 2)).containsEntry("seed", "3");
    }

    @Test
    void shouldNotTouchArrivalsThatAreNotDrawn() {
        Map<String, String> uniform = Map.of("rate", "10k/s", "seed", "7");
        assertThat(Arrivals.ofJvm(uniform, 3)).isEqualTo(uniform);
        assertThat(Arrivals.ofRate(Map.of("arrivals", "burst:10"), 3)).isEqualTo(Map.of("arrivals", "burst:10"));
    }
}
