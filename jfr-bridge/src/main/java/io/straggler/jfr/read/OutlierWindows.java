package io.straggler.jfr.read;

import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The intervals of time that are of interest: what touches none of them explains nothing. Immutable. */
public final class OutlierWindows {
    private final TimeWindows windows;

    /** Windows of each thread, where outliers name their threads. */
    private final Map<Long, TimeWindows> byThread = new HashMap<>();

    /** Windows of calls that were handed on to further threads. */
    private final TimeWindows ofSeveralThreads;

    private OutlierWindows(List<long[]> periods, List<long[]> ofSeveral, Map<Long, List<long[]>> ofThreads) {
        windows = joined(periods);
        ofSeveralThreads = joined(ofSeveral);
        ofThreads.forEach((thread, ofThread) -> byThread.put(thread, joined(ofThread)));
    }

    private static TimeWindows joined(List<long[]> periods) {
        // Added in order, each takes constant time.
        periods.sort(Comparator.comparingLong(period -> period[0]));
        TimeWindows windows = new TimeWindows(Integer.MAX_VALUE);
        periods.forEach(period -> windows.add(period[0], period[1]));
        return windows;
    }

    /**
     * From each outlier's intended start to its end.
     *
     * @param instantsNs each followed by an interval of {@code lengthNs} that is of interest too
     */
    public static OutlierWindows of(List<Outlier> outliers, List<Long> instantsNs, long lengthNs) {
        Map<Long, List<long[]>> ofThreads = new HashMap<>();
        List<long[]> ofSeveral = new ArrayList<>();
        List<long[]> periods = new ArrayList<>(outliers.size() + instantsNs.size());
        for (Outlier outlier : outliers) {
            Iteration iteration = outlier.iteration();
            long[] period = {iteration.intendedNs(), iteration.endNs()};
            periods.add(period);
            if (outlier.hasThread() && outlier.handOver().isPresent()) {
                ofSeveral.add(period);
            }
            if (outlier.hasThread()) {
                ofThreads
                        .computeIfAbsent(outlier.osThreadId(), thread -> new ArrayList<>())
                        .add(period);
            }
        }
        instantsNs.forEach(instantNs -> periods.add(new long[] {instantNs, instantNs + lengthNs}));
        return new OutlierWindows(periods, ofSeveral, ofThreads);
    }

    /** Whether there is nothing of interest. */
    boolean isEmpty() {
        return windows.size() == 0;
    }

    /** Whether an interval touches a window; both ends count. */
    boolean touch(long startNs, long endNs) {
        return windows.overlaps(startNs, endNs);
    }

    /**
     * Returns whether something on a thread touches an outlier: only windows of that thread count, where outliers name
     * their threads.
     */
    boolean touch(long osThreadId, long startNs, long endNs) {
        if (byThread.isEmpty() || osThreadId == Evidence.ANY_THREAD) {
            return touch(startNs, endNs);
        }
        TimeWindows ofThread = byThread.get(osThreadId);
        return ofThread != null && ofThread.overlaps(startNs, endNs) || ofSeveralThreads.overlaps(startNs, endNs);
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
