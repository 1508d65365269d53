package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CourtesyTest {
    private final List<String> done = new ArrayList<>();
    private final Courtesy courtesy = new Courtesy(() -> done.add("gives way"), () -> done.add("competes"));

    @Test
    void shouldCompeteForAWhileAfterItMissedSomething() {
        courtesy.begin();
        courtesy.look(1_000);
        courtesy.missed(2_000);
        courtesy.look(2_000 + Courtesy.COMPETES_NS);
        assertThat(done).containsExactly("gives way", "competes");

        courtesy.look(2_001 + Courtesy.COMPETES_NS);
        courtesy.look(2_002 + Courtesy.COMPETES_NS);
        assertThat(done).containsExactly("gives way", "competes", "gives way");
    }

    @Test
    void shouldGoOnCompetingWhileItMissesThings() {
        courtesy.begin();
        courtesy.missed(2_000);
        courtesy.missed(1_000 + Courtesy.COMPETES_NS);
        courtesy.look(2_001 + Courtesy.COMPETES_NS);
        assertThat(done).containsExactly("gives way", "competes");
    }
}
