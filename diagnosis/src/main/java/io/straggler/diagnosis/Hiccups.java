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
 * Time that hiccups of the machine took of each outlier. Two times are compared: the outlier's budget says for how long
 * its thread had no core; a jitter thread, which only sleeps and is bound to a chosen core, says when that core could
 * not run the jitter thread either. The smaller one counts.
 */
final class Hiccups {
    /** Causes outside of the program. */
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
