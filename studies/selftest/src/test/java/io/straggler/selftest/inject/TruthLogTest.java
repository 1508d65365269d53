package io.straggler.selftest.inject;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.selftest.Fault;
import io.straggler.selftest.Truth;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TruthLogTest {
    @Test
    void shouldKeepWhatWasDoneAndForgetWhatWasNot() {
        List<PlannedInjection> injections = List.of(
                new PlannedInjection(0, 2, Fault.GC, 10, 1),
                new PlannedInjection(1, 7, Fault.HOG, 20, 1),
                new PlannedInjection(2, 13, Fault.PARK, 30, 1));
        TruthLog truth = new TruthLog(injections);

        truth.begin(injections.get(0), 100, 105);
        truth.add(Fault.GC, 7);
        truth.add(Fault.GC, 2);
        truth.end(110, 119);
        truth.surround(105, 122);
        truth.begin(injections.get(1), 600, 600);
        truth.surround(600, 700);
        truth.begin(injections.get(2), 1200, 1200);
        truth.add(Fault.PARK, -3);
        truth.end(1210, 1250);

        assertThat(truth.truths())
                .containsExactly(
                        new Truth(
                                100,
                                Fault.GC,
                                10,
                                110,
                                119,
                                Map.of(Fault.GC, 9L, Fault.DISTURBED, 5L, Fault.SLOW_CODE, 8L)),
                        new Truth(1200, Fault.PARK, 30, 1210, 1250, Map.of()));
        assertThat(truth.truths().get(1).injectedNs()).isZero();
    }

    @Test
    void shouldTakeALateStartForTheFaultsDoingWhereTheyOverlap() {
        List<PlannedInjection> injections = List.of(
                new PlannedInjection(0, 2, Fault.STOPPED, 500, 1), new PlannedInjection(1, 3, Fault.STOPPED, 500, 1));
        TruthLog truth = new TruthLog(injections);

        truth.begin(injections.get(0), 1_000, 1_600);
        truth.lateBecauseOf(Fault.STOPPED, 900, 1_450);
        truth.end(1_610, 1_610);
        truth.begin(injections.get(1), 2_000, 2_050);
        truth.lateBecauseOf(Fault.STOPPED, 2_100, 2_600);
        truth.end(2_060, 2_700);

        assertThat(truth.truths())
                .extracting(Truth::partsNs)
                .containsExactly(Map.of(Fault.STOPPED, 450L, Fault.DISTURBED, 150L), Map.of(Fault.DISTURBED, 50L));
    }
}
