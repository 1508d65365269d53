package io.straggler.jfr.anyrecording;

import java.util.Set;

/**
 * Iterations that a recording holds for a query.
 *
 * @param count how many iterations there are
 * @param idle how many events fit the query and are none, because a thread waited for work in them
 * @param threads that ran iterations; the first {@value #MAX_THREADS}
 * @param changes signs that iterations are not the work of the thread that committed them
 * @param facts what the recording says of itself
 */
public record RecordedIterations(long count, long idle, Set<Long> threads, ThreadChanges changes, RecordedFacts facts) {
    static final int MAX_THREADS = 100_000;

    public RecordedIterations {
        threads = Set.copyOf(threads);
    }

    /** Returns the threads whose profile is read; empty for any. */
    public Set<Long> knownThreads() {
        return threads.size() < MAX_THREADS ? threads : Set.of();
    }
}
