package io.straggler.cli.sweep;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.cli.fork.ForkLauncher;
import io.straggler.cli.fork.RatedForks;
import io.straggler.cli.fork.RatedRun;
import io.straggler.cli.fork.Session;
import io.straggler.cli.option.GateOptions;
import io.straggler.cli.text.PercentileTable;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.SampleEstimate;
import io.straggler.diagnosis.statistics.Side;
import io.straggler.model.Percentiles;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.model.text.Durations;
import io.straggler.model.text.Rates;
import io.straggler.model.text.TerminalText;
import io.straggler.rates.result.SweptRates;
import io.straggler.rates.result.SweptStep;
import io.straggler.rates.result.SweptStep.Budget;
import io.straggler.rates.result.SweptStep.Percentile;
import io.straggler.rates.result.SweptStep.Round;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Task measured at several rates, with one JVM for each rate in every round; a rate is diagnosed as soon as it has all
 * rounds.
 */
final class SweepRun {
    /** Percentiles with intervals: these take time, and are not looked at for all percentiles. */
    private static final Set<Double> WITH_INTERVAL = Set.of(50.0, 99.0, 99.9);

    /** Time for diagnosing every rate after Ctrl-C. */
    static final Duration PATIENCE = Duration.ofMinutes(5);

    private final SweepPlan plan;
    private final String task;
    private final RatedForks forks;
    private final Session session;
    private final Map<Double, List<Round>> rounds = new TreeMap<>();
    private final Map<Double, List<Fork>> latencies = new TreeMap<>();
    private final TreeMap<Double, SweptStep> steps = new TreeMap<>();
    private int measured;

    SweepRun(SweepPlan plan, String task, RatedForks forks, Session session) {
        this.plan = plan;
        this.task = task;
        this.forks = forks;
        this.session = session;
    }

    /**
     * Measures, and leaves a run folder with its report for every rate.
     *
     * @throws ForkLauncher.ForkRejected if the first JVM refused what it was asked for; it has said why
     */
    SweptRates run() throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        for (int round = 0; round < plan.rounds() && !session.interrupted(); round++) {
            round(round);
        }
        for (double rate : forks.rates()) {
            conclude(rate);
        }
        String ending = session.interrupted()
                ? "Interrupted after " + measured + " of " + TerminalText.counted(plan.jvms(), "JVM")
                        + "; what those measured is kept."
                : TerminalText.counted(plan.jvms(), "JVM") + " measured "
                        + TerminalText.counted(plan.rates().perSecond().size(), "rate") + " in "
                        + TerminalText.counted(plan.rounds(), "round") + ", which took "
                        + Durations.format(System.nanoTime() - startNs) + ".";
        return new SweptRates(
                task, plan.rates().perSecond(), plan.rounds(), plan.seed(), List.copyOf(steps.values()), ending);
    }

    private void round(int round) throws IOException, InterruptedException {
        int turn = 0;
        for (double rate : plan.order(round)) {
            turn++;
            String name = (plan.rounds() > 1 ? "round " + (round + 1) + " of " + plan.rounds() + ", " : "") + "rate "
                    + turn + " of " + plan.rates().perSecond().size() + ", " + Rates.format(rate);
            Optional<RatedRun> run = forks.measure(rate, name);
            if (run.isEmpty()) {
                return;
            }
            measured++;
            add(round, turn, run.get());
            session.err().println(name + ": " + words(run.get()));
            if (round + 1 == plan.rounds()) {
                conclude(rate);
            }
        }
    }

    private void add(int round, int turn, RatedRun run) {
        List<Percentile> percentiles =
                run.status() == RunStatus.OK && run.latency().isPresent()
                        ? percentiles(run.latency().get())
                        : List.of();
        rounds.computeIfAbsent(run.perSecond(), key -> new ArrayList<>())
                .add(new Round(
                        round + 1,
                        turn,
                        run.status(),
                        run.reason(),
                        run.achievedPerSecond(),
                        run.iterations(),
                        percentiles));
        latencies.computeIfAbsent(run.perSecond(), key -> new ArrayList<>()).addAll(run.forks());
    }

    private static List<Percentile> percentiles(Series latency) {
        return Percentiles.SHOWN.stream()
                .filter(percentile -> Percentiles.measurable(percentile, latency.count()))
                .map(percentile ->
                        new Percentile(percentile, PercentileTable.value(latency, percentile), Optional.empty()))
                .toList();
    }

    private static String words(RatedRun run) {
        if (run.status() == RunStatus.SATURATED) {
            return "saturated, " + Rates.format(run.achievedPerSecond()) + " were achieved";
        }
        if (run.status() == RunStatus.FAILED) {
            return "failed: " + run.reason();
        }
        StringBuilder words = new StringBuilder("kept");
        run.latency()
                .ifPresent(latency -> percentiles(latency).stream()
                        .filter(one -> WITH_INTERVAL.contains(one.percentile()))
                        .forEach(one -> words.append(", ")
                                .append(new Metric.Percentile(one.percentile()).label())
                                .append(' ')
                                .append(Durations.format(one.valueNs()))));
        return words.toString();
    }

    /** Brings the rounds of a rate together and diagnoses them, once. */
    private void conclude(double rate) throws IOException {
        if (steps.containsKey(rate)) {
            return;
        }
        Optional<RunFolder> folder = forks.merge(rate);
        List<Round> all = rounds.getOrDefault(rate, List.of());
        if (all.isEmpty()) {
            return;
        }
        Round worst = all.stream()
                .reduce((one, other) -> other.status().compareTo(one.status()) > 0 ? other : one)
                .orElseThrow();
        String place = forks.path(rate).getFileName().toString();
        SweptStep step = new SweptStep(rate, place, worst.status(), worst.reason(), all, List.of(), Budget.NONE);
        if (folder.isPresent()) {
            try {
                step = diagnosed(step, folder.get());
            } catch (RunFolderException e) {
                session.err().println(e.getMessage());
            }
        }
        steps.put(rate, step);
    }

    private SweptStep diagnosed(SweptStep step, RunFolder folder) {
        Analysis analysis = Analysis.of(folder);
        analysis.write();
        boolean kept = step.status() == RunStatus.OK;
        Optional<Series> latency = analysis.series().stream()
                .filter(series -> kept && series.name().equals(Series.LATENCY) && series.runId() == null)
                .findFirst();
        return new SweptStep(
                step.perSecond(),
                step.place(),
                step.status(),
                step.reason(),
                step.rounds(),
                latency.map(SweepRun::percentiles).orElse(List.of()).stream()
                        .map(one -> new Percentile(
                                one.percentile(), one.valueNs(), interval(step.perSecond(), one.percentile())))
                        .toList(),
                Budget.of(analysis.conclusions(), analysis.run().thresholdNs()));
    }

    private Optional<Estimate> interval(double rate, double percentile) {
        return WITH_INTERVAL.contains(percentile)
                ? SampleEstimate.of(
                                new Side(Rates.format(rate), latencies.getOrDefault(rate, List.of())),
                                new Metric.Percentile(percentile),
                                GateOptions.SEED)
                        .estimate()
                : Optional.empty();
    }
}
