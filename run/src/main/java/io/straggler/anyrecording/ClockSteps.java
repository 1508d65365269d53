package io.straggler.anyrecording;

import io.straggler.model.Notice;
import java.util.Optional;

/** Finds the steps of a recording's clock: some JVMs write times of whole milliseconds, whatever their headers state. */
final class ClockSteps {
    /** Smallest step that is told. Clocks of whole microseconds are good enough. */
    private static final long COARSE_NS = 100_000;

    /** Number of durations from which on it is no chance that all are multiples of the same step. */
    private static final int ENOUGH = 30;

    /** Largest number of nanoseconds that divides all durations; zero before the first. */
    private long stepNs;

    private long count;

    void add(long durationNs) {
        if (durationNs > 0 && stepNs != 1) {
            stepNs = greatestDivisor(durationNs, stepNs);
            count++;
        }
    }

    private static long greatestDivisor(long one, long other) {
        long larger = one;
        long smaller = other;
        while (smaller != 0) {
            long rest = larger % smaller;
            larger = smaller;
            smaller = rest;
        }
        return larger;
    }

    /** The notice of a clock that is too coarse for what is asked of it; empty for one that is not. */
    Optional<Notice> notice() {
        return count >= ENOUGH && stepNs >= COARSE_NS
                ? Optional.of(Notice.of(Notice.Code.COARSE_CLOCK, stepNs))
                : Optional.empty();
    }
}
