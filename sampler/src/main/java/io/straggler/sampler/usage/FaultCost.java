package io.straggler.sampler.usage;

import com.sun.jna.Pointer;
import io.straggler.sampler.linux.NativeThread;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** Cost of the first touch of a page on this machine, measured once at the start: faults are counted and not timed. */
public final class FaultCost {
    private static final int ROUNDS = 9;
    private static final int PAGES = 64;
    private static final int PAGE_BYTES = 4096;

    private FaultCost() {}

    /** Measures it, in some milliseconds; 0 if it is not known. */
    public static long measureNs() {
        return NativeThread.available() ? median(FaultCost::firstTouchNs) : 0;
    }

    private static long median(LongSupplier once) {
        long[] values = new long[ROUNDS];
        Arrays.setAll(values, i -> once.getAsLong());
        Arrays.sort(values);
        return values[ROUNDS / 2];
    }

    /** The first touch of a page less the second, on average over some pages. */
    private static long firstTouchNs() {
        Pointer fresh = NativeThread.mapFresh((long) PAGES * PAGE_BYTES);
        if (fresh == null) {
            return 0;
        }
        try {
            long firstNs = touchNs(fresh);
            long secondNs = touchNs(fresh);
            return Math.max(0, firstNs - secondNs) / PAGES;
        } finally {
            NativeThread.unmap(fresh, (long) PAGES * PAGE_BYTES);
        }
    }

    private static long touchNs(Pointer memory) {
        long startNs = System.nanoTime();
        for (int page = 0; page < PAGES; page++) {
            memory.setByte((long) page * PAGE_BYTES, (byte) 1);
        }
        return System.nanoTime() - startNs;
    }
}
