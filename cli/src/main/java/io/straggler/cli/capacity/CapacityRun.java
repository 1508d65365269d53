package io.straggler.cli.capacity;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.cli.fork.ForkLauncher;
import io.straggler.cli.fork.RatedForks;
import io.straggler.cli.fork.RatedRun;
import io.straggler.cli.fork.Session;
import io.straggler.model.RunStatus;
import io.straggler.model.text.Durations;
import io.straggler.model.text.Rates;
import io.straggler.model.text.TerminalText;
import io.straggler.rates.Excess;
import io.straggler.rates.Finding;
import io.straggler.rates.Objectives.Judgement;
import io.straggler.rates.RateSearch;
import io.straggler.rates.RateSearch.Probe;
import io.straggler.rates.result.Capacity;
import io.straggler.rates.result.Capacity.Answer;
import io.straggler.rates.result.Capacity.Purpose;
import io.straggler.rates.result.Capacity.Run;
import io.straggler.rates.result.Capacity.Tried;
import io.straggler.rates.result.Capacity.Verdict;
import io.straggler.rates.result.SweptStep.Budget;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The search for the highest rate that a task sustains, a JVM for each run of it. */
final class CapacityRun {
    /** Time for merging the runs of every rate and diagnosing two of them, after Ctrl-C. */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final CapacityPlan plan;
    private final String task;
    private final long thresholdNs;
    private final RatedForks forks;
    private final RatedForks explaining;
    private final Session session;
    private final RateSearch search;
    private final List<Run> runs = new ArrayList<>();
    private String ending = "";
    private long startNs;
    private long longestNs;

    /**
     * @param thresholdNs from which latency on an iteration is an outlier, if an objective speaks of outliers
     * @param expectedNs how long a JVM should take
     * @param forks for the search, which nothing observes
     * @param explaining for what limits the rate
     */
    CapacityRun(
            CapacityPlan plan,
            String task,
            long thresholdNs,
            long expectedNs,
            RatedForks forks,
            RatedForks explaining,
            Session session) {
        this.plan = plan;
        this.task = task;
        this.thresholdNs = thresholdNs;
        this.longestNs = expectedNs;
        this.forks = forks;
        this.explaining = explaining;
        this.session = session;
        this.search = plan.search();
    }

    /**
     * Measures, and leaves a run folder for every rate, with a report in that of the rate that was found; and one, with a report, for what
     * limits the rate.
     *
     * @throws ForkLauncher.ForkRejected if the first JVM refused what it was asked for; it has said why
     */
    Capacity run() throws IOException, InterruptedException {
        startNs = System.nanoTime();
        while (ending.isEmpty()) {
            Optional<Probe> next = search.next();
            if (next.isEmpty()) {
                ending = "Ended after " + jvms() + " and " + Durations.format(elapsedNs())
                        + (search.hurried()
                                ? ": there was time only to confirm what was found (--max-duration)."
                                : ", because there was no more to find out.");
            } else if (elapsedNs() + longestNs > plan.maxNs()) {
                ending = timeIsUp();
            } else if (next.get().purpose() == Purpose.SEARCH
                    && elapsedNs() + (plan.confirming() + 2) * longestNs > plan.maxNs()) {
                search.hurry();
                session.err().println("There is time left only to confirm what was found (--max-duration).");
            } else if (!measure(next.get())) {
                ending = "Interrupted after " + jvms() + ".";
            }
        }
        return capacity();
    }

    private long elapsedNs() {
        return System.nanoTime() - startNs;
    }

    private String jvms() {
        return TerminalText.counted(runs.size(), "JVM");
    }

    private String timeIsUp() {
        return "Ended after " + jvms() + ", because " + Durations.format(plan.maxNs()) + " were over (--max-duration).";
    }

