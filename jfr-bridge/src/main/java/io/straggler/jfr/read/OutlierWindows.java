package io.straggler.jfr.read;

import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The intervals of time that are of interest: what touches none of them explains nothing. Immutable. */
public final class OutlierWindows {
    private final TimeWindows windows = new TimeWindows(Integer.MAX_VALUE);

    private OutlierWindows(List<long[]> periods) {
        // In order each is added in no time.
        periods.sort(Comparator.comparingLong(period -> period[0]));
        periods.forEach(period -> windows.add(period[0], period[1]));
    }

    /**
     * From each outlier's intended start to its end.
     *
     * @param instantsNs each followed by an interval of {@code lengthNs} that is of interest too
     */
    public static OutlierWindows of(List<Outlier> outliers, List<Long> instantsNs, long lengthNs) {
        List<long[]> periods = new ArrayList<>(outliers.size() + instantsNs.size());
        for (Outlier outlier : outliers) {
            Iteration iteration = outlier.iteration();
            periods.add(new long[] {iteration.intendedNs(), iteration.endNs()});
        }
        instantsNs.forEach(instantNs -> periods.add(new long[] {instantNs, instantNs + lengthNs}));
        return new OutlierWindows(periods);
    }

    /** Whether there is nothing of interest. */
    boolean isEmpty() {
        return windows.size() == 0;
    }

    /** Whether an interval touches a window; both ends count. */
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
