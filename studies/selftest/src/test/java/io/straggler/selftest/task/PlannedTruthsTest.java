package io.straggler.selftest.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.selftest.Truth;
import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.inject.TruthLog;
import io.straggler.selftest.inject.TruthLog.Part;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlannedTruthsTest {
    @Test
    void shouldNameThePartsOfTheInjectionsThatTookPlace() {
        List<PlannedInjection> injections = List.of(
                new PlannedInjection(0, 2, Fault.TIME_TO_SAFEPOINT, 10, 1),
                new PlannedInjection(1, 7, Fault.HOG, 20, 1),
                new PlannedInjection(2, 13, Fault.PARK, 30, 1));
        TruthLog log = new TruthLog(3);
        log.begin(0, 100, 105);
        log.add(Part.INJECTED, 9);
        log.add(Part.SAFEPOINT, 4);
        log.add(Part.CODE, 8);
        log.end(110, 119);
        log.begin(2, 1200, 1200);
        log.end(1210, 1250);

        List<Truth> truths = PlannedTruths.of(injections, log);

        assertThat(truths)
                .containsExactly(
                        new Truth(
                                100,
                                Fault.TIME_TO_SAFEPOINT,
                                10,
                                110,
                                119,
                                Map.of(
                                        Fault.TIME_TO_SAFEPOINT,
                                        9L,
                                        Fault.SAFEPOINT,
                                        4L,
                                        Fault.SLOW_CODE,
                                        8L,
                                        Fault.DISTURBED,
                                        5L)),
                        new Truth(1200, Fault.PARK, 30, 1210, 1250, Map.of()));
        assertThat(truths.get(1).injectedNs()).isZero();
    }

    /** The code of an iteration is the injection where slow code is injected. */
    @Test
    void shouldAddUpPartsOfOneName() {
        TruthLog log = new TruthLog(1);
        log.begin(0, 100, 100);
        log.add(Part.INJECTED, 50);
        log.add(Part.CODE, 3);
        log.end(101, 151);

        Truth truth = PlannedTruths.of(List.of(new PlannedInjection(0, 1, Fault.SLOW_CODE, 50, 1)), log)
                .get(0);

        assertThat(truth.partsNs()).isEqualTo(Map.of(Fault.SLOW_CODE, 53L));
    }
}
