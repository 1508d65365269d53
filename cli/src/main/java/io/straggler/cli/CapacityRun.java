package io.straggler.cli;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.diagnosis.compare.Fork;
import io.straggler.flamegraph.Capacity;
import io.straggler.flamegraph.Capacity.Answer;
import io.straggler.flamegraph.Capacity.Purpose;
import io.straggler.flamegraph.Capacity.Run;
import io.straggler.flamegraph.Capacity.Tried;
import io.straggler.flamegraph.Capacity.Verdict;
import io.straggler.flamegraph.SweptStep.Budget;
import io.straggler.model.Durations;
import io.straggler.model.Rates;
import io.straggler.model.RunStatus;
import io.straggler.sweep.Finding;
import io.straggler.sweep.Objectives.Judgement;
import io.straggler.sweep.RateSearch;
import io.straggler.sweep.RateSearch.Probe;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The search for the highest rate that a task sustains, a JVM for each run of it. */
final class CapacityRun {
    /** To merge the runs of every rate and to diagnose two, after Ctrl-C. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final CapacityPlan plan;
    private final String task;
    private final long thresholdNs;
    private final RatedForks forks;
    private final PrintStream err;
    private final Interruption interruption;
    private final RateSearch search;
    private final List<Run> runs = new ArrayList<>();
    private final List<RatedRun> measured = new ArrayList<>();
    private String course = "";
    private long startNs;
    private long longestNs;

    /**
     * @param thresholdNs from which latency on an iteration is an outlier, if an objective speaks of outliers
     * @param expectedNs how long a JVM should take
     */
    CapacityRun(CapacityPlan plan, String task, long thresholdNs, long expectedNs, RatedForks forks, PrintStream err) {
        this.plan = plan;
        this.task = task;
        this.thresholdNs = thresholdNs;
        this.longestNs = expectedNs;
        this.forks = forks;
        this.err = err;
        this.search = plan.search();
        this.interruption = new Interruption(forks::interrupt, forks::kill, PATIENCE);
    }

    /** Everything is printed and written: from now on this process may end. */
    void reported() {
        interruption.over();
    }

    /**
     * Measures, and leaves a run folder for every rate, those at both ends of the bracket with their reports.
     *
     * @throws ForkLauncher.Refused if the first JVM refused what it was asked for; it has said why
     */
    Capacity run() throws IOException, InterruptedException {
        interruption.begin();
        startNs = System.nanoTime();
        while (course.isEmpty()) {
            Optional<Probe> next = search.next();
            if (next.isEmpty()) {
                course = "Ended after " + jvms() + " and " + Durations.format(elapsedNs())
                        + ", because there was no more to find out.";
            } else if (elapsedNs() + longestNs > plan.maxNs()) {
                course = timeIsUp();
            } else if (next.get().purpose() == Purpose.SEARCH
                    && elapsedNs() + (plan.confirming() + 1) * longestNs > plan.maxNs()) {
                search.hurry();
                err.println("There is time left only to confirm what was found (--max-duration).");
            } else if (!measure(next.get())) {
                course = "Interrupted after " + jvms() + ".";
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
        Judgement alone = judge(List.of(run.get()));
        measured.add(run.get());
        runs.add(new Run(
                probe.perSecond(),
                probe.purpose(),
                probe.number(),
                forks.path(probe.perSecond()).getFileName().toString(),
                run.get().status(),
                run.get().achievedPerSecond(),
                alone.verdict(),
                alone.sentence()));
        search.add(alone.verdict(), together(probe, alone.verdict()));
        err.println(name + ": " + word(alone.verdict()) + ", " + alone.sentence());
        longestNs = Math.max(longestNs, System.nanoTime() - beforeNs);
        return true;
    }

    private String name(Probe probe) {
        String rate = Rates.format(probe.perSecond());
        if (probe.purpose() == Purpose.CONFIRM) {
            return "confirming " + rate + ", run " + probe.number() + " of " + plan.confirmations();
        }
        return "trying " + rate
                + (probe.number() == 1 ? "" : ", run " + probe.number() + " of at most " + plan.mostRuns());
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case HOLDS -> "holds";
            case FAILS -> "does not hold";
            case UNDECIDED -> "undecided";
        };
    }

    /** A rate that is not kept is not sustained, whatever its latencies were until then. */
    private Judgement judge(List<RatedRun> some) {
        for (RatedRun run : some) {
            if (run.status() == RunStatus.SATURATED) {
                return new Judgement(
                        Verdict.FAILS, "saturated: " + Rates.format(run.achievedPerSecond()) + " were achieved");
            }
            if (run.status() == RunStatus.FAILED) {
                return new Judgement(Verdict.FAILS, "failed: " + run.reason());
            }
        }
        List<Fork> latencies =
                some.stream().flatMap(run -> run.forks().stream()).toList();
        return plan.objectives().judge(latencies, thresholdNs, GateOptions.SEED);
    }

    /**
     * What all runs at a rate for a purpose say. Few JVMs make a wide interval where they differ: then those that could be decided on
     * their own count, if they agree.
     */
    private Verdict together(Probe probe, Verdict alone) {
        List<RatedRun> same = new ArrayList<>();
        Set<Verdict> decided = new LinkedHashSet<>();
        for (int i = 0; i < runs.size(); i++) {
            Run run = runs.get(i);
            if (run.perSecond() == probe.perSecond() && run.purpose() == probe.purpose()) {
                same.add(measured.get(i));
                decided.add(run.verdict());
            }
        }
        Verdict pooled = same.size() == 1 ? alone : judge(same).verdict();
        decided.remove(Verdict.UNDECIDED);
        return pooled == Verdict.UNDECIDED && decided.size() == 1
                ? decided.iterator().next()
                : pooled;
    }

    private Capacity capacity() throws IOException {
        Finding finding = search.finding();
        Budget limit = Budget.NONE;
        for (double rate : forks.rates()) {
            Optional<RunFolder> folder = forks.merge(rate);
            if (folder.isEmpty()) {
                continue;
            }
            if (is(finding.found(), rate)) {
                diagnose(folder.get());
            } else if (is(finding.above(), rate)) {
                limit = diagnose(folder.get());
            }
        }
        return new Capacity(
                task,
                plan.objectives().limits().stream().map(gate -> gate.text()).toList(),
                plan.range().lowPerSecond(),
                plan.range().highPerSecond(),
                plan.precision(),
                answer(finding),
                finding.found(),
                finding.above(),
                finding.undecided(),
                runs,
                limit,
                course);
    }

    /** Leaves a report in the folder. What cannot be diagnosed is told, and costs the causes only. */
    private Budget diagnose(RunFolder folder) {
        try {
            Analysis analysis = Analysis.of(folder);
            analysis.write();
            return Budget.of(analysis.conclusions(), analysis.run().thresholdNs());
        } catch (RunFolderException e) {
            err.println(e.getMessage());
            return Budget.NONE;
        }
    }

    private static boolean is(Optional<Tried> tried, double rate) {
        return tried.isPresent() && tried.get().perSecond() == rate;
    }

    private Answer answer(Finding finding) {
        if (finding.found().isEmpty()) {
            boolean lowest = is(finding.above(), plan.range().lowPerSecond());
            return lowest && finding.above().get().confirmed() >= plan.confirmations()
                    ? Answer.NOT_SUSTAINED
                    : Answer.NO_VERDICT;
        }
        boolean ended = finding.above().isPresent()
                || finding.found().get().perSecond() >= plan.range().highPerSecond();
        return ended && finding.confirmed(plan.confirmations()) ? Answer.FOUND : Answer.NO_VERDICT;
    }
}
