package io.straggler.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An iteration at or above the threshold.
 *
 * @param iteration its times and parts
 * @param thresholdNs the threshold that it crossed
 * @param probes what the task's probes reported between its start and its end, in order of reporting
 * @param osThreadId the thread that ran it; {@link Evidence#ANY_THREAD} where what was recorded of the watched threads has to show which did; {@link #UNFOLLOWED}
 * @param handOver what is known of its threads if the task is asynchronous
 * @param group what sets it apart from iterations of other groups, such as the method that was called; empty where there are none
 * @param traceId of the trace that it is part of, as the program's tracing names it; empty if that is not known
 */
public record Outlier(
        Iteration iteration,
        long thresholdNs,
        List<ProbeValue> probes,
        long osThreadId,
        Optional<HandOver> handOver,
        String group,
        String traceId) {
    /**
     * Stands for the thread of an outlier that went from thread to thread where nobody followed it. No thread has this number, so what stopped all
     * threads is the only evidence of such an outlier.
     */
    public static final long UNFOLLOWED = Long.MIN_VALUE;

    /** Stands for the thread of an outlier whose event names none. No thread has this number, so what stopped all threads is the only evidence of it. */
    public static final long UNNAMED = Long.MIN_VALUE + 1;

    public Outlier {
        probes = List.copyOf(probes);
    }

    /** One of a task that the harness ran. */
    public Outlier(Iteration iteration, long thresholdNs, List<ProbeValue> probes) {
        this(iteration, thresholdNs, probes, Evidence.ANY_THREAD, "");
    }

    /** An outlier that ran on a known thread. */
    public Outlier(Iteration iteration, long thresholdNs, List<ProbeValue> probes, long osThreadId, String group) {
        this(iteration, thresholdNs, probes, osThreadId, Optional.empty(), group, "");
    }

    /** This outlier with the threads that the harness knows of it. */
    public Outlier with(Optional<HandOver> threads) {
        return new Outlier(iteration, thresholdNs, probes, osThreadId, threads, group, traceId);
    }

    /** This outlier with another threshold, which was chosen when the run was over. */
    public Outlier of(long otherThresholdNs) {
        return new Outlier(iteration, otherThresholdNs, probes, osThreadId, handOver, group, traceId);
    }

    /** This outlier on another thread. */
    public Outlier on(long otherThreadId) {
        return new Outlier(iteration, thresholdNs, probes, otherThreadId, handOver, group, traceId);
    }

    /** This outlier as part of a trace. */
    public Outlier ofTrace(String id) {
        return new Outlier(iteration, thresholdNs, probes, osThreadId, handOver, group, id);
    }

    /** Whether it is known which thread ran it. */
    public boolean hasThread() {
        return osThreadId != Evidence.ANY_THREAD;
    }

    /** Whether a virtual thread ran it: its number is the JVM's, below zero. */
    public boolean virtual() {
        return osThreadId < 0 && osThreadId != UNFOLLOWED;
    }

    /** Returns the total of each probe in nanoseconds, in order of its first report. */
    public Map<String, Long> probeTotalsNs() {
        Map<String, Long> totals = new LinkedHashMap<>();
        probes.forEach(probe -> totals.merge(probe.probe(), probe.durationNs(), Long::sum));
        return totals;
    }

    /** A victim waited for others longer than it ran itself: an outlier mostly through inherited delay. */
    public boolean victim() {
        return iteration.inheritedNs() * 2 > iteration.latencyNs();
    }
}
