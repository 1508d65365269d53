package io.straggler.jfr.read;

import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The stretches of time that are of interest: what touches none of them explains nothing. Immutable. */
public final class OutlierWindows {
    private final TimeWindows windows = new TimeWindows(Integer.MAX_VALUE);

    private OutlierWindows(List<long[]> stretches) {
        // In order each is added in no time.
        stretches.sort(Comparator.comparingLong(stretch -> stretch[0]));
        stretches.forEach(stretch -> windows.add(stretch[0], stretch[1]));
    }

    /**
     * From each outlier's intended start to its end.
     *
     * @param instantsNs each followed by a stretch of {@code lengthNs} that is of interest too
     */
    public static OutlierWindows of(List<Outlier> outliers, List<Long> instantsNs, long lengthNs) {
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
        return windows.size() == 0;
    }

    /** Whether a stretch touches a window; both ends count. */
    boolean touch(long startNs, long endNs) {
        return windows.overlaps(startNs, endNs);
    }

    /** When the last window ends that is over before an instant; {@link Long#MIN_VALUE} if none is. */
    long endBefore(long ns) {
        return windows.endBefore(ns);
    }

    /** When the first window begins that is not over before an instant; {@link Long#MAX_VALUE} if there is none. */
    long startFrom(long ns) {
        return windows.startFrom(ns);
    }
}
