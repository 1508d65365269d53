package io.straggler.jfr;

import io.straggler.model.Evidence;
import io.straggler.model.Outlier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Evidence within bounds: a pacing thread that parks before every iteration leaves millions of events that explain nothing.
 * What overlaps an outlier goes first; of the rest, a sample of the beginning is kept as background.
 */
final class KeptEvidence {
    static final int MOST_RELEVANT = 1_000_000;
    static final int MOST_OTHER = 100_000;

    private final List<Evidence> kept = new ArrayList<>();
    private final long[] fromNs;
    private final long[] toNs;
    private final int windows;
    private int relevant;
    private long dropped;

    KeptEvidence(List<Outlier> outliers) {
        List<Outlier> ordered = new ArrayList<>(outliers);
        ordered.sort(Comparator.comparingLong(outlier -> outlier.iteration().intendedNs()));
        fromNs = new long[ordered.size()];
        toNs = new long[ordered.size()];
        int last = -1;
        for (Outlier outlier : ordered) {
            long from = outlier.iteration().intendedNs();
            long to = outlier.iteration().endNs();
            if (last >= 0 && from <= toNs[last]) {
                toNs[last] = Math.max(toNs[last], to);
            } else {
                last++;
                fromNs[last] = from;
                toNs[last] = to;
            }
        }
        windows = last + 1;
    }

    void add(Evidence evidence) {
        boolean overlaps = overlaps(evidence);
        if (overlaps ? relevant >= MOST_RELEVANT : kept.size() - relevant >= MOST_OTHER) {
            dropped += overlaps ? 1 : 0;
            return;
        }
        relevant += overlaps ? 1 : 0;
        kept.add(evidence);
    }

    /** How much that overlaps an outlier was dropped nevertheless. */
    long dropped() {
        return dropped;
    }

    List<Evidence> inOrder() {
        kept.sort(Comparator.comparingLong(Evidence::startNs));
        return kept;
    }

    private boolean overlaps(Evidence evidence) {
        int low = 0;
        int high = windows;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (toNs[middle] < evidence.startNs()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < windows && fromNs[low] <= evidence.endNs();
    }
}
