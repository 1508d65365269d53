package io.straggler.jfr.foreign;

import io.straggler.model.Outlier;
import io.straggler.model.hook.WatchedThread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The outliers of a recording.
 *
 * @param outliers those that lie in no other one of the same thread
 * @param count how many iterations were as long, unlisted and nested ones too
 * @param nested how many of those that are listed lie in another one of the same thread: their time is that one's
 * @param overlapping how many begin while another one of the same thread runs, and end after it
 * @param threads that ran outliers
 */
public record SlowIterations(
        List<Outlier> outliers, long count, long nested, long overlapping, List<WatchedThread> threads) {
    public SlowIterations {
        outliers = List.copyOf(outliers);
        threads = List.copyOf(threads);
    }

    /**
     * Leaves out those that lie in another one.
     *
     * @param all that are listed
     */
    static SlowIterations of(List<Outlier> all, long count, List<WatchedThread> threads) {
        List<Outlier> ordered = new ArrayList<>(all);
        ordered.sort(Comparator.comparingLong(Outlier::osThreadId)
                .thenComparing(outlier -> outlier.iteration().startNs())
                .thenComparing(outlier -> -outlier.iteration().endNs()));
        List<Outlier> outermost = new ArrayList<>();
        long overlapping = 0;
        Outlier last = null;
        for (Outlier outlier : ordered) {
            boolean follows = last != null && outlier.hasThread() && last.osThreadId() == outlier.osThreadId();
            boolean nested =
                    follows && outlier.iteration().endNs() <= last.iteration().endNs();
            if (!nested) {
                overlapping += follows
                                && outlier.iteration().startNs()
                                        < last.iteration().endNs()
                        ? 1
                        : 0;
                outermost.add(outlier);
                last = outlier;
            }
        }
        return new SlowIterations(outermost, count, all.size() - outermost.size(), overlapping, threads);
    }
}
