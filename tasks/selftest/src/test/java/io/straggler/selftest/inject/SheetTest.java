package io.straggler.selftest.inject;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.selftest.Fault;
import io.straggler.selftest.Truth;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SheetTest {
    @Test
    void shouldKeepWhatWasDoneAndForgetWhatWasNot() {
        List<Cue> cues = List.of(
                new Cue(0, 2, Fault.GC, 10, 1), new Cue(1, 7, Fault.HOG, 20, 1), new Cue(2, 13, Fault.PARK, 30, 1));
        Sheet sheet = new Sheet(cues);

        sheet.begin(cues.get(0), 100, 105);
        sheet.add(Fault.GC, 7);
        sheet.add(Fault.GC, 2);
        sheet.end(110, 119);
        sheet.surround(105, 122);
        sheet.begin(cues.get(1), 600, 600);
        sheet.surround(600, 700);
        sheet.begin(cues.get(2), 1200, 1200);
        sheet.add(Fault.PARK, -3);
        sheet.end(1210, 1250);

        assertThat(sheet.truths())
                .containsExactly(
                        new Truth(
                                100,
                                Fault.GC,
                                10,
                                110,
                                119,
                                Map.of(Fault.GC, 9L, Fault.DISTURBED, 5L, Fault.SLOW_CODE, 8L)),
                        new Truth(1200, Fault.PARK, 30, 1210, 1250, Map.of()));
        assertThat(sheet.truths().get(1).injectedNs()).isZero();
    }

    @Test
    void shouldTakeALateStartForTheFaultsDoingWhereTheyOverlap() {
        List<Cue> cues = List.of(new Cue(0, 2, Fault.STOPPED, 500, 1), new Cue(1, 3, Fault.STOPPED, 500, 1));
        Sheet sheet = new Sheet(cues);

        sheet.begin(cues.get(0), 1_000, 1_600);
        sheet.lateBecauseOf(Fault.STOPPED, 900, 1_450);
        sheet.end(1_610, 1_610);
        sheet.begin(cues.get(1), 2_000, 2_050);
        sheet.lateBecauseOf(Fault.STOPPED, 2_100, 2_600);
        sheet.end(2_060, 2_700);

        assertThat(sheet.truths())
                .extracting(Truth::partsNs)
                .containsExactly(Map.of(Fault.STOPPED, 450L, Fault.DISTURBED, 150L), Map.of(Fault.DISTURBED, 50L));
    }
}
