package io.straggler.anyrecording;

import io.straggler.Analysis;
import io.straggler.harness.Threshold;
import io.straggler.harness.series.Intervals;
import io.straggler.jfr.anyrecording.AnyRecording;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.jfr.anyrecording.OutlierRecords;
import io.straggler.jfr.anyrecording.RecordedIterations;
import io.straggler.jfr.anyrecording.SlowIterations;
import io.straggler.jfr.chunk.MissingTime;
import io.straggler.jfr.chunk.RecordingFiles;
import io.straggler.jfr.read.StackDetail;
import io.straggler.model.Capture;
import io.straggler.model.Evidence;
import io.straggler.model.Notice;
import io.straggler.model.RecordedRun;
import io.straggler.model.RecordedStops;
import io.straggler.model.RunDescription;
import io.straggler.model.RunOutcome;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.Settings;
import io.straggler.model.StackSample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Recording of any program, analysed as a run whose iterations are events.
 *
 * @param analysis what was concluded
 * @param intervals of every series
 * @param problems what of the recording could not be read, a sentence each
 */
public record AnyRecordingAnalysis(Analysis analysis, Intervals intervals, List<String> problems) {
    public AnyRecordingAnalysis {
        problems = List.copyOf(problems);
    }

    /**
     * Analyses a recording. It is read three times: for all durations, for the outliers, and for what was recorded around these.
     *
     * @param threshold from which duration on an iteration is an outlier
     * @throws io.straggler.jfr.chunk.RecordingException if it is no recording, or holds no such iterations
     * @throws IllegalArgumentException if too few iterations lie above the threshold to know it
     */
    public static AnyRecordingAnalysis of(Path file, IterationQuery query, Threshold threshold) {
        return of(file, query, threshold, StackDetail.METHODS);
    }

    /** Analysis with stacks in the detail that is asked for. */
    public static AnyRecordingAnalysis of(Path file, IterationQuery query, Threshold threshold, StackDetail detail) {
        try (RecordingFiles files = RecordingFiles.open(file)) {
            return of(files, query, threshold, detail);
        }
    }

    /** Analysis of several files as one recording; they stay open. */
    public static AnyRecordingAnalysis of(
            RecordingFiles files, IterationQuery query, Threshold threshold, StackDetail detail) {
        try (AnyRecording recording = AnyRecording.open(files)) {
            Groups groups = new Groups();
            ClockSteps steps = new ClockSteps();
            RecordedLatencies latencies = new RecordedLatencies(recording, query, (startNs, endNs, thread, group) -> {
                steps.add(endNs - startNs);
                if (query.by().isPresent()) {
                    groups.add(group, endNs - startNs);
                }
            });
            RecordedIterations iterations = latencies.iterations();
            long thresholdNs = latencies.thresholdNs(threshold);
            SlowIterations slow = recording.outliers(query, iterations, thresholdNs, latencies.leastNs(thresholdNs));
            OutlierRecords records = recording.around(query, iterations, slow, detail);
            Reading reading = new Reading(
                    query, threshold, iterations, recording.problems(), recording.copies(), recording.missing());
            return reading.analysis(latencies.outcome(thresholdNs, slow.count()), latencies, groups, records)
                    .noted(steps.notice().stream().toList());
        }
    }

    private AnyRecordingAnalysis noted(List<Notice> notices) {
        return new AnyRecordingAnalysis(analysis.noted(notices), intervals, problems);
    }

