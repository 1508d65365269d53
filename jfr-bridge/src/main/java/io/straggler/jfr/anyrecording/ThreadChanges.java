package io.straggler.jfr.anyrecording;

import java.util.HashSet;
import java.util.Set;

/**
 * Signs that iterations are not the work of the thread that their events name, which is the one that committed them.
 *
 * @param overlapping number of iterations that began while another one of their thread ran, and ended after it
 * @param beganBlocked number of outliers that began while their thread was blocked
 * @param threads that committed such iterations; the first {@value RecordedIterations#MAX_THREADS}
 */
public record ThreadChanges(long overlapping, long beganBlocked, Set<Long> threads) {
    /** No sign. */
    static final ThreadChanges NONE = new ThreadChanges(0, 0, Set.of());

    public ThreadChanges {
        threads = Set.copyOf(threads);
    }

    /** These and others, found in other ways or again. */
    ThreadChanges and(ThreadChanges others) {
        Set<Long> all = new HashSet<>(threads);
        all.addAll(others.threads);
        return new ThreadChanges(
                Math.max(overlapping, others.overlapping), Math.max(beganBlocked, others.beganBlocked), all);
    }
}
