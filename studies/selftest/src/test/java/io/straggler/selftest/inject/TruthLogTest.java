package io.straggler.selftest.inject;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.selftest.inject.TruthLog.Part;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TruthLogTest {
    @Test
    void shouldKeepWhatWasDoneAndForgetWhatWasNot() {
        TruthLog truth = new TruthLog(3);

        truth.begin(0, 100, 105);
        truth.add(Part.INJECTED, 7);
        truth.add(Part.INJECTED, 2);
        truth.end(110, 119);
        truth.surround(105, 122);
        truth.begin(1, 600, 600);
        truth.surround(600, 700);
        truth.begin(2, 1200, 1200);
        truth.add(Part.INJECTED, -3);
        truth.end(1210, 1250);

        assertThat(truth.done(0)).isTrue();
        assertThat(truth.intendedNs(0)).isEqualTo(100);
        assertThat(truth.startNs(0)).isEqualTo(110);
        assertThat(truth.endNs(0)).isEqualTo(119);
        assertThat(truth.partsNs(0)).isEqualTo(Map.of(Part.INJECTED, 9L, Part.DISTURBED, 5L, Part.CODE, 8L));
        assertThat(truth.done(1)).isFalse();
        assertThat(truth.done(2)).isTrue();
        assertThat(truth.partsNs(2)).isEmpty();
    }

    @Test
    void shouldTakeALateStartForTheInjectionsDoingWhereTheyOverlap() {
        TruthLog truth = new TruthLog(2);

        truth.begin(0, 1_000, 1_600);
        truth.lateBecauseOfInjection(900, 1_450);
        truth.end(1_610, 1_610);
        truth.begin(1, 2_000, 2_050);
        truth.lateBecauseOfInjection(2_100, 2_600);
        truth.end(2_060, 2_700);

        assertThat(truth.partsNs(0)).isEqualTo(Map.of(Part.INJECTED, 450L, Part.DISTURBED, 150L));
        assertThat(truth.partsNs(1)).isEqualTo(Map.of(Part.DISTURBED, 50L));
    }
}
