package io.straggler.selftest.inject.application;

import java.util.ArrayDeque;
import java.util.Deque;

/** What was opened for some faults, to close all of it: also when what was to be opened next is not to be had. For one thread. */
final class Opened implements AutoCloseable {
    private final Deque<AutoCloseable> all = new ArrayDeque<>();

    /** Takes note of something that was opened. */
    <T extends AutoCloseable> T add(T one) {
        all.push(one);
        return one;
    }

    /** Closes all, the last first. */
    @Override
    public void close() {
        while (!all.isEmpty()) {
            try {
                all.pop().close();
            } catch (Exception e) {
                // It ends with the process.
            }
        }
    }
}
