package io.straggler.cli.fork;

import io.straggler.diagnosis.statistics.Fork;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import java.util.List;
import java.util.Optional;

/**
 * Measurement of one JVM at one of several rates.
 *
 * @param perSecond the rate that was asked for
 * @param status whether it was kept
 * @param reason why not; empty if it was
 * @param achievedPerSecond what was completed; zero if the JVM left no results
 * @param iterations how many
 * @param latency of all of them; empty if the JVM left no results
 * @param forks the same over time, for statistics; empty unless the rate was kept
 */
public record RatedRun(
        double perSecond,
        RunStatus status,
        String reason,
        double achievedPerSecond,
        long iterations,
        Optional<Series> latency,
        List<Fork> forks) {}
