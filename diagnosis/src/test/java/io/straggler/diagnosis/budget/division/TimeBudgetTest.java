package io.straggler.diagnosis.budget.division;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.TimeBudget;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What goes with a cause if that is removed. */
class TimeBudgetTest {
    @Test
    void shouldLetGoWithACauseWhatWouldNotHaveBeenWithoutIt() {
        TimeBudget collected = new TimeBudget(
                0,
                1_000,
                List.of(
                        part(Cause.GC_PAUSE, 600),
                        part(Cause.VM_OPERATION, 200),
                        part(Cause.TIME_TO_SAFEPOINT, 100),
                        part(Cause.FILE_IO, 200),
                        part(Cause.CAPTURE, 50)));
        assertThat(collected.goesWithNs(Cause.GC_PAUSE)).isEqualTo(600 + 75 + 50);
        assertThat(collected.goesWithNs(Cause.VM_OPERATION)).isEqualTo(200 + 25);
        assertThat(collected.goesWithNs(Cause.FILE_IO)).isEqualTo(200);
        assertThat(collected.goesWithNs(Cause.PARK)).isZero();

        TimeBudget dumped =
                new TimeBudget(0, 300, List.of(part(Cause.VM_OPERATION, 200), part(Cause.TIME_TO_SAFEPOINT, 100)));
        assertThat(dumped.goesWithNs(Cause.VM_OPERATION)).isEqualTo(300);
        assertThat(dumped.goesWithNs(Cause.TIME_TO_SAFEPOINT)).isEqualTo(100);
    }

    @Test
    void shouldLetGoWithACauseItsShareOfWhatIsUnknownIfAsked() {
        TimeBudget partly = new TimeBudget(
                0,
                1_000,
                List.of(
                        part(Cause.FILE_IO, 300),
                        part(Cause.CODE, 100),
                        part(Cause.USUAL_WORK, 200),
                        part(Cause.NOT_SEEN, 250),
                        part(Cause.UNEXPLAINED, 150)));
        assertThat(partly.mayGoWithNs(Cause.FILE_IO, 1)).isEqualTo(300 + 300);
        assertThat(partly.mayGoWithNs(Cause.PARK, 1)).isZero();
        TimeBudget unseen = new TimeBudget(0, 1_000, List.of(part(Cause.NOT_SEEN, 800)));
        assertThat(unseen.mayGoWithNs(Cause.FILE_IO, 0.5)).isEqualTo(400);
    }

    private static TimeBudget.Part part(Cause cause, long ns) {
        return new TimeBudget.Part(cause, ns, 1, 0, List.of());
    }
}
