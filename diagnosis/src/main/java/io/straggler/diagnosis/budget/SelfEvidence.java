package io.straggler.diagnosis.budget;

import io.straggler.model.Evidence;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Events of the threads that an outlier's time was spent on, by the cause that they show. */
public final class SelfEvidence {
    private final Map<Cause, List<Evidence>> byCause = new EnumMap<>(Cause.class);
    private final boolean empty;

    /**
     * @param all in order of time
     * @param threads what happened on others is left out
     */
    public SelfEvidence(List<Evidence> all, Set<Long> threads) {
        boolean none = true;
        for (Evidence one : all) {
            if (one.osThreadId() == Evidence.ANY_THREAD || threads.contains(one.osThreadId())) {
                none = false;
                Cause cause = Cause.shownBy(one.kind());
                if (cause != null) {
                    byCause.computeIfAbsent(cause, key -> new ArrayList<>()).add(one);
                }
            }
        }
        empty = none;
    }

    /** Whether there is none, not even such that shows no cause. */
    public boolean isEmpty() {
        return empty;
    }

    public List<Evidence> of(Cause cause) {
        return byCause.getOrDefault(cause, List.of());
    }

    /** When any of the causes was. */
    public IntervalSet union(Set<Cause> causes) {
        IntervalSet union = IntervalSet.NONE;
        for (Map.Entry<Cause, List<Evidence>> entry : byCause.entrySet()) {
            if (causes.contains(entry.getKey())) {
                union = union.or(IntervalSet.union(entry.getValue()));
            }
        }
        return union;
    }
}
