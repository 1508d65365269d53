package io.straggler.sweep;

import io.straggler.flamegraph.Capacity.Tried;
import java.util.List;
import java.util.Optional;

/**
 * What a search for the highest sustained rate has found.
 *
 * @param found the highest rate that is sustained, below all that are not; empty if not even the lowest is
 * @param above the lowest rate that is not sustained; empty if none was seen
 * @param undecided rates between both that could not be decided, growing
 */
public record Finding(Optional<Tried> found, Optional<Tried> above, List<Tried> undecided) {
    public Finding {
        undecided = List.copyOf(undecided);
    }

    /** Whether the bracket's ends were confirmed in so many runs of their own. */
    public boolean confirmed(int confirmations) {
        return found.isPresent()
                && found.get().confirmed() >= confirmations
                && (above.isEmpty() || above.get().confirmed() >= confirmations);
    }
}
