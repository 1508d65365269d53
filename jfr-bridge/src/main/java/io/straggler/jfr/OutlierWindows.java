package io.straggler.jfr;

import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The stretches of time that are of interest, merged and in order: what touches none of them explains nothing. Immutable. */
final class OutlierWindows {
    private final long[] fromNs;
    private final long[] toNs;
    private final int count;

    private OutlierWindows(List<long[]> stretches) {
        stretches.sort(Comparator.comparingLong(stretch -> stretch[0]));
        fromNs = new long[stretches.size()];
        toNs = new long[stretches.size()];
        int last = -1;
        for (long[] stretch : stretches) {
            if (last >= 0 && stretch[0] <= toNs[last]) {
                toNs[last] = Math.max(toNs[last], stretch[1]);
            } else {
                last++;
                fromNs[last] = stretch[0];
                toNs[last] = stretch[1];
            }
        }
        count = last + 1;
    }

    /**
     * From each outlier's intended start to its end.
     *
     * @param instantsNs each followed by a stretch of {@code lengthNs} that is of interest too
     */
    static OutlierWindows of(List<Outlier> outliers, List<Long> instantsNs, long lengthNs) {
        List<long[]> stretches = new ArrayList<>(outliers.size() + instantsNs.size());
        for (Outlier outlier : outliers) {
            Iteration iteration = outlier.iteration();
            stretches.add(new long[] {iteration.intendedNs(), iteration.endNs()});
        }
        instantsNs.forEach(instantNs -> stretches.add(new long[] {instantNs, instantNs + lengthNs}));
        return new OutlierWindows(stretches);
    }

    /** Whether there is nothing of interest. */
    boolean isEmpty() {
        return count == 0;
    }

    /** Whether a stretch touches a window; both ends count. */
    boolean touch(long startNs, long endNs) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (toNs[middle] < startNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < count && fromNs[low] <= endNs;
    }
}
