package io.straggler.jfr.anyrecording;

import java.util.Set;

/**
 * What there was to an event of which iterations are made.
 *
 * @param count how many iterations there are
 * @param threads that ran iterations; the first {@value #MOST_THREADS}
 * @param changes signs that iterations are not the work of the thread that committed them
 * @param facts what the recording says of itself
 */
public record RecordedIterations(long count, Set<Long> threads, ThreadChanges changes, RecordedFacts facts) {
    static final int MOST_THREADS = 100_000;

    public RecordedIterations {
        threads = Set.copyOf(threads);
    }

    /** Those of which a profile is looked for; empty for any. */
    public Set<Long> knownThreads() {
        return threads.size() < MOST_THREADS ? threads : Set.of();
    }
}
