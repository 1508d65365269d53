package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the machine took of each outlier, as far as there are witnesses: time that the outlier spent without a core, and in which a thread
 * that did nothing but sleep on a core that was chosen for it could not wake up either. The thread's own account says how much, the
 * witnesses say when; the smaller of the two counts.
 */
final class Hiccups {
    /** What the machine does, and no code of the program. */
    private static final Set<Cause> MACHINE = EnumSet.of(Cause.RUN_QUEUE, Cause.THROTTLING, Cause.STOPPED, Cause.STEAL);

    private Hiccups() {}

    /** Nanoseconds by intended start, of those outliers that have any. */
    static Map<Long, Long> of(List<DiagnosedOutlier> outliers, List<TimeBudget> budgets) {
        Map<Long, Long> all = new HashMap<>();
        for (int i = 0; i < budgets.size(); i++) {
            TimeBudget budget = budgets.get(i);
            long withoutCoreNs = MACHINE.stream().mapToLong(budget::ns).sum();
            if (withoutCoreNs > 0) {
                long ns = Math.min(withoutCoreNs, witnessedNs(outliers.get(i)));
                if (ns > 0) {
                    all.put(budget.intendedNs(), ns);
                }
            }
        }
        return all;
    }

    private static long witnessedNs(DiagnosedOutlier diagnosed) {
        List<Evidence> hiccups = diagnosed.evidence().stream()
                .filter(one -> one.kind() == Evidence.Kind.HICCUP)
                .toList();
        Iteration iteration = diagnosed.outlier().iteration();
        return IntervalSet.union(hiccups)
                .within(iteration.startNs() - iteration.dispatchNs(), iteration.endNs())
                .lengthNs();
    }
}
