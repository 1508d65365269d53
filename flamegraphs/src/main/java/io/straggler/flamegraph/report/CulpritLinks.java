package io.straggler.flamegraph.report;

import io.straggler.diagnosis.CulpritSite;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.diagnosis.budget.Cause;
import java.util.Arrays;
import java.util.List;

/** Which outlier on the page made which wait, and at which site. */
final class CulpritLinks {
    static final int NOBODY = -1;

    private final int[] site;
    private final int[] culprit;
    private final long[] othersNs;

    CulpritLinks(ShownOutliers outliers, List<CulpritSite> sites) {
        int size = outliers.all().size();
        site = new int[size];
        culprit = new int[size];
        othersNs = new long[size];
        long[] mostNs = new long[size];
        Arrays.fill(site, NOBODY);
        Arrays.fill(culprit, NOBODY);
        for (int number = 0; number < sites.size(); number++) {
            for (Culprit one : sites.get(number).culprits()) {
                int from = outliers.indexOf(one.iteration());
                if (from >= 0) {
                    site[from] = number;
                    othersNs[from] = one.othersNs();
                }
                for (Culprit.Victim victim : one.victims()) {
                    int to = outliers.indexOf(one.iteration().runId(), victim.intendedNs());
                    if (to >= 0 && victim.delayNs() > mostNs[to] && from >= 0) {
                        mostNs[to] = victim.delayNs();
                        culprit[to] = from;
                    }
                }
            }
        }
        adoptUnnamed(outliers);
        for (int i = 0; i < size; i++) {
            site[i] = site[i] == NOBODY && culprit[i] != NOBODY ? site[culprit[i]] : site[i];
        }
    }

    /**
     * A culprit keeps the names of its most delayed victims only. One that it does not name waited for the same as the outlier in
     * front of it, if it was due before that one's end.
     */
    private void adoptUnnamed(ShownOutliers outliers) {
        List<ShownOutliers.Shown> all = outliers.all();
        for (int i = 1; i < culprit.length; i++) {
            if (culprit[i] == NOBODY
                    && all.get(i).budget().ns(Cause.CULPRITS) > 0
                    && all.get(i)
                            .iteration()
                            .runId()
                            .equals(all.get(i - 1).iteration().runId())
                    && all.get(i - 1).iteration().endNs()
                            > all.get(i).iteration().intendedNs()) {
                culprit[i] = culprit[i - 1] != NOBODY ? culprit[i - 1] : site[i - 1] != NOBODY ? i - 1 : NOBODY;
            }
        }
    }

    /** The site of the outlier, or of the culprit that it waited for. */
    int site(int index) {
        return site[index];
    }

    /** The outlier that it waited for most. */
    int culprit(int index) {
        return culprit[index];
    }

    /** What the outlier made others wait. */
    long othersNs(int index) {
        return othersNs[index];
    }
}
