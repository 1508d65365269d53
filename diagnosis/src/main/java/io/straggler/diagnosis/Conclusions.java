package io.straggler.diagnosis;

import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.reading.NormalCode;
import io.straggler.model.BusyPeriod;
import io.straggler.model.HandOver;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.model.StackFrame;
import io.straggler.model.text.Background;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that is concluded about a run.
 *
 * @param diagnosis what was recorded about each outlier
 * @param blame which iterations made outliers wait; nobody when {@code ownPartsOnly} says why
 * @param budget where the outliers' latency went
 * @param sites the culprits by cause and place
 * @param counterfactual what the percentiles would have been without a cause or a site
 * @param ownPartsOnly why waiting was not carried back to culprits, a sentence, when it was not
 * @param overRepresented methods with a larger share of the outliers' work than of normal iterations', the surest growth first
 * @param standstills when all threads stood still and no outlier shows it
 * @param allocations what was allocated before the GC pauses that made outliers late
 * @param latency how surely the latencies are known
 */
public record Conclusions(
        Diagnosis diagnosis,
        Blame blame,
        RunBudget budget,
        List<CulpritSite> sites,
        Counterfactual counterfactual,
        Optional<String> ownPartsOnly,
        List<OverRepresentedFrame> overRepresented,
        Standstills standstills,
        Allocations allocations,
        LatencyStatistics latency) {
    private static final String NOT_REPLAYED =
            "Iterations overlap, so there is not one queue to replay: what the percentiles would be without a cause is not known.";

    private static final String UNSCHEDULED =
            "Nothing says when iterations were meant to start. So latency is the time from start to end, and waiting in"
                    + " front of it (coordinated omission) is in no figure.";

    private static final String SUBMITTED =
            "Iterations count from when they came into a queue of the program. When that was meant to be nobody knows, so"
                    + " waiting before it (coordinated omission) is in no figure.";

    private static final String UNSCHEDULED_WITHOUT_STATISTICS =
            "The recording does not say when iterations were meant to start, nor how long a thread waited for a core. So"
                    + " latency is the time from start to end; waiting in front of it (coordinated omission) is in no"
                    + " figure, and time without a core is not seen.";

    public Conclusions {
        sites = List.copyOf(sites);
        overRepresented = List.copyOf(overRepresented);
    }

    /** Creates conclusions without latencies other than those of outliers. */
    public Conclusions(
            Diagnosis diagnosis,
            Blame blame,
            RunBudget budget,
            List<CulpritSite> sites,
            Counterfactual counterfactual,
            Optional<String> ownPartsOnly,
            List<OverRepresentedFrame> overRepresented) {
        this(
                diagnosis,
                blame,
                budget,
                sites,
                counterfactual,
                ownPartsOnly,
                overRepresented,
                Standstills.NONE,
                Allocations.NONE,
                LatencyStatistics.NONE);
    }

    /**
     * The groups that iterations are in; none if there are no series of groups.
     *
     * @param series of the same run
     */
    public List<IterationGroup> groups(List<Series> series) {
        return IterationGroup.of(series, diagnosis.outliers(), budget.budgets());
    }

    /** The stages of the outliers' paths; none where outliers stay on one thread. */
    public List<PathStage> stages() {
        return PathStage.of(diagnosis.outliers());
    }

    /** Returns these conclusions with statistics of the latencies. */
    public Conclusions measured(LatencyStatistics statistics) {
        return new Conclusions(
                diagnosis,
                blame,
                budget,
                sites,
                counterfactual,
                ownPartsOnly,
                overRepresented,
                standstills,
                allocations,
                statistics);
    }

    /**
     * Returns these conclusions with stops of all threads that no outlier shows, and with allocations before pauses.
     */
    public Conclusions beside(Standstills others, Allocations before) {
        return new Conclusions(
                diagnosis,
                blame,
                budget,
                sites,
                counterfactual,
                ownPartsOnly,
                overRepresented,
                others,
                before,
                latency);
    }

    private Conclusions beside(RecordedRun run) {
        return beside(Standstills.of(run), Allocations.of(run.allocations(), diagnosis, sites));
    }

    /**
     * Draws all conclusions from a recording. Pure; some of it is done on other threads meanwhile.
     *
     * @param normalNs what an iteration normally takes, the median service time; zero when it is not known
     * @param latencies of all iterations; empty when they are not known, which refuses counterfactuals
     */
    public static Conclusions of(RecordedRun run, long normalNs, LatencyCounts latencies) {
        Optional<String> ownPartsOnly =
                notQueued(run.outliers(), run.runs(), !run.usage().isEmpty());
        Background<Blame> blame =
                Background.start(() -> blame(run.periods(), run.outliers(), run.runs(), normalNs, ownPartsOnly));
        Diagnosis diagnosis = Attribution.of(run);
        return of(
                        diagnosis,
                        alongPaths(diagnosis, run.runs(), normalNs).orElseGet(blame::result),
                        run.periods(),
                        run.runs(),
                        ownPartsOnly,
                        latencies)
                .beside(run);
    }

    /**
     * Draws all conclusions from what is known of each outlier.
     *
     * @param periods busy periods with these outliers
     * @param runs how the runs ended
     */
    public static Conclusions of(
            Diagnosis diagnosis,
            List<BusyPeriod> periods,
            List<RunOutcome> runs,
            long normalNs,
            LatencyCounts latencies) {
        List<Outlier> outliers = outliers(diagnosis);
        Optional<String> ownPartsOnly = notQueued(
                outliers,
                runs,
                diagnosis.outliers().stream().anyMatch(one -> !one.usage().isEmpty()));
        return of(
                diagnosis,
                alongPaths(diagnosis, runs, normalNs)
                        .orElseGet(() -> blame(periods, outliers, runs, normalNs, ownPartsOnly)),
                periods,
                runs,
                ownPartsOnly,
                latencies);
    }

    private static List<Outlier> outliers(Diagnosis diagnosis) {
        return diagnosis.outliers().stream().map(DiagnosedOutlier::outlier).toList();
    }

    private static Blame blame(
            List<BusyPeriod> periods,
            List<Outlier> outliers,
            List<RunOutcome> runs,
            long normalNs,
            Optional<String> ownPartsOnly) {
        if (!scheduled(runs)) {
            return Blame.ofThemselves(outliers, normalNs);
        }
        return ownPartsOnly.isPresent()
                ? new Blame(normalNs, List.of(), Map.of())
                : Blame.of(periods, outliers, normalNs);
    }

    /**
     * Returns who made outliers of an asynchronous task wait; empty if that is known of none, or if every iteration
     * waits for every other.
     */
    private static Optional<Blame> alongPaths(Diagnosis diagnosis, List<RunOutcome> runs, long normalNs) {
        boolean known = diagnosis.outliers().stream().anyMatch(one -> one.path().isPresent());
        return known && !saturated(runs) ? Optional.of(PathBlame.of(diagnosis.outliers(), normalNs)) : Optional.empty();
    }

    private static boolean saturated(List<RunOutcome> runs) {
        return runs.stream().anyMatch(outcome -> outcome.status() == RunStatus.SATURATED);
    }

    private static Conclusions of(
            Diagnosis diagnosis,
            Blame blame,
            List<BusyPeriod> periods,
            List<RunOutcome> runs,
            Optional<String> notOneQueue,
            LatencyCounts latencies) {
        // Culprits of an asynchronous task are known by paths, and yet there is nothing to replay.
        Optional<String> ownPartsOnly =
                notOneQueue.isPresent() && (blame.waits().isEmpty() || !scheduled(runs))
                        ? notOneQueue
                        : Optional.empty();
        RunBudget budget = RunBudget.of(diagnosis, blame, runs, Rules.STANDARD);
        List<CulpritSite> sites = CulpritSite.of(blame, budget.budgets(), outliers(diagnosis));
        Counterfactual counterfactual = notOneQueue.isPresent()
                ? Counterfactual.refused(latencies, ownPartsOnly.orElse(NOT_REPLAYED))
                : Counterfactual.of(
                        periods,
                        budget,
                        sites,
                        Hiccups.of(diagnosis.outliers(), budget.budgets()),
                        latencies,
                        blame.normalNs(),
                        normally(diagnosis),
                        runs,
                        outliers(diagnosis).stream()
                                .mapToLong(Outlier::thresholdNs)
                                .min()
                                .orElse(0));
        return new Conclusions(
                diagnosis, blame, budget, sites, counterfactual, ownPartsOnly, OverRepresentedFrames.of(diagnosis));
    }

    /** Returns the share of normal iterations that each cause takes. */
    private static Map<Cause, Double> normally(Diagnosis diagnosis) {
        Map<List<StackFrame>, Long> samples = new LinkedHashMap<>();
        diagnosis.normalStacks().forEach(stack -> samples.merge(stack.frames(), stack.samples(), Long::sum));
        return NormalCode.causes(samples);
    }

    /**
     * Why the outliers did not wait in one queue that drains, if they did not.
     *
     * @param statistics whether the scheduler statistics of their threads were read
     */
    private static Optional<String> notQueued(List<Outlier> outliers, List<RunOutcome> runs, boolean statistics) {
        if (!scheduled(runs)) {
            if (outliers.stream().anyMatch(Conclusions::submitted)) {
                return Optional.of(SUBMITTED);
            }
            return Optional.of(statistics ? UNSCHEDULED : UNSCHEDULED_WITHOUT_STATISTICS);
        }
        if (saturated(runs)) {
            return Optional.of(
                    "The rate could not be kept, so everybody waits for everybody: only what each outlier did itself "
                            + "is explained.");
        }
        if (overlapping(outliers)) {
            return Optional.of(
                    "Iterations overlap, so there is not one queue to replay: only what each outlier did itself is "
                            + "explained.");
        }
        return Optional.empty();
    }

    /** Whether an iteration is a task that began when it was handed over, and not when a thread began with it. */
    private static boolean submitted(Outlier outlier) {
        return outlier.handOver()
                .map(HandOver::stages)
                .filter(stages -> !stages.isEmpty() && stages.get(0).handed())
                .isPresent();
    }

    /** Whether one of the runs had a schedule, or nothing is known of them. */
    private static boolean scheduled(List<RunOutcome> runs) {
        return runs.isEmpty() || runs.stream().anyMatch(RunOutcome::scheduled);
    }

    private static boolean overlapping(List<Outlier> outliers) {
        Map<RunId, Long> lastEndNs = new HashMap<>();
        return outliers.stream()
                .map(Outlier::iteration)
                .sorted(Comparator.comparingLong(Iteration::startNs))
                .anyMatch(iteration -> {
                    Long previousNs = lastEndNs.put(iteration.runId(), iteration.endNs());
                    return previousNs != null && previousNs > iteration.startNs();
                });
    }
}
