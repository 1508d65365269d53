package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.Owners;
import io.straggler.diagnosis.budget.StackSpan;
import io.straggler.diagnosis.stacks.IntervalStacks;
import io.straggler.diagnosis.stacks.MethodStacks;
import io.straggler.diagnosis.stacks.SampleTimes;
import io.straggler.diagnosis.stacks.TaskStacks;
import io.straggler.model.Capture;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.MachineFacts;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import io.straggler.model.text.Background;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives every outlier what was recorded about it: the stacks of the time in which it ran, the evidence while it was late, and what the
 * operating system charged to it.
 *
 * <p>{@link StackSpan} says which time a stack stands for. Time that no stack stands for is not distributed over the stacks, but counted as
 * unseen. So the weights of the stacks and the unseen time add up to the service time, to the nanosecond.
 *
 * <p>If several threads are watched, {@link Owners} says which of them spent the outlier's time. Captured stacks of the other threads are
 * kept with the outlier, but stand for no time.
 *
 * <p>If an outlier names the thread on which it ran, it gets the stacks of that thread only, and the evidence of that thread and of what
 * concerned all threads.
 *
 * <p>Iterations of a sequential task do not overlap. Those of an asynchronous task may; a stack then counts for each of them.
 */
public final class Attribution {
    private final RecordedRun run;
    private final List<Outlier> outliers;
    private final Background<EvidenceOverlaps.Found> overlaps;

    /** Indices of outliers that get no stacks, because all have too many. */
    private final BitSet withoutStacks;

    private final TaskStacks taskStacks;
    private final MethodStacks methodStacks = new MethodStacks();
    private final SampleTimes samples;
    private final IntervalStacks ofIntervals;
    private final Owners owners;
    private final PathFinder paths;
    private final ThreadsOfCalls callThreads;
    private final CoreUseTimes coreUse;
    private final int cores;
    private final Map<Long, String> threadNames = new HashMap<>();
    private final long captureNs;

    /** Captures of iterations that were late, by tag. */
    private final Map<Long, List<Capture>> lateCaptures = new HashMap<>();

    private final List<DiagnosedOutlier> diagnosed = new ArrayList<>();
    private final CoverageCount coverage;

    private Attribution(RecordedRun run, long mostStacks) {
        this.run = run;
        this.outliers = new ArrayList<>(run.outliers());
        outliers.sort(Comparator.comparingLong(
                        (Outlier outlier) -> outlier.iteration().intendedNs())
                .thenComparing(outlier -> outlier.iteration().runId()));
        run.threads().forEach(thread -> threadNames.put(thread.osThreadId(), thread.name()));
        this.taskStacks = new TaskStacks(run.samples());
        this.overlaps = Background.start(() -> EvidenceOverlaps.of(
                run.threads(), new Laggards(taskStacks.samples(), threadNames).named(run.evidence()), outliers));
        this.samples = new SampleTimes(taskStacks.samples());
        this.ofIntervals = new IntervalStacks(taskStacks.ofIntervals());
        this.owners = new Owners(run.threads());
        this.paths = new PathFinder(
                run.threads(),
                outliers,
                ofIntervals,
                run.idleStacks(),
                samples.answers(Capture.Purpose.IDLE, run.captures()));
        this.callThreads = new ThreadsOfCalls(run.threads());
        this.coreUse = new CoreUseTimes(run.coreUse());
        this.cores = MachineFacts.cores(run.environment()).orElse(0);
        for (Capture capture : run.captures()) {
            if (capture.purpose() == Capture.Purpose.LATE) {
                lateCaptures
                        .computeIfAbsent(capture.intendedNs(), tag -> new ArrayList<>(4))
                        .add(capture);
            }
        }
        this.coverage = new CoverageCount(run.sampler());
        this.captureNs = run.sampler() == null ? 0 : run.sampler().captureNs();
        this.withoutStacks = OverlapBudget.leftOut(outliers, i -> stackCount(outliers.get(i)), mostStacks);
    }

    /** Attributes what a recording holds to its outliers. Changes nothing in the recording. */
    public static Diagnosis of(RecordedRun run) {
        return of(run, OverlapBudget.of(run.outliers(), run.samples().size(), OverlapBudget.STACK_SHARED_BY));
    }

    /** @param mostStacks that all outliers get together */
    static Diagnosis of(RecordedRun run, long mostStacks) {
        return new Attribution(run, mostStacks).attribute();
    }

    /**
     * Returns the number of stacks that an outlier may get: those of its own threads or, where these are unknown, all
     * captured ones and those of the pacing threads.
     */
    private long stackCount(Outlier outlier) {
        Iteration iteration = outlier.iteration();
        long startNs = iteration.startNs();
        long endNs = iteration.endNs();
        Set<Long> threads = callThreads.of(outlier);
        long count = 0;
        for (long thread : threads) {
            count += samples.count(thread, startNs, endNs) + ofIntervals.count(thread, startNs, endNs);
        }
        if (threads.isEmpty()) {
            count += samples.count(startNs, endNs);
            for (long thread : owners.sequential()) {
                count += ofIntervals.count(thread, startNs, endNs);
            }
        }
        return count;
    }

