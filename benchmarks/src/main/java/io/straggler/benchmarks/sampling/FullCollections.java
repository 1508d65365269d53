package io.straggler.benchmarks.sampling;

import java.util.concurrent.TimeUnit;

/** Full collections every two seconds, of so many live objects that each takes a second or longer. */
final class FullCollections {
    static final String WANTED = "coverage.collections";

    private static final long EVERY_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int STEP = 1_000_000;
    private static final int MAX_STEPS = 60;

    private final Object[] live = new Object[MAX_STEPS];

    private FullCollections() {}

    /** Makes the live set, which takes some seconds, and starts a thread that collects. */
    static void start() {
        FullCollections collections = new FullCollections();
        collections.fill();
        Thread thread = new Thread(collections::collect, "full-collections");
        thread.setDaemon(true);
        thread.start();
    }

    /** Adds a million small objects at a time. */
    private void fill() {
        for (int step = 0; step < MAX_STEPS && collectNs() < LONG_NS; step++) {
            Object[] objects = new Object[STEP];
            for (int i = 0; i < STEP; i++) {
                objects[i] = new long[1];
            }
            live[step] = objects;
        }
    }

    private static long collectNs() {
        long fromNs = System.nanoTime();
        System.gc();
        return System.nanoTime() - fromNs;
    }

    private void collect() {
        while (true) {
            long tookNs = collectNs();
            try {
                TimeUnit.NANOSECONDS.sleep(Math.max(1, EVERY_NS - tookNs));
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
