package io.straggler.flamegraph.json;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The evidence that is written down for an outlier. Whoever queued for long has met everything that happened meanwhile, as has everybody
 * beside it: of the time in the queue only what took longest is listed, for else a run that could not keep its rate would be listed once
 * per iteration.
 *
 * @param listed in the order in which it began
 * @param leftOut how many others there are
 */
public record ListedEvidence(List<Evidence> listed, int leftOut) {
    private static final int MOST_WHILE_IT_RAN = 100;
    private static final int MOST_WHILE_IT_WAITED = 20;
    private static final Comparator<Evidence> LONGEST_FIRST =
            Comparator.comparingLong(Evidence::durationNs).reversed().thenComparingLong(Evidence::startNs);

    /** Chooses. */
    public static ListedEvidence of(DiagnosedOutlier diagnosed) {
        List<Evidence> all = diagnosed.evidence();
        if (all.size() <= MOST_WHILE_IT_WAITED) {
            return new ListedEvidence(all, 0);
        }
        Iteration iteration = diagnosed.outlier().iteration();
        List<Evidence> ran = new ArrayList<>();
        List<Evidence> waited = new ArrayList<>();
        for (Evidence one : all) {
            (one.endNs() >= iteration.startNs() && one.startNs() <= iteration.endNs() ? ran : waited).add(one);
        }
        List<Evidence> listed = new ArrayList<>(longest(ran, MOST_WHILE_IT_RAN));
        listed.addAll(longest(waited, MOST_WHILE_IT_WAITED));
        listed.sort(Comparator.comparingLong(Evidence::startNs));
        return new ListedEvidence(List.copyOf(listed), all.size() - listed.size());
    }

    private static List<Evidence> longest(List<Evidence> some, int most) {
        return some.size() <= most
                ? some
                : some.stream().sorted(LONGEST_FIRST).limit(most).toList();
    }
}
