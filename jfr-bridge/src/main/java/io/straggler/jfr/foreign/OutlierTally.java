package io.straggler.jfr.foreign;

import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.hook.ThreadRole;
import io.straggler.model.hook.WatchedThread;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Supplier;

/**
 * The slow iterations that a reading has found, 24 bytes for each. Tallies of ranges of a recording, added in order of the file, say what one of the whole says.
 * Threads: one.
 */
public final class OutlierTally implements Serializable {
    private static final long serialVersionUID = 1;

    /** Start, end and thread of each. */
    private static final int NUMBERS = 3;

    private final long thresholdNs;
    private final long leastNs;
    private final LinkedHashMap<Long, Named> threads = new LinkedHashMap<>();
    private long[] listed = new long[0];
    private int size;
    private long count;

    /** What a thread is called. */
    record Named(String name, long javaThreadId) implements Serializable {}

    /**
     * Of no iteration.
     *
     * @param thresholdNs at and above which an iteration is an outlier
     * @param leastNs at and above which it is listed; more than the threshold where there would be too many
     */
    OutlierTally(long thresholdNs, long leastNs) {
        this.thresholdNs = thresholdNs;
        this.leastNs = leastNs;
    }

    /**
     * Takes an iteration.
     *
     * @param name of the thread, asked for when it is the first of it
     */
    void add(long startNs, long endNs, long thread, Supplier<Named> name) {
        count += endNs - startNs >= thresholdNs ? 1 : 0;
        if (endNs - startNs >= leastNs) {
            threads.computeIfAbsent(thread, key -> name.get());
            room(NUMBERS);
            listed[size++] = startNs;
            listed[size++] = endNs;
            listed[size++] = thread;
        }
    }

    private void room(int more) {
        if (listed.length - size < more) {
            listed = Arrays.copyOf(listed, Math.max(size + more, size + size / 2));
        }
    }

    /** Adds what later chunks hold. */
    public void add(OutlierTally later) {
        count += later.count;
        later.threads.forEach(threads::putIfAbsent);
        room(later.size);
        System.arraycopy(later.listed, 0, listed, size, later.size);
        size += later.size;
    }

    /** The outliers. */
    public SlowIterations outliers() {
        List<Outlier> outliers = new ArrayList<>(size / NUMBERS);
        for (int i = 0; i < size; i += NUMBERS) {
            Iteration iteration = new Iteration(ForeignRecording.RUN, listed[i], listed[i], listed[i + 1], 0, 0);
            outliers.add(new Outlier(iteration, thresholdNs, List.of(), listed[i + 2]));
        }
        List<WatchedThread> watched = threads.entrySet().stream()
                .filter(thread -> thread.getKey() != 0)
                .map(thread -> new WatchedThread(
                        thread.getValue().name(), thread.getValue().javaThreadId(), thread.getKey(), ThreadRole.HELPER))
                .toList();
        return SlowIterations.of(outliers, count, watched);
    }
}
