package io.straggler.flamegraph.report;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.model.Iteration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which outlier on the page made which wait, and at which site. */
final class CulpritLinks {
    static final int NOBODY = -1;

    private final int[] site;
    private final int[] culprit;
    private final long[] othersNs;

    CulpritLinks(ShownOutliers outliers, Conclusions conclusions) {
        int size = outliers.all().size();
        site = new int[size];
        culprit = new int[size];
        othersNs = new long[size];
        Arrays.fill(site, NOBODY);
        Arrays.fill(culprit, NOBODY);
        Map<Long, Integer> siteByTag = new HashMap<>();
        for (int number = 0; number < conclusions.sites().size(); number++) {
            for (Culprit one : conclusions.sites().get(number).culprits()) {
                siteByTag.put(one.iteration().intendedNs(), number);
                int index = outliers.indexOf(one.iteration());
                if (index >= 0) {
                    site[index] = number;
                    othersNs[index] = one.othersNs();
                }
            }
        }
        for (int i = 0; i < size; i++) {
            Iteration iteration = outliers.all().get(i).iteration();
            List<Blame.Wait> waits = conclusions.blame().waits().getOrDefault(iteration.intendedNs(), List.of());
            if (!waits.isEmpty()) {
                long tag = waits.get(0).intendedNs();
                culprit[i] = outliers.indexOf(iteration.runId(), tag);
                site[i] = site[i] == NOBODY ? siteByTag.getOrDefault(tag, NOBODY) : site[i];
            }
        }
    }

    /** The site of the outlier, or of the culprit that it waited for. */
    int site(int index) {
        return site[index];
    }

    /** The culprit that it waited for most; nobody where that is not on the page, such as one that was no outlier. */
    int culprit(int index) {
        return culprit[index];
    }

    /** Returns the waiting that the outlier caused to others, in nanoseconds. */
    long othersNs(int index) {
        return othersNs[index];
    }
}
