package io.straggler.jfr.anyrecording;

import io.straggler.model.Outlier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** When outliers ran on each thread, to cut what a stack stands for where the outlier ends that it was taken in. Immutable. */
final class OutlierTimes {
    private final Map<Long, OfThread> byThread = new HashMap<>();

    OutlierTimes(List<Outlier> outliers) {
        Map<Long, List<Outlier>> lists = new HashMap<>();
        outliers.forEach(outlier -> lists.computeIfAbsent(outlier.osThreadId(), thread -> new ArrayList<>())
                .add(outlier));
        lists.forEach((thread, list) -> byThread.put(thread, new OfThread(list)));
    }

    /** The longest interval around an instant in which no outlier of the thread begins or ends; {@code null} if none runs. */
    long @Nullable [] around(long thread, long atNs) {
        OfThread ofThread = byThread.get(thread);
        return ofThread == null ? null : ofThread.around(atNs);
    }

    private static final class OfThread {
        /** Starts and ends, in order. */
        private final long[] boundsNs;

        /** How many outliers run from each of them to the next. */
        private final int[] open;

        private OfThread(List<Outlier> outliers) {
            long[] starts = outliers.stream()
                    .mapToLong(outlier -> outlier.iteration().startNs())
                    .sorted()
                    .toArray();
            long[] ends = outliers.stream()
                    .mapToLong(outlier -> outlier.iteration().endNs())
                    .sorted()
                    .toArray();
            boundsNs = new long[starts.length + ends.length];
            open = new int[boundsNs.length];
            int start = 0;
            int end = 0;
            for (int i = 0; i < boundsNs.length; i++) {
                boolean begins = start < starts.length && starts[start] < ends[end];
                boundsNs[i] = begins ? starts[start++] : ends[end++];
                open[i] = start - end;
            }
        }

        private long @Nullable [] around(long atNs) {
            int found = Arrays.binarySearch(boundsNs, atNs);
            int before = found >= 0 ? found : -found - 2;
            // The last of several at one instant says who runs afterwards.
            while (before >= 0 && before + 1 < boundsNs.length && boundsNs[before + 1] == boundsNs[before]) {
                before++;
            }
            return before < 0 || open[before] == 0 ? null : new long[] {boundsNs[before], boundsNs[before + 1]};
        }
    }
}