    /** @return false if it was interrupted */
    private boolean measure(Probe probe) throws IOException, InterruptedException {
        long beforeNs = System.nanoTime();
        String name = name(probe);
        Optional<RatedRun> run = forks.measure(probe.perSecond(), name);
        if (run.isEmpty()) {
            return false;
        }
        Judgement alone = judge(run.get());
        runs.add(new Run(
                probe.perSecond(),
                probe.purpose(),
                probe.number(),
                forks.path(probe.perSecond()).getFileName().toString(),
                run.get().status(),
                run.get().achievedPerSecond(),
                alone.verdict(),
                alone.sentence()));
        search.add(alone.verdict(), alone.excess());
        session.err().println(name + ": " + word(alone.verdict()) + ", " + alone.sentence());
        longestNs = Math.max(longestNs, System.nanoTime() - beforeNs);
        return true;
    }

    private String name(Probe probe) {
        String rate = Rates.format(probe.perSecond());
        if (probe.purpose() == Purpose.CONFIRM) {
            return "confirming " + rate + ", run " + probe.number() + " of " + plan.confirmations();
        }
        return "trying " + rate + (probe.number() == 1 ? "" : ", run " + probe.number());
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case HOLDS -> "holds";
            case FAILS -> "does not hold";
            case UNDECIDED -> "undecided";
        };
    }

    /** A rate that is not kept is not sustained, whatever its latencies were until then. */
    private Judgement judge(RatedRun run) {
        if (run.status() == RunStatus.SATURATED) {
            return failed("saturated: " + Rates.format(run.achievedPerSecond()) + " were achieved");
        }
        if (run.status() == RunStatus.FAILED) {
            return failed("failed: " + run.reason());
        }
        return plan.objectives().judge(run.forks(), thresholdNs);
    }

    private static Judgement failed(String sentence) {
        return new Judgement(Verdict.FAILS, Excess.NOT_KEPT, sentence);
    }

    private Capacity capacity() throws IOException, InterruptedException {
        Finding finding = search.finding();
        Budget limit =
                finding.above().isPresent() ? explain(finding.above().get().perSecond()) : Budget.NONE;
        for (double rate : forks.rates()) {
            Optional<RunFolder> folder = forks.merge(rate);
            if (folder.isPresent() && is(finding.found(), rate)) {
                diagnose(folder.get());
            }
        }
        return new Capacity(
                task,
                plan.objectives().limits().stream().map(gate -> gate.text()).toList(),
                plan.range().lowPerSecond(),
                plan.range().highPerSecond(),
                plan.precision(),
                answer(finding),
                finding.estimate(),
                finding.found(),
                finding.above(),
                runs,
                limit,
                ending);
    }

    /** Measures once more at a rate that is not sustained, with stacks and events. What comes of it has no say in whether it is. */
    private Budget explain(double perSecond) throws IOException, InterruptedException {
        if (session.interrupted()) {
            return Budget.NONE;
        }
        try {
            Optional<RatedRun> run = explaining.measure(perSecond, "explaining " + Rates.format(perSecond));
            Optional<RunFolder> folder = run.isEmpty() ? Optional.empty() : explaining.merge(perSecond);
            return folder.isEmpty() ? Budget.NONE : diagnose(folder.get());
        } catch (ForkLauncher.ForkRejected e) {
            // It has said what it refuses of the sampling that was asked for; the rate is known without it.
            return Budget.NONE;
        }
    }

    /** Leaves a report in the folder. What cannot be diagnosed is reported, and costs the causes only. */
    private Budget diagnose(RunFolder folder) {
        try {
            Analysis analysis = Analysis.of(folder);
            analysis.write();
            return Budget.of(analysis.conclusions(), analysis.run().thresholdNs());
        } catch (RunFolderException e) {
            session.err().println(e.getMessage());
            return Budget.NONE;
        }
    }

    private static boolean is(Optional<Tried> tried, double rate) {
        return tried.isPresent() && tried.get().perSecond() == rate;
    }

    private static Answer answer(Finding finding) {
        return !finding.confirmed()
                ? Answer.NO_VERDICT
                : finding.found().isEmpty() ? Answer.NOT_SUSTAINED : Answer.FOUND;
    }
}
