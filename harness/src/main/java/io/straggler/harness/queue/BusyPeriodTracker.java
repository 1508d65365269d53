package io.straggler.harness.queue;

import io.straggler.model.BusyPeriod;
import io.straggler.model.Iteration;
import io.straggler.model.RunId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the iterations of the current busy period, in case an outlier turns up in it. For one thread; allocates only when a
 * period is longer than any before it, or is handed over.
 */
public final class BusyPeriodTracker {
    /** Longer periods are cut: a saturated run is one period from its first queue to its end. */
    static final int LONGEST = 1 << 16;

    private final RunId runId;
    private long[] intendedNs = new long[1024];
    private long[] startNs = new long[1024];
    private long[] endNs = new long[1024];
    private long[] freeSinceNs = new long[1024];
    private int size;
    private long omitted;
    private boolean interesting;

    public BusyPeriodTracker(RunId runId) {
        this.runId = runId;
    }

    /** Whether an iteration with this intended start begins a new period: the thread had been free by then. */
    public static boolean begins(long intendedNs, long freeSinceNs) {
        return freeSinceNs - intendedNs <= 0;
    }

    public void add(long intended, long start, long freeSince, long end) {
        if (size == LONGEST) {
            omitted++;
            return;
        }
        if (size == intendedNs.length) {
            grow();
        }
        intendedNs[size] = intended;
        startNs[size] = start;
        endNs[size] = end;
        freeSinceNs[size] = freeSince;
        size++;
    }

    private void grow() {
        int length = Math.min(LONGEST, 2 * size);
        intendedNs = Arrays.copyOf(intendedNs, length);
        startNs = Arrays.copyOf(startNs, length);
        endNs = Arrays.copyOf(endNs, length);
        freeSinceNs = Arrays.copyOf(freeSinceNs, length);
    }

    /** The current period contains an outlier and shall be handed over. */
    public void keep() {
        interesting = true;
    }

    /** Ends the current period and starts the next. Returns it if it was to be kept, else null. */
    public @Nullable BusyPeriod close() {
        BusyPeriod period = interesting ? copy() : null;
        size = 0;
        omitted = 0;
        interesting = false;
        return period;
    }

    private BusyPeriod copy() {
        List<Iteration> iterations = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            iterations.add(iteration(runId, intendedNs[i], startNs[i], freeSinceNs[i], endNs[i]));
        }
        return new BusyPeriod(iterations, omitted);
    }

    /** An iteration with its parts: see the definitions in {@link Iteration}. */
    public static Iteration iteration(RunId runId, long intendedNs, long startNs, long freeSinceNs, long endNs) {
        long inheritedNs = Math.max(0, freeSinceNs - intendedNs);
        return new Iteration(runId, intendedNs, startNs, endNs, inheritedNs, startNs - intendedNs - inheritedNs);
    }
}
