package io.straggler.fleet.result;

import io.straggler.diagnosis.budget.Cause;
import java.util.Optional;

/**
 * One of the worst outliers.
 *
 * @param latencyNs its latency
 * @param atEpochMs when it was meant to start
 * @param source the recording that it is in
 * @param host that it happened on
 * @param cause what took most of its excess; empty if nothing did
 * @param where the heaviest place of that cause; empty if it has none
 */
public record FleetOutlier(
        long latencyNs, long atEpochMs, String source, String host, Optional<Cause> cause, String where) {}
