package io.straggler.model.hook;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * {@link InFlightCell}: a reading is one state of the pacing thread as a whole, never the tag of one iteration with the start of another,
 * and a later reading is no earlier state.
 *
 * <p>The pacing thread passes through states 0 to 4. Forbidden: -1, which is a reading that was never published, and a second reading below the
 * first.
 */
@JCStressTest
@Outcome(
        id = {
            "0, 0", "0, 1", "0, 2", "0, 3", "0, 4", "1, 1", "1, 2", "1, 3", "1, 4", "2, 2", "2, 3", "2, 4", "3, 3",
            "3, 4", "4, 4"
        },
        expect = Expect.ACCEPTABLE,
        desc = "Two states as they were published, in order.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A reading that mixes two states, or one that goes back.")
@State
public class InFlightCellStress {
    private final InFlightCell cell = new InFlightCell(0);
    private final InFlightView view = new InFlightView();

    @Actor
    public void pacing() {
        cell.begin(1_001, 1);
        cell.end(1_002);
        cell.begin(1_002, 2);
        cell.end(1_003);
    }

    @Actor
    public void sampling(II_Result states) {
        states.r1 = state();
        states.r2 = state();
    }

    private int state() {
        cell.read(view);
        if (view.busy()) {
            return view.intendedNs() == 1_001 && view.startNs() == 1
                    ? 1
                    : view.intendedNs() == 1_002 && view.startNs() == 2 ? 3 : -1;
        }
        long nextNs = view.nextIntendedNs();
        return nextNs == Long.MAX_VALUE ? 0 : nextNs == 1_002 ? 2 : nextNs == 1_003 ? 4 : -1;
    }
}