    private Diagnosis attribute() {
        ThreadUsages usage = new ThreadUsages(run.usage());
        EvidenceOverlaps.Found evidence = overlaps.result();
        List<List<ThreadUsage>> usages = new ArrayList<>(outliers.size());
        List<Optional<IterationPath>> found = new ArrayList<>(outliers.size());
        for (int i = 0; i < outliers.size(); i++) {
            Outlier outlier = outliers.get(i);
            boolean async = outlier.handOver().isPresent();
            List<ThreadUsage> own =
                    async ? ofItsThreads(outlier, usage.during(outlier.iteration())) : usage.take(outlier.iteration());
            usages.add(own);
            // Stacks are looked up later for sequential tasks, which have no path.
            found.add(async ? paths.of(outlier, captured(i), own) : Optional.empty());
        }
        List<Optional<IterationPath>> apart = PathOrder.apart(found);
        for (int i = 0; i < outliers.size(); i++) {
            diagnose(i, evidence.evidence().get(i), usages.get(i), apart.get(i));
        }
        List<StackSample> normal = new ArrayList<>(samples.answers(Capture.Purpose.NORMAL, run.captures()));
        // Other watched threads may only wait for the thread that does the work.
        normal.removeIf(sample -> owners.anySequential() && !owners.isSequential(sample.osThreadId()));
        StackSums normalStacks = new StackSums();
        normal.forEach(sample -> normalStacks.add(sample.frames(), 1));
        BitSet leftOut = evidence.leftOut();
        leftOut.or(withoutStacks);
        return new Diagnosis(
                diagnosed,
                coverage.coverage(samples.outsideOutliers() - normal.size()),
                OutlierStacks.of(diagnosed, threadNames),
                normalStacks.heaviestFirst(),
                threadNames,
                run.task(),
                leftOut.cardinality());
    }

    /** Usage of the outlier's own threads; of all threads if the outlier does not say which are its own. */
    private List<ThreadUsage> ofItsThreads(Outlier outlier, List<ThreadUsage> all) {
        Set<Long> threads = callThreads.of(outlier);
        return threads.isEmpty()
                ? all
                : all.stream().filter(one -> threads.contains(one.osThreadId())).toList();
    }

    private List<StackSample> captured(int index) {
        if (withoutStacks.get(index)) {
            return List.of();
        }
        Outlier outlier = outliers.get(index);
        Iteration iteration = outlier.iteration();
        if (!outlier.hasThread()) {
            return samples.within(iteration.startNs(), iteration.endNs());
        }
        List<StackSample> captured = new ArrayList<>();
        callThreads
                .of(outlier)
                .forEach(thread -> captured.addAll(samples.within(thread, iteration.startNs(), iteration.endNs())));
        return captured;
    }

    private void diagnose(int index, List<Evidence> evidence, List<ThreadUsage> usage, Optional<IterationPath> path) {
        Outlier outlier = outliers.get(index);
        Iteration iteration = outlier.iteration();
        List<StackSample> captured = captured(index);
        Set<Long> own = path.map(IterationPath::threads)
                .orElseGet(() ->
                        outlier.hasThread() ? Set.of(outlier.osThreadId()) : owners.of(captured, evidence, usage));
        StandingStacks stacks = stacks(
                iteration,
                path.isPresent() ? captured : taskStacks.completed(captured),
                withoutStacks.get(index) ? Set.of() : own);
        List<StackSpan> standing = new ArrayList<>();
        long unseen = iteration.serviceNs();
        for (long owner : own) {
            Optional<IntervalSet> held = path.map(known -> known.on(owner));
            for (StackSpan span : stacks.spans(owner, iteration)) {
                long ns = held.map(time -> span.stood().and(time).lengthNs()).orElse(span.lengthNs() / own.size());
                stacks.standFor(span.index(), ns);
                unseen -= ns;
                if (OutlierStacks.isOfOutlier(stacks.sample(span.index()), ns, path.isPresent())) {
                    standing.add(span);
                }
            }
        }
        if (path.isPresent()) {
            standing = stacks.keep(standing, path.get());
            stacks.replaceAll(taskStacks::completed);
        }
        stacks.replaceEach(sample -> methodStacks.below(outlier.group(), sample));
        DiagnosedOutlier one = new DiagnosedOutlier(
                outlier,
                stacks.samples(),
                stacks.askedNs(),
                stacks.untilNs(),
                stacks.ns(),
                unseen,
                evidence,
                usage,
                coreUse.within(iteration.intendedNs(), iteration.endNs()),
                cores,
                own,
                path,
                captureNs);
        coverage.add(one, standing);
        diagnosed.add(one);
    }

    private StandingStacks stacks(Iteration iteration, List<StackSample> captured, Set<Long> own) {
        List<StackSample> stacks = new ArrayList<>(captured);
        own.forEach(owner -> stacks.addAll(ofIntervals.within(owner, iteration.startNs(), iteration.endNs())));
        return new StandingStacks(stacks, lateCaptures.getOrDefault(iteration.intendedNs(), List.of()), iteration);
    }
}
