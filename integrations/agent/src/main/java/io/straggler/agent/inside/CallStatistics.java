package io.straggler.agent.inside;

import io.straggler.agent.inside.latency.LatencyHistory;
import io.straggler.agent.inside.latency.RollingThreshold;
import io.straggler.harness.series.GrowingLatencyLog;
import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.sampler.served.AgentThreads;
import java.io.IOException;
import org.HdrHistogram.Histogram;

/**
 * Durations of all calls so far, and what follows from them every second: the threshold, the arm delay, and the JVM's
 * settings. For one thread.
 */
final class CallStatistics {
    /** JFR's settings follow when the arm delay has changed by this part. */
    private static final double NOTABLE = 0.25;

    private final CallRecorder calls;
    private final AgentThreads served;
    private final AgentRecording recording;
    private final RollingThreshold threshold;
    private final Histogram second = SeriesRecorder.newHistogram();
    private final LatencyHistory history = new LatencyHistory();
    private long startNs;
    private long startEpochMs;
    private long untilEpochMs;
    private long recordedArmDelayNs;
    private boolean counting;
    private long uncountedNs;
    private long uncountedCalls;
    private long longestUncountedNs;
    private long coldNs;
    private long coldOutliers;

    /** @param counting whether calls count from the beginning */
    CallStatistics(
            CallRecorder calls,
            AgentThreads served,
            AgentRecording recording,
            RollingThreshold threshold,
            boolean counting) {
        this.counting = counting;
        this.calls = calls;
        this.served = served;
        this.recording = recording;
        this.threshold = threshold;
        this.recordedArmDelayNs = threshold.armDelayNs();
        begin();
    }

    /** Calls are observed from now on. */
    void begin() {
        startNs = System.nanoTime();
        startEpochMs = System.currentTimeMillis();
        untilEpochMs = startEpochMs;
    }

    /**
     * Calls count from now on. Those before were a warm-up, and are forgotten.
     *
     * @param alike whether they took as long as the next will, so that the threshold goes on from there
     */
    void count(boolean alike) {
        calls.forgetMethods();
        takeSecond(System.nanoTime());
        counting = true;
        uncountedNs = System.nanoTime() - startNs;
        begin();
        if (alike) {
            threshold.forget(startNs);
        } else {
            threshold.beginAnew(startNs);
            served.armDelayNs(threshold.armDelayNs());
        }
        served.forgetTaken();
    }

    /** How long calls did not count at the beginning. */
    long uncountedNs() {
        return uncountedNs;
    }

    /** How many calls that were. */
    long uncountedCalls() {
        return uncountedCalls;
    }

    /** The longest of them. */
    long longestUncountedNs() {
        return longestUncountedNs;
    }

    /** Calls count, though the program is new and its code not compiled: so far as many of them were outliers. */
    void cold(long nowNs, long outliers) {
        coldNs = nowNs - startNs;
        coldOutliers = outliers;
    }

    /** How long the program has been cold, if it was when calls began to count. */
    long coldNs() {
        return coldNs;
    }

    /** How many outliers there were in that time. */
    long coldOutliers() {
        return coldOutliers;
    }

    boolean counting() {
        return counting;
    }

    /** Takes the calls that ended since the last time. */
    void takeSecond(long nowNs) {
        second.reset();
        calls.drain(second);
        long nowEpochMs = System.currentTimeMillis();
        if (counting) {
            history.add(second, untilEpochMs, nowEpochMs);
        } else {
            uncountedCalls += second.getTotalCount();
            longestUncountedNs = Math.max(longestUncountedNs, second.getMaxValue());
        }
        untilEpochMs = nowEpochMs;
        threshold.add(second, nowNs);
        served.armDelayNs(threshold.armDelayNs());
        if (second.getTotalCount() > 0) {
            served.usualNs(second.getValueAtPercentile(50));
        }
        double change = (double) served.armDelayNs() / recordedArmDelayNs;
        if (change > 1 + NOTABLE || change < 1 / (1 + NOTABLE)) {
            recordedArmDelayNs = served.armDelayNs();
            recording.follow(recordedArmDelayNs);
        }
    }

    long startNs() {
        return startNs;
    }

    long startEpochMs() {
        return startEpochMs;
    }

    /** Until when calls were taken. */
    long untilEpochMs() {
        return untilEpochMs;
    }

    /** All calls. */
    Histogram total() {
        return history.total();
    }

    /** All calls over time. */
    Intervals intervals() {
        return history.intervals();
    }

    /**
     * Brings the log of all calls over time up to date.
     *
     * @param others what stands behind them
     */
    void write(GrowingLatencyLog log, Intervals others) throws IOException {
        history.write(log, others);
    }

    RollingThreshold threshold() {
        return threshold;
    }

    /** From which duration on a call is an outlier: what runs for a shorter time than a timer can be set for is not late. */
    long thresholdNs() {
        return Math.max(threshold.ns(), served.armDelayNs());
    }
}
