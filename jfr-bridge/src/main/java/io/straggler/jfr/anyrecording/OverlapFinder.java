package io.straggler.jfr.anyrecording;

import io.straggler.jfr.clock.ClockMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds threads on which iterations overlap as work of one thread cannot: an iteration begins while another one runs, and ends after it. Such
 * iterations are committed on another thread than they began on, and their events name the thread that committed. Or one thread works on several
 * of them in turns. Iterations within each other are calls within calls, and no sign of either.
 *
 * <p>An iteration is compared with the last {@value #KEPT} of its thread in the file. The JVM writes the events of a thread in the order in which they end, so
 * those that overlap are close to each other. Threads: one.
 */
final class OverlapFinder {
    /** Number of iterations of a thread that the next one is compared with. */
    private static final int KEPT = 8;

    /** Number of threads whose last iterations are remembered: the ones that ran an iteration last. */
    private static final int MAX_REMEMBERED = 10_000;

    private final Map<Long, Recent> recent = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Recent> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };

    private final Set<Long> threads = new HashSet<>();
    private long iterations;
    private @Nullable ClockMap clock;

    // Most iterations follow one of the same thread.
    private long lastThread;
    private @Nullable Recent last;

    /**
     * Takes an iteration.
     *
     * @param by the clock that its times are of; times of different clocks are not compared
     */
    void add(long thread, long startNs, long endNs, ClockMap by) {
        if (by != clock) {
            recent.clear();
            last = null;
            clock = by;
        }
        if (last == null || thread != lastThread) {
            last = recent.computeIfAbsent(thread, key -> new Recent());
            lastThread = thread;
        }
        if (last.overlaps(startNs, endNs)) {
            iterations++;
            if (threads.size() < RecordedIterations.MAX_THREADS) {
                threads.add(thread);
            }
        }
        last.add(startNs, endNs);
    }

    ThreadChanges found() {
        return new ThreadChanges(iterations, 0, threads);
    }

    /** The last iterations of a thread, without those that lie in a later one: whatever overlaps these also overlaps that. */
    private static final class Recent {
        /** Starts and ends, in turns. */
        private final long[] bounds = new long[2 * KEPT];

        private int size;

        private boolean overlaps(long startNs, long endNs) {
            for (int i = 0; i < size; i += 2) {
                boolean later = bounds[i] < startNs && startNs < bounds[i + 1] && bounds[i + 1] < endNs;
                boolean earlier = startNs < bounds[i] && bounds[i] < endNs && endNs < bounds[i + 1];
                if (later || earlier) {
                    return true;
                }
            }
            return false;
        }

        private void add(long startNs, long endNs) {
            while (size > 0 && startNs <= bounds[size - 2] && bounds[size - 1] <= endNs) {
                size -= 2;
            }
            if (size == bounds.length) {
                System.arraycopy(bounds, 2, bounds, 0, size - 2);
                size -= 2;
            }
            bounds[size++] = startNs;
            bounds[size++] = endNs;
        }
    }
}
