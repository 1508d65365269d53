package io.straggler.diagnosis.budget;

import io.straggler.model.Evidence;
import java.util.ArrayList;
import java.util.List;

/**
 * Deoptimisations of one thread that follow each other at once. A thread whose code is given up again before long, several times in a
 * row, runs interpreted for most of the time in between.
 */
final class DeoptimisationRows {
    /** A row from so many on, each within this of the one before. */
    private static final int ROW = 3;

    private static final long WITHIN_NS = 500_000;

    private DeoptimisationRows() {}

    /**
     * The time from each deoptimisation to the next in its row, as evidence that names the first of the two.
     *
     * @param given in order of time
     */
    static List<Evidence> in(List<Evidence> given) {
        List<Evidence> interpreted = new ArrayList<>();
        int first = 0;
        for (int next = 1; next <= given.size(); next++) {
            boolean ends = next == given.size()
                    || given.get(next).startNs() - given.get(next - 1).startNs() > WITHIN_NS;
            if (ends) {
                if (next - first >= ROW) {
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
                    new Evidence(from.kind(), from.startNs(), row.get(i).startNs(), from.osThreadId(), from.detail()));
        }
    }
}
