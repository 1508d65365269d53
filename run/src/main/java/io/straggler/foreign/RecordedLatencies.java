package io.straggler.foreign;

import io.straggler.harness.Threshold;
import io.straggler.harness.series.Intervals;
import io.straggler.jfr.foreign.ForeignRecording;
import io.straggler.jfr.foreign.IterationListener;
import io.straggler.jfr.foreign.IterationQuery;
import io.straggler.jfr.foreign.IterationTally;
import io.straggler.jfr.foreign.RecordedIterations;
import io.straggler.jfr.read.Surroundings;
import io.straggler.model.RunOutcome;
import java.io.Serializable;
import java.util.LinkedHashSet;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The first reading of a recording that any program wrote: the latencies of all its iterations, from which the outlier threshold follows. A
 * recording may be read in ranges: the results for all ranges, added in order of the file, equal the result for the whole recording.
 * Threads: one.
 */
public final class RecordedLatencies implements Serializable {
    private static final long serialVersionUID = 1;
    private static final long NANOS_PER_MS = 1_000_000;

    private final SliceCounts slices;
    private final IterationTally tally;
    private final LinkedHashSet<String> problems = new LinkedHashSet<>();
    private long firstNs = Long.MAX_VALUE;
    private long lastNs = Long.MIN_VALUE;
    private long mostOutliers = Surroundings.mostOutliers();

    private RecordedLatencies(ForeignRecording recording, IterationQuery query, IterationListener others) {
        TimeSlices read = new TimeSlices();
        tally = recording.tally(query, (startNs, endNs, thread, group) -> {
            read.add(startNs, endNs - startNs);
            firstNs = Math.min(firstNs, startNs);
            lastNs = Math.max(lastNs, endNs);
            others.iteration(startNs, endNs, thread, group);
        });
        slices = read.counts();
        problems.addAll(recording.problems());
    }

    /** Reads a recording, or a range of it, of which it is no error that it holds no iterations. */
    public static RecordedLatencies of(ForeignRecording recording, IterationQuery query) {
        return of(recording, query, (startNs, endNs, thread, group) -> {});
    }

    /** @param others receives each iteration too */
    static RecordedLatencies of(ForeignRecording recording, IterationQuery query, IterationListener others) {
        return new RecordedLatencies(recording, query, others);
    }

    /** Adds those of later chunks; nothing of them may be used any more. */
    public void add(RecordedLatencies later) {
        slices.add(later.slices);
        tally.add(later.tally);
        problems.addAll(later.problems);
        firstNs = Math.min(firstNs, later.firstNs);
        lastNs = Math.max(lastNs, later.lastNs);
        mostOutliers = Math.min(mostOutliers, later.mostOutliers);
    }

    /**
     * What there was.
     *
     * @param file what the recording is called
     * @throws io.straggler.jfr.chunk.RecordingException if there are no iterations, with the reason
     */
    public RecordedIterations iterations(String file, IterationQuery query) {
        return tally.checked(file, query, problems);
    }

    /** What could not be read, a sentence each. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /**
     * From which latency on an iteration is an outlier.
     *
     * @throws IllegalArgumentException if too few iterations lie above it to know it
     */
    public long thresholdNs(Threshold asked) {
        return OutlierThreshold.ns(asked, slices.all());
    }

    /** The threshold, or more if more outliers reach it than fit into memory. */
    public long leastNs(long thresholdNs) {
        Histogram latencies = slices.all();
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
        return RunOutcome.of(ForeignRecording.RUN)
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
