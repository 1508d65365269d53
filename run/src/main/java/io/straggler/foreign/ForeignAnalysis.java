package io.straggler.foreign;

import io.straggler.Analysis;
import io.straggler.harness.Threshold;
import io.straggler.harness.series.Intervals;
import io.straggler.jfr.foreign.ForeignRecording;
import io.straggler.jfr.foreign.IterationQuery;
import io.straggler.jfr.foreign.OutlierRecords;
import io.straggler.jfr.foreign.RecordedIterations;
import io.straggler.jfr.foreign.SlowIterations;
import io.straggler.jfr.read.Surroundings;
import io.straggler.model.ClockError;
import io.straggler.model.Evidence;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunDescription;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackSample;
import io.straggler.model.hook.Capture;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * A recording that any program wrote, as a run of which events are the iterations: in the words in which our own recordings are analysed.
 *
 * @param analysis what was concluded
 * @param intervals of every series
 */
public record ForeignAnalysis(Analysis analysis, Intervals intervals) {
    private static final long NANOS_PER_MS = 1_000_000;

    /**
     * Analyses a recording. It is read three times: for all durations, for the outliers, and for what was recorded around these.
     *
     * @param threshold from which duration on an iteration is an outlier
     * @throws io.straggler.jfr.chunk.RecordingException if it is no recording, or holds no such iterations
     * @throws IllegalArgumentException if too few iterations lie above the threshold to know it
     */
    public static ForeignAnalysis of(Path file, IterationQuery query, Threshold threshold) {
        try (ForeignRecording recording = ForeignRecording.open(file)) {
            return new Reading(recording, query, threshold).analysis();
        }
    }

    /** One recording. For one use. */
    private static final class Reading {
        private final ForeignRecording recording;
        private final IterationQuery query;
        private final Threshold asked;
        private final TimeSlices slices = new TimeSlices();
        private final Groups groups = new Groups();
        private long firstNs = Long.MAX_VALUE;
        private long lastNs = Long.MIN_VALUE;

        private Reading(ForeignRecording recording, IterationQuery query, Threshold asked) {
            this.recording = recording;
            this.query = query;
            this.asked = asked;
        }

        private ForeignAnalysis analysis() {
            RecordedIterations iterations = recording.iterations(query, this::add);
            Histogram latencies = slices.all();
            long thresholdNs = OutlierThreshold.ns(asked, latencies);
            SlowIterations slow = recording.outliers(query, thresholdNs, leastNs(thresholdNs, latencies));
            OutlierRecords records = recording.around(query, iterations, slow);
            RunOutcome outcome = outcome(latencies, thresholdNs, slow.count());
            SamplerSummary sampler = sampler(records);
            RecordedRun recorded = recorded(outcome, sampler, slow, records);
            Intervals intervals = intervals(outcome);
            RunDescription run = describe(iterations, outcome, sampler, slow, records);
            return new ForeignAnalysis(Analysis.of(run, intervals, recorded), intervals);
        }

        private void add(long startNs, long endNs, long thread, String group) {
            slices.add(startNs, endNs - startNs);
            firstNs = Math.min(firstNs, startNs);
            lastNs = Math.max(lastNs, endNs);
            if (query.by().isPresent()) {
                groups.add(group, endNs - startNs);
            }
        }

        /** The threshold, or more if more outliers reach it than fit into memory. */
        private static long leastNs(long thresholdNs, Histogram latencies) {
            long most = Surroundings.mostOutliers();
            double percentile = 100.0 - 100.0 * most / Math.max(most, latencies.getTotalCount());
            long leastNs = percentile > 0
                    ? latencies.highestEquivalentValue(latencies.getValueAtPercentile(percentile)) + 1
                    : 0;
            return Math.max(thresholdNs, leastNs);
        }

        private Intervals intervals(RunOutcome outcome) {
            Intervals ofGroups = groups.intervals(outcome.startEpochMs(), outcome.endEpochMs());
            Intervals ofAll = slices.intervals();
            return consumer -> {
                ofAll.forEach(consumer);
                ofGroups.forEach(consumer);
            };
        }

        private RunOutcome outcome(Histogram latencies, long thresholdNs, long outliers) {
            double seconds = Math.max(1, lastNs - firstNs) / 1e9;
            return new RunOutcome(
                    ForeignRecording.RUN,
                    firstNs,
                    firstNs / NANOS_PER_MS,
                    lastNs / NANOS_PER_MS + 1,
                    Double.NaN,
                    latencies.getTotalCount() / seconds,
                    latencies.getTotalCount(),
                    0,
                    outliers,
                    thresholdNs,
                    latencies.getMaxValue(),
                    0,
                    0,
                    RunStatus.OK,
                    "");
        }

        /** Stacks of normal iterations answer requests that nobody made: that is how they are known as such. */
        private static RecordedRun recorded(
                RunOutcome outcome, SamplerSummary sampler, SlowIterations slow, OutlierRecords records) {
            List<StackSample> samples = new ArrayList<>(records.samples());
            samples.addAll(records.normal());
            List<Capture> captures = records.normal().stream()
                    .map(stack -> new Capture(
                            Capture.Purpose.BASELINE,
                            stack.timeNs(),
                            stack.osThreadId(),
                            stack.timeNs(),
                            stack.timeNs()))
                    .toList();
            return new RecordedRun(
                    "",
                    Map.of(),
                    List.of(outcome),
                    slow.threads(),
                    slow.outliers(),
                    List.of(),
                    captures,
                    List.of(),
                    List.of(),
                    samples,
                    records.evidence(),
                    List.of(),
                    sampler,
                    new ClockError(0, 0, 0),
                    List.of());
        }

        private SamplerSummary sampler(OutlierRecords records) {
            long taken = records.sampled().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            if (taken == 0) {
                return SamplerSummary.off("the recording holds no stack that was sampled of the iterations' threads");
            }
            return new SamplerSummary(
                    SamplerMode.CONTINUOUS,
                    RecordingGaps.samples(records.sampled(), recording.facts()),
                    0,
                    0,
                    0,
                    taken,
                    taken,
                    records.normal().size(),
                    0,
                    0,
                    0,
                    0);
        }

        private RunDescription describe(
                RecordedIterations iterations,
                RunOutcome outcome,
                SamplerSummary sampler,
                SlowIterations slow,
                OutlierRecords records) {
            Map<String, String> options = new LinkedHashMap<>();
            options.put("iterations", query.toString());
            options.put("threshold", asked.toString());
            query.by().ifPresent(field -> options.put("by", field));
            List<String> warnings = new ArrayList<>(recording.problems());
            records.dropped().ifPresent(warnings::add);
            warnings.addAll(new RecordingGaps(recording.facts()).notes(outcome, slow, records));
            Map<String, String> environment =
                    new LinkedHashMap<>(recording.facts().environment());
            environment.put("threads", count(iterations));
            return new RunDescription(
                    RunDescription.SCHEMA_VERSION,
                    query.toString(),
                    options,
                    options,
                    environment,
                    List.of(outcome),
                    sampler,
                    RunStatus.OK,
                    "",
                    warnings);
        }

        private static String count(RecordedIterations iterations) {
            long known = iterations.threads().stream()
                    .filter(thread -> thread != Evidence.ANY_THREAD)
                    .count();
            return (iterations.knownThreads().isEmpty() ? "more than " : "") + known;
        }
    }
}
