package io.straggler.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Content of a recording in the types of this package. All instants are on the {@link NanoClock} of the process that
 * was measured.
 *
 * @param task the task's name, or empty
 * @param environment as recorded; empty for a foreign recording
 * @param runs the outcomes that the recording holds
 * @param threads the watched threads
 * @param idleStacks where threads of asynchronous tasks were while no iteration was in flight
 * @param outliers in order of recording
 * @param periods busy periods that contained outliers
 * @param captures the sampler's requests
 * @param usage what the operating system charged to late iterations
 * @param coreUse what threads of the process had of the cores around late iterations
 * @param samples stacks of watched threads, in order of time
 * @param evidence what the JVM reported, in order of time
 * @param stops when all threads stood still, with or without an outlier
 * @param allocations what was allocated before the pauses that touched outliers, in order of time
 * @param intervals the histogram log, when it was recorded
 * @param sampler what the sampler counted, or null
 * @param clock how well the recording's clock was mapped
 * @param problems what is damaged or missing, a sentence each
 * @param dropped how many outliers were read and left out, because more than these did not fit into memory
 * @param notes what was left out or is less exact although nothing is damaged, a sentence each
 * @param refusedThreads how many times a scheduler did not take a virtual thread while an outlier ran
 */
public record RecordedRun(
        String task,
        Map<String, String> environment,
        List<RunOutcome> runs,
        List<WatchedThread> threads,
        List<IdleStack> idleStacks,
        List<Outlier> outliers,
        List<BusyPeriod> periods,
        List<Capture> captures,
        List<ThreadUsage> usage,
        List<CoreUse> coreUse,
        List<StackSample> samples,
        List<Evidence> evidence,
        RecordedStops stops,
        List<AllocationSample> allocations,
        List<RecordedInterval> intervals,
        @Nullable SamplerSummary sampler,
        ClockError clock,
        List<String> problems,
        long dropped,
        List<String> notes,
        long refusedThreads) {
    /** Starts from a recording in which there is nothing. */
    public static Builder builder() {
        return new Builder();
    }

    /** The problems and after them the notes. */
    public List<String> problemsAndNotes() {
        return Stream.concat(problems.stream(), notes.stream()).toList();
    }

    /** This run with outcomes and sampler counts that its recording lacks because it was cut short, from the description of the run. */
    public RecordedRun completed(RunDescription described) {
        if (!runs.isEmpty() && sampler != null) {
            return this;
        }
        Builder builder = toBuilder();
        builder.runs = runs.isEmpty() ? described.runs() : runs;
        builder.sampler = sampler == null ? described.sampler() : sampler;
        return builder.build().atThresholds();
    }

    /**
     * This run without iterations below the threshold of their run, and without busy periods that hold no others. Such iterations were
     * recorded because the threshold is chosen when a run is over. If they were captured, the sampler's count of captured iterations that were no
     * outliers grows by them.
     */
    public RecordedRun atThresholds() {
        Map<RunId, Long> thresholds = runs.stream()
                .filter(RunOutcome::scheduled)
                .collect(Collectors.toMap(RunOutcome::runId, RunOutcome::thresholdNs, Math::max));
        if (outliers.stream().noneMatch(outlier -> below(outlier, thresholds))) {
            return this;
        }
        List<Outlier> kept = outliers.stream()
                .filter(outlier -> !below(outlier, thresholds))
                .map(outlier ->
                        outlier.of(thresholds.getOrDefault(outlier.iteration().runId(), outlier.thresholdNs())))
                .toList();
        Set<Tag> tags =
                kept.stream().map(outlier -> Tag.of(outlier.iteration())).collect(Collectors.toSet());
        Builder builder = toBuilder();
        builder.outliers = kept;
        builder.periods = periods.stream()
                .filter(period -> period.iterations().stream().map(Tag::of).anyMatch(tags::contains))
                .toList();
        if (sampler != null) {
            builder.sampler = sampler.withInnocentCaptures(sampler.innocentCaptures() + capturedBelow(thresholds));
        }
        return builder.build();
    }

    private long capturedBelow(Map<RunId, Long> thresholds) {
        Set<Long> late = captures.stream()
                .filter(capture -> capture.purpose() == Capture.Purpose.LATE)
                .map(Capture::intendedNs)
                .collect(Collectors.toSet());
        return outliers.stream()
                .filter(outlier -> below(outlier, thresholds)
                        && late.contains(outlier.iteration().intendedNs()))
                .count();
    }

    private static boolean below(Outlier outlier, Map<RunId, Long> thresholds) {
        Iteration iteration = outlier.iteration();
        return iteration.latencyNs() < thresholds.getOrDefault(iteration.runId(), 0L);
    }

    /** Key of an iteration in a recording. */
    private record Tag(RunId runId, long intendedNs) {
        static Tag of(Iteration iteration) {
            return new Tag(iteration.runId(), iteration.intendedNs());
        }
    }

    private Builder toBuilder() {
        Builder builder = new Builder();
        builder.task = task;
        builder.environment = environment;
        builder.runs = runs;
        builder.threads = threads;
        builder.idleStacks = idleStacks;
        builder.outliers = outliers;
        builder.periods = periods;
        builder.captures = captures;
        builder.usage = usage;
        builder.coreUse = coreUse;
        builder.samples = samples;
        builder.evidence = evidence;
        builder.stops = stops;
        builder.allocations = allocations;
        builder.intervals = intervals;
        builder.sampler = sampler;
        builder.clock = clock;
        builder.problems = problems;
        builder.dropped = dropped;
        builder.notes = notes;
        builder.refusedThreads = refusedThreads;
        return builder;
    }

    /** Names what would be twenty arguments. What is not set is empty. For one thread. */
    public static final class Builder {
        private String task = "";
        private Map<String, String> environment = Map.of();
        private List<RunOutcome> runs = List.of();
        private List<WatchedThread> threads = List.of();
        private List<IdleStack> idleStacks = List.of();
        private List<Outlier> outliers = List.of();
        private List<BusyPeriod> periods = List.of();
        private List<Capture> captures = List.of();
        private List<ThreadUsage> usage = List.of();
        private List<CoreUse> coreUse = List.of();
        private List<StackSample> samples = List.of();
        private List<Evidence> evidence = List.of();
        private RecordedStops stops = RecordedStops.NONE;
        private List<AllocationSample> allocations = List.of();
        private List<RecordedInterval> intervals = List.of();
        private @Nullable SamplerSummary sampler;
        private ClockError clock = new ClockError(0, 0, 0);
        private List<String> problems = List.of();
        private long dropped;
        private List<String> notes = List.of();
        private long refusedThreads;

        private Builder() {}

        public Builder task(String value) {
            task = value;
            return this;
        }

        public Builder environment(Map<String, String> value) {
            environment = value;
            return this;
        }

        public Builder runs(List<RunOutcome> value) {
            runs = value;
            return this;
        }

        public Builder threads(List<WatchedThread> value) {
            threads = value;
            return this;
        }

        public Builder idleStacks(List<IdleStack> value) {
            idleStacks = value;
            return this;
        }

        public Builder outliers(List<Outlier> value) {
            outliers = value;
            return this;
        }

        public Builder periods(List<BusyPeriod> value) {
            periods = value;
            return this;
        }

        public Builder captures(List<Capture> value) {
            captures = value;
            return this;
        }

        public Builder usage(List<ThreadUsage> value) {
            usage = value;
            return this;
        }

        public Builder coreUse(List<CoreUse> value) {
            coreUse = value;
            return this;
        }

        public Builder samples(List<StackSample> value) {
            samples = value;
            return this;
        }

        public Builder evidence(List<Evidence> value) {
            evidence = value;
            return this;
        }

        public Builder stops(RecordedStops value) {
            stops = value;
            return this;
        }

        public Builder allocations(List<AllocationSample> value) {
            allocations = value;
            return this;
        }

        public Builder intervals(List<RecordedInterval> value) {
            intervals = value;
            return this;
        }

        public Builder sampler(@Nullable SamplerSummary value) {
            sampler = value;
            return this;
        }

        public Builder clock(ClockError value) {
            clock = value;
            return this;
        }

        public Builder problems(List<String> value) {
            problems = value;
            return this;
        }

        public Builder dropped(long value) {
            dropped = value;
            return this;
        }

        public Builder notes(List<String> value) {
            notes = value;
            return this;
        }

        public Builder refusedThreads(long value) {
            refusedThreads = value;
            return this;
        }

        public RecordedRun build() {
            return new RecordedRun(
                    task,
                    environment,
                    runs,
                    threads,
                    idleStacks,
                    outliers,
                    periods,
                    captures,
                    usage,
                    coreUse,
                    samples,
                    evidence,
                    stops,
                    allocations,
                    intervals,
                    sampler,
                    clock,
                    problems,
                    dropped,
                    notes,
                    refusedThreads);
        }
    }
}
