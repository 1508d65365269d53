package io.straggler.jfr.anyrecording;

import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The slow iterations that a reading has found, 32 bytes for each. Threads: one. */
final class OutlierTally {
    /** Start, end and thread of each, and which of the groups. */
    private static final int NUMBERS = 4;

    private final long thresholdNs;
    private final long leastNs;
    private final Map<ThreadIds, String> threads = new LinkedHashMap<>();
    private final Map<String, Long> groups = new LinkedHashMap<>();
    private long[] listed = new long[0];
    private int size;
    private long count;

    /** The system gives the number of a thread that has ended to a later one. */
    private record ThreadIds(long thread, long javaThreadId) {}

    /** Name of a thread. */
    record Named(String name, long javaThreadId) {}

    /**
     * Creates a tally without iterations.
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
     * @param name of the thread, asked for when the iteration is listed
     * @param group of the iteration, asked for when it is listed
     */
    void add(long startNs, long endNs, long thread, Supplier<Named> name, Supplier<String> group) {
        // Names and groups are read first: one that cannot be read ends the event, and nothing of it may be left.
        if (endNs - startNs >= leastNs) {
            Named named = name.get();
            long number = number(group.get());
            threads.putIfAbsent(new ThreadIds(thread, named.javaThreadId()), named.name());
            makeRoom();
            listed[size++] = startNs;
            listed[size++] = endNs;
            listed[size++] = thread;
            listed[size++] = number;
        }
        count += endNs - startNs >= thresholdNs ? 1 : 0;
    }

    private long number(String group) {
        return groups.computeIfAbsent(group, name -> (long) groups.size());
    }

    private void makeRoom() {
        if (listed.length - size < NUMBERS) {
            listed = Arrays.copyOf(listed, Math.max(size + NUMBERS, size + size / 2));
        }
    }

    /**
     * The outliers.
     *
     * @param changes signs that iterations are not the work of the threads that committed them
     */
    SlowIterations outliers(ThreadChanges changes) {
        List<Outlier> outliers = new ArrayList<>(size / NUMBERS);
        List<String> names = List.copyOf(groups.keySet());
        for (int i = 0; i < size; i += NUMBERS) {
            Iteration iteration = new Iteration(AnyRecording.RUN, listed[i], listed[i], listed[i + 1], 0, 0);
            outliers.add(new Outlier(iteration, thresholdNs, List.of(), listed[i + 2], names.get((int) listed[i + 3])));
        }
        List<WatchedThread> watched = new ArrayList<>();
        threads.forEach((ids, name) -> {
            if (ids.thread != 0) {
                watched.add(new WatchedThread(name, ids.javaThreadId, ids.thread, ThreadRole.HELPER));
            }
        });
        return SlowIterations.of(outliers, count, changes, watched);
    }
}
