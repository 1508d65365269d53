package io.straggler.selftest.inject.laboratory;

import io.straggler.selftest.inject.TimedInjector;

/**
 * Allocates arrays that do not fit into the thread's buffer, so that each takes the slow path, until the time is up. Garbage
 * collections that this brings about are part of it.
 */
public final class AllocationStorm extends TimedInjector {
    private static final int ARRAY_BYTES = 128 * 1024;

    private final byte[][] kept = new byte[8][];

    public AllocationStorm() {
        super(Nature.WORKS);
    }

    @Override
    public void warmUp() {
        for (int i = 0; i < 3_000; i++) {
            act(20_000);
        }
    }

    @Override
    protected long act(long sizeNs) {
        long startNs = System.nanoTime();
        for (int i = 0; System.nanoTime() - startNs < sizeNs; i++) {
            kept[i & 7] = new byte[ARRAY_BYTES];
        }
        return 0;
    }
}
