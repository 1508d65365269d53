package io.straggler;

import io.straggler.harness.HarnessResult;
import io.straggler.model.Outlier;
import io.straggler.model.Percentiles;
import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Result of running a task: status, percentiles, histograms, outliers and files. */
public final class StragglerResult {
    private final RunDescription run;
    private final HarnessResult measured;
    private final List<Outlier> outliers;
    private final @Nullable Path folder;

    StragglerResult(RunDescription run, HarnessResult measured, List<Outlier> outliers, @Nullable Path folder) {
        this.run = run;
        this.measured = measured;
        this.outliers = List.copyOf(outliers);
        this.folder = folder;
    }

    /** Whether the figures mean what they seem to; {@link #reason} says why not. */
    public RunStatus status() {
        return run.status();
    }

    /** Why the status is not {@code OK}; empty when it is. */
    public String reason() {
        return run.reason();
    }

    /** Returns task, place, and how each run ended. */
    public RunDescription run() {
        return run;
    }

    /** Returns the exception that the task threw, if it did. */
    public Optional<Throwable> cause() {
        return measured.cause();
    }

    /** Names and stacks of the threads that were watched when an iteration timed out. */
    public List<String> stuckThreads() {
        return measured.stuckThreads();
    }

    /** Iterations at or above the threshold, in order of recording; the first 100,000. */
    public List<Outlier> outliers() {
        return outliers;
    }

    /**
     * All values of a series, in nanoseconds, over all runs.
     *
     * @param series {@code latency}, {@code service}, {@code dispatch}, {@code probe:NAME}, {@code jitter} or {@code jitter-cpuN}; empty if there is
     *     no such series
     */
    public Histogram histogram(String series) {
        return measured.merged(series);
    }

    /** A percentile of latency in nanoseconds; empty when there are too few iterations to know it. */
    public OptionalLong latencyNs(double percentile) {
        Histogram latency = histogram(Series.LATENCY);
        return Percentiles.measurable(percentile, latency.getTotalCount())
                ? OptionalLong.of(latency.getValueAtPercentile(percentile))
                : OptionalLong.empty();
    }

    /** The folder with the files, if there is one. */
    public Optional<Path> folder() {
        return Optional.ofNullable(folder);
    }

    /** Returns this result with one more warning. */
    StragglerResult warned(String warning) {
        return new StragglerResult(run.warned(warning), measured, outliers, folder);
    }
}
