package io.straggler.anyrecording;

import io.straggler.harness.Threshold;
import io.straggler.harness.series.Intervals;
import io.straggler.jfr.anyrecording.AnyRecording;
import io.straggler.jfr.anyrecording.IterationListener;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.jfr.anyrecording.RecordedIterations;
import io.straggler.jfr.read.EvidenceCollector;
import io.straggler.model.RunOutcome;
import org.HdrHistogram.Histogram;

/**
 * The first reading of a recording that any program wrote: the latencies of all its iterations, from which the outlier threshold follows.
 * Threads: one.
 */
final class RecordedLatencies {
    private static final long NANOS_PER_MS = 1_000_000;

    private final SliceCounts slices;
    private final RecordedIterations iterations;
    private long firstNs = Long.MAX_VALUE;
    private long lastNs = Long.MIN_VALUE;

    /**
     * Reads a recording.
     *
     * @param others receives each iteration too
     * @throws io.straggler.jfr.chunk.RecordingException if there are no iterations, with the reason
     */
    RecordedLatencies(AnyRecording recording, IterationQuery query, IterationListener others) {
        TimeSlices read = new TimeSlices();
        iterations = recording.iterations(query, (startNs, endNs, thread, group) -> {
            read.add(startNs, endNs - startNs);
            firstNs = Math.min(firstNs, startNs);
            lastNs = Math.max(lastNs, endNs);
            others.iteration(startNs, endNs, thread, group);
        });
        slices = read.counts();
    }

    /** Iterations of the recording: how many there are, and how long they took. */
    RecordedIterations iterations() {
        return iterations;
    }

    /**
     * From which latency on an iteration is an outlier.
     *
     * @throws IllegalArgumentException if too few iterations lie above it to know it
     */
    long thresholdNs(Threshold asked) {
        return OutlierThreshold.ns(asked, slices.all());
    }

    /** The threshold, or more if more outliers reach it than fit into memory. */
    long leastNs(long thresholdNs) {
        Histogram latencies = slices.all();
        long mostOutliers = EvidenceCollector.mostOutliers();
        double percentile = 100.0 - 100.0 * mostOutliers / Math.max(mostOutliers, latencies.getTotalCount());
        long leastNs =
                percentile > 0 ? latencies.highestEquivalentValue(latencies.getValueAtPercentile(percentile)) + 1 : 0;
        return Math.max(thresholdNs, leastNs);
    }

    /** The latencies over time. */
    Intervals intervals() {
        return slices.intervals(firstNs, lastNs);
    }

    RunOutcome outcome(long thresholdNs, long outliers) {
        Histogram latencies = slices.all();
        double seconds = Math.max(1, lastNs - firstNs) / 1e9;
        return RunOutcome.of(AnyRecording.RUN)
                .originNs(firstNs)
                .startEpochMs(firstNs / NANOS_PER_MS)
                .endEpochMs(lastNs / NANOS_PER_MS + 1)
                .achievedPerSecond(latencies.getTotalCount() / seconds)
                .iterations(latencies.getTotalCount())
                .outliers(outliers)
                .thresholdNs(thresholdNs)
                .worstNs(latencies.getMaxValue())
                .build();
    }
}