    /**
     * Content of one recording, in the types of Straggler's recordings.
     *
     * @param asked the threshold that was asked for
     */
    private record Reading(
            IterationQuery query,
            Threshold asked,
            RecordedIterations iterations,
            List<String> problems,
            Optional<Notice> copies,
            MissingTime missing) {
        private AnyRecordingAnalysis analysis(
                RunOutcome outcome, RecordedLatencies latencies, Groups groups, OutlierRecords records) {
            SamplerSummary sampler = sampler(records);
            RecordedRun recorded = recorded(outcome, sampler, records);
            Intervals ofAll = latencies.intervals();
            Intervals ofGroups = groups.intervals(outcome.startEpochMs(), outcome.endEpochMs());
            Intervals intervals = consumer -> {
                ofAll.forEach(consumer);
                ofGroups.forEach(consumer);
            };
            RunDescription run = describe(outcome, sampler, records);
            Analysis concluded = Analysis.of(run, intervals, recorded);
            return new AnyRecordingAnalysis(concluded, intervals, problems)
                    .noted(MachineNotices.of(concluded, records.machine()));
        }

        /** Stacks of normal iterations answer requests that nobody made: that is how they are known as such. */
        private static RecordedRun recorded(RunOutcome outcome, SamplerSummary sampler, OutlierRecords records) {
            SlowIterations slow = records.outliers();
            List<StackSample> samples = new ArrayList<>(records.samples());
            samples.addAll(records.normal());
            List<Capture> captures = records.normal().stream()
                    .map(stack -> new Capture(
                            Capture.Purpose.NORMAL, stack.timeNs(), stack.osThreadId(), stack.timeNs(), stack.timeNs()))
                    .toList();
            return RecordedRun.builder()
                    .runs(List.of(outcome))
                    .threads(slow.threads())
                    .outliers(slow.outliers())
                    .captures(captures)
                    .samples(samples)
                    .evidence(records.evidence())
                    .stops(slow.count() > slow.outliers().size() + slow.nested() ? RecordedStops.NONE : records.stops())
                    .allocations(records.allocations())
                    .refusedThreads(records.refusedThreads())
                    .sampler(sampler)
                    .build();
        }

        private SamplerSummary sampler(OutlierRecords records) {
            long taken = records.sampled().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            if (records.phases() > 0) {
                return SamplerSummary.of(SamplerMode.CONTINUOUS, "phases of the collector, as it reports them")
                        .signalsSent(records.phases())
                        .capturesTaken(records.phases())
                        .build();
            }
            if (taken == 0) {
                return SamplerSummary.off("the recording holds no stack that was sampled of the iterations' threads");
            }
            return SamplerSummary.of(
                            SamplerMode.CONTINUOUS, RecordingGaps.samples(records.sampled(), iterations.facts()))
                    .signalsSent(taken)
                    .capturesTaken(taken)
                    .normalSamples(records.normal().size())
                    .build();
        }

        private RunDescription describe(RunOutcome outcome, SamplerSummary sampler, OutlierRecords records) {
            Map<String, String> options = new LinkedHashMap<>();
            options.put("iterations", query.toString());
            options.put("threshold", asked.toString());
            query.by().ifPresent(field -> options.put("by", field));
            List<Notice> notices = new ArrayList<>();
            idleWaits().ifPresent(notices::add);
            problems.forEach(problem -> notices.add(Notice.of(problem)));
            copies.ifPresent(notices::add);
            if (missing.gaps() > 0) {
                notices.add(Notice.of(Notice.Code.TIME_NOT_RECORDED, missing.sumNs(), missing.gaps()));
            }
            records.dropped().forEach(dropped -> notices.add(Notice.of(dropped)));
            notices.addAll(new RecordingGaps(iterations.facts(), query.event()).notices(outcome, records));
            notices.addAll(StackNotices.of(iterations.facts(), records));
            records.queued().notice().ifPresent(notices::add);
            Map<String, String> environment =
                    new LinkedHashMap<>(iterations.facts().environment());
            environment.put("threads", threads());
            return RunDescription.of(query.toString())
                    .optionsGiven(options)
                    .optionsResolved(options)
                    .settings(new Settings(
                            "", Optional.of(asked.asked()), false, query.by().orElse("")))
                    .environment(environment)
                    .runs(List.of(outcome))
                    .sampler(sampler)
                    .notices(notices)
                    .build();
        }

        private Optional<Notice> idleWaits() {
            return iterations.idle() == 0
                    ? Optional.empty()
                    : Optional.of(Notice.of(
                            Notice.Code.IDLE_WAITS, iterations.idle(), iterations.idle() + iterations.count()));
        }

        private String threads() {
            long known = iterations.threads().stream()
                    .filter(thread -> thread != Evidence.ANY_THREAD)
                    .count();
            return (iterations.knownThreads().isEmpty() ? "more than " : "") + known;
        }
    }
}
