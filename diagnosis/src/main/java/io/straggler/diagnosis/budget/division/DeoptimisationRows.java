package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.Rules.Constant;
import io.straggler.model.Evidence;
import java.util.ArrayList;
import java.util.List;

/**
 * Deoptimisations of one thread that follow each other at once. A thread whose code is given up again before long, several times in a
 * row, runs interpreted for most of the time in between.
 */
final class DeoptimisationRows {
    private DeoptimisationRows() {}

    /**
     * The time from each deoptimisation to the next in its row, as evidence that names the first of the two.
     *
     * @param given in order of time
     */
    static List<Evidence> in(List<Evidence> given, Rules rules) {
        List<Evidence> interpreted = new ArrayList<>();
        int first = 0;
        for (int next = 1; next <= given.size(); next++) {
            boolean ends = next == given.size()
                    || given.get(next).startNs() - given.get(next - 1).startNs()
                            > rules.ns(Constant.DEOPTIMISATIONS_WITHIN);
            if (ends) {
                if (next - first >= rules.of(Constant.DEOPTIMISATIONS_IN_A_ROW)) {
                    addGaps(given.subList(first, next), interpreted);
                }
                first = next;
            }
        }
        return interpreted;
    }

    private static void addGaps(List<Evidence> row, List<Evidence> interpreted) {
        for (int i = 1; i < row.size(); i++) {
            Evidence from = row.get(i - 1);
            interpreted.add(
                    new Evidence(from.kind(), from.startNs(), row.get(i).startNs(), from.osThreadId(), from.place()));
        }
    }
}
