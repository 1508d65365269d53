package io.straggler.harness.warmup;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * Empties the young generation before a run. The start of the JVM and of the measurement leaves tens of megabytes there that the program
 * did not allocate. In a program that allocates little, they would otherwise be collected in the middle of a run.
 */
public final class YoungGeneration {
    private static final int ARRAY_BYTES = 32 << 10;

    /** Arrays made between two looks at the count of collections, because looking makes garbage, too. */
    private static final int ARRAYS_BETWEEN_LOOKS = 16;

    /** Where more is free than this, a program that allocates little does not fill it in minutes. */
    private static final long MAX_BYTES = 128L << 20;

    private static volatile @Nullable Object last;

    private YoungGeneration() {}

    /**
     * Allocates until the young generation has been collected once, or {@link #MAX_BYTES} have been allocated. It does not call
     * {@link System#gc()}, which would also move, or unload, what has grown old. Runs on the calling thread and takes some tens of
     * milliseconds.
     *
     * @return whether it was collected
     */
    public static boolean collect() {
        long before = collections();
        long bytes = 0;
        while (bytes < MAX_BYTES && collections() == before) {
            for (int i = 0; i < ARRAYS_BETWEEN_LOOKS; i++) {
                last = new byte[ARRAY_BYTES];
                bytes += ARRAY_BYTES;
            }
        }
        last = null;
        return collections() != before;
    }

    private static long collections() {
        long sum = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            sum += Math.max(0, collector.getCollectionCount());
        }
        return sum;
    }
}
