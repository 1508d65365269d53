package io.straggler.flamegraph;

import io.straggler.model.RunDescription;
import io.straggler.model.RunOutcome;

/**
 * When runs took place.
 *
 * @param startEpochMs when the first began; 0 if that is not known
 * @param durationNs from then until the last was over
 */
record WallTime(long startEpochMs, long durationNs) {
    private static final long NS_PER_MS = 1_000_000;

    static WallTime of(RunDescription run) {
        long fromMs =
                run.runs().stream().mapToLong(RunOutcome::startEpochMs).min().orElse(0);
        long toMs = run.runs().stream().mapToLong(RunOutcome::endEpochMs).max().orElse(0);
        return new WallTime(fromMs, Math.max(0, toMs - fromMs) * NS_PER_MS);
    }

    long startEpochNs() {
        return startEpochMs * NS_PER_MS;
    }
}
