package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Standstills;
import io.straggler.diagnosis.Standstills.Named;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Place;
import io.straggler.model.text.LineWidth;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandstillLinesTest {
    private static final long MS = 1_000_000;

    @Test
    void shouldSayNothingIfNothingStoodStill() {
        assertThat(StandstillLines.of(Standstills.NONE, LineWidth.USUAL)).isEmpty();
    }

    @Test
    void shouldSayWhatStoodStillHowOftenAndHowLong() {
        Standstills standstills = new Standstills(
                12,
                152 * MS,
                400 * MS,
                MS,
                false,
                List.of(
                        new Named(Cause.VM_OPERATION, Place.of("GC_HeapInspection"), 2, 152 * MS, 300 * MS),
                        new Named(Cause.STOPPED, Place.NONE, 1, 60 * MS, 60 * MS),
                        new Named(Cause.GC_PAUSE, Place.of("Pause \u001B[2J"), 8, 5 * MS, 30 * MS),
                        new Named(Cause.GC_PAUSE, Place.of("another"), 1, 10 * MS, 10 * MS)));

        assertThat(StandstillLines.of(standstills, LineWidth.USUAL))
                .containsExactly(
                        "  stops       all threads stood still 12 times, up to 152 ms, outside of outliers: GC_HeapInspection",
                        "              75%, process stopped 15%, Pause \u27E8001B\u27E9[2J 8%, other",
                        "              whoever waited meanwhile for an iteration to begin is in no figure");
    }

    @Test
    void shouldSayThatIterationsThatWereDueWereLate() {
        Standstills standstills = new Standstills(
                1, 5 * MS, 5 * MS, MS, true, List.of(new Named(Cause.GC_PAUSE, Place.of("Young"), 1, 5 * MS, 5 * MS)));

        assertThat(StandstillLines.of(standstills, LineWidth.USUAL))
                .containsExactly(
                        "  stops       all threads stood still once, for 5 ms, outside of outliers: Young",
                        "              iterations that were due then were late, but by less than the threshold");
    }
}
