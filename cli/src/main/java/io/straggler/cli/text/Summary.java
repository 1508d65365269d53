package io.straggler.cli.text;

import io.straggler.Analysis;
import io.straggler.CoreConditions;
import io.straggler.ReferenceRun;
import io.straggler.accuracy.Accuracy;
import io.straggler.accuracy.AccuracyLine;
import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.IterationGroup;
import io.straggler.diagnosis.RelativeLatency;
import io.straggler.diagnosis.Remedy;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Place;
import io.straggler.model.RunDescription;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.model.text.Decimals;
import io.straggler.model.text.Durations;
import io.straggler.model.text.Rates;
import io.straggler.model.text.TerminalText;
import java.io.PrintStream;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/** What a run says on a terminal: a dozen lines, the worst news first. */
public final class Summary {
    /** Causes for which a thread runs, and time of which nothing else is known. */
    private static final Set<Cause> RUNNING = EnumSet.of(
            Cause.CODE,
            Cause.DEOPTIMIZATION,
            Cause.PAGE_FAULT,
            Cause.ENTRY_BARRIER,
            Cause.USUAL_WORK,
            Cause.NOT_SEEN,
            Cause.UNEXPLAINED);

    private static final int HOTTEST = 3;
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    private Summary() {}

    public static void print(Analysis analysis, PrintStream out) {
        print(
                analysis,
                Accuracy.ofThisMachine(
                        analysis.run().thresholdNs(),
                        analysis.conclusions().diagnosis().asynchronous()),
                out);
    }

    /** @param accuracy what a self test found here, if there was one */
    public static void print(Analysis analysis, Optional<Accuracy> accuracy, PrintStream out) {
        RunDescription run = analysis.run();
        List<IterationGroup> groups = analysis.conclusions().groups(analysis.series());
        out.println();
        out.println(run.task()
                + (run.status() == RunStatus.OK ? "" : "   " + run.status().name()));
        CaveatLines.status(run).forEach(out::println);
        if (run.status() == RunStatus.SATURATED) {
            printSaturated(analysis, out);
            printFiles(analysis, out);
            return;
        }
        Verdict.of(analysis)
                .ifPresent(sentence ->
                        TerminalText.wrapped("  ", sentence).forEach(line -> out.println(Colours.bold(line, out))));
        printRate(run, out);
        printOutliers(run, out);
        printSampler(run, analysis, out);
        printObserver(analysis, out);
        printCores(run, out);
        if (run.iterations() > 0) {
            out.println();
            PercentileTable.print(analysis.series(), analysis.conclusions().latency(), run, out);
            printBlock(GroupLines.of(groups, run.groupedBy()), out);
            String reference = run.environment().getOrDefault(ReferenceRun.FACT, "");
            printBlock(RelativeLines.of(RelativeLatency.of(analysis.series()), reference), out);
        }
        printConclusions(analysis, out);
        printBlock(GroupLines.outliers(groups, run.groupedBy()), out);
        printAccuracy(analysis, accuracy, out);
        printBlock(StageLines.of(analysis.conclusions().stages()), out);
        printHottest(analysis, out);
        printBlock(
                OverRepresentedLines.of(analysis.conclusions().overRepresented(), new PlaceText(TaskPackage.of(run))),
                out);
        printFiles(analysis, out);
    }

    /** Latencies of a queue that grows without end say how long it was let grow. */
    private static void printSaturated(Analysis analysis, PrintStream out) {
        printRate(analysis.run(), out);
        OptionalLong usualNs = analysis.series().stream()
                .filter(one -> one.runId() == null && one.name().equals(Series.SERVICE))
                .map(one -> one.valueNs(50))
                .findFirst()
                .orElse(OptionalLong.empty());
        String most = usualNs.isEmpty() || usualNs.getAsLong() == 0
                ? ""
                : "An iteration takes " + Durations.format(usualNs.getAsLong()) + " (median), so that no more than "
                        + Rates.format(Math.floor(1e9 / usualNs.getAsLong())) + " can be kept. ";
        TerminalText.labelled(
                        "",
                        most
                                + "There are no percentiles of a rate that was not kept: straggler capacity finds the highest that is")
                .forEach(out::println);
    }

    private static void printFiles(Analysis analysis, PrintStream out) {
        CaveatLines.notes(analysis.run()).forEach(out::println);
        if (analysis.folder() != null) {
            out.println();
            out.println("  report      " + analysis.folder().report());
            out.println("  recording   " + analysis.folder().recording());
        }
        out.flush();
    }

    private static void printRate(RunDescription run, PrintStream out) {
        if (run.runs().isEmpty()) {
            return;
        }
        if (run.ofAnyProgram()) {
            RunOutcome first = run.runs().get(0);
            long ms = first.endEpochMs() - first.startEpochMs();
            out.println("  iterations  " + TerminalText.count(run.iterations())
                    + threads(run.environment().getOrDefault("threads", "0")) + " in "
                    + Durations.format(ms * 1_000_000) + ", " + Rates.format(first.achievedPerSecond()));
            return;
        }
        double achieved = run.runs().stream()
                .mapToDouble(RunOutcome::achievedPerSecond)
                .min()
                .orElse(0);
        out.println("  rate        " + Rates.format(run.runs().get(0).targetPerSecond()) + " asked, "
                + Rates.format(achieved) + " achieved"
                + (run.runs().size() > 1 ? " by the slowest of " + run.runs().size() + " runs" : "") + ", "
                + TerminalText.counted(run.iterations(), "iteration"));
    }

    static String threads(String count) {
        return switch (count) {
            case "0" -> "";
            case "1" -> " on 1 thread";
            default ->
                " on "
                        + NUMBER.matcher(count).replaceAll(number -> TerminalText.count(Long.parseLong(number.group())))
                        + " threads";
        };
    }

    private static void printOutliers(RunDescription run, PrintStream out) {
        if (run.iterations() == 0) {
            return;
        }
        long worst = run.runs().stream().mapToLong(RunOutcome::worstNs).max().orElse(0);
        out.println("  outliers    " + TerminalText.count(run.outliers()) + " ("
                + Decimals.significant(100.0 * run.outliers() / run.iterations(), 3) + "%) took "
                + threshold(run) + " or longer; the worst took " + Durations.format(worst));
        long corrected = run.runs().stream().mapToLong(RunOutcome::corrected).sum();
        if (corrected > 0) {
            out.println("              from " + TerminalText.counted(corrected, "iteration") + " "
                    + Durations.format(run.sampler().captureNs())
                    + " were taken off: a normal sample cost them that");
        }
    }

    /** What an outlier took at least. */
    private static String threshold(RunDescription run) {
        String moved = run.environment().get(RunDescription.THRESHOLDS);
        return moved == null
                ? Durations.format(run.thresholdNs())
                : "the threshold of their time, " + TerminalText.visible(moved) + ",";
    }

    private static void printSampler(RunDescription run, Analysis analysis, PrintStream out) {
        String why = run.sampler().why();
        List<String> sampler = run.ofAnyProgram()
                ? TerminalText.labelled("stacks", why)
                : TerminalText.labelled("sampler", run.sampler().mode().label() + " (" + why + ")");
        sampler.forEach(out::println);
        CoverageLines.of(analysis.conclusions().diagnosis().coverage(), run).forEach(out::println);
        StandstillLines.of(analysis.conclusions().standstills()).forEach(out::println);
    }

    private static void printObserver(Analysis analysis, PrintStream out) {
        ObserverLine.of(
                        analysis.conclusions().latency().observer(),
                        analysis.run().measuresOverhead())
                .ifPresent(
                        sentence -> TerminalText.labelled("overhead", sentence).forEach(out::println));
    }

    /** Nothing on a machine and with options that leave nothing to say. */
    private static void printCores(RunDescription run, PrintStream out) {
        String conditions = run.environment().getOrDefault(CoreConditions.FACT, "");
        if (!conditions.isEmpty()) {
            TerminalText.labelled("cores", TerminalText.visible(conditions)).forEach(out::println);
        }
    }

    private static void printConclusions(Analysis analysis, PrintStream out) {
        Conclusions conclusions = analysis.conclusions();
        PlaceText places = new PlaceText(TaskPackage.of(analysis.run()));
        printBlock(BudgetLines.of(conclusions, places), out);
        printRemedy(analysis, out);
        boolean intervals = BudgetLines.hasIntervals(conclusions);
        if (analysis.run().ofAnyProgram()) {
            printBlock(SiteLines.of(conclusions.sites(), conclusions.blame().normalNs(), places), out);
        }
        if (conclusions.budget().latencyNs() > 0 && conclusions.ownPartsOnly().isEmpty()) {
            printBlock(CulpritLines.of(conclusions.sites(), places), out);
            long thresholdNs = analysis.run().thresholdNs();
            List<String> predictions = CounterfactualLines.of(conclusions.counterfactual(), thresholdNs, places);
            printBlock(predictions, out);
            intervals |= CounterfactualLines.hasIntervals(conclusions.counterfactual(), thresholdNs);
            if (!predictions.isEmpty() && analysis.run().measuresOverhead()) {
                out.println(
                        "  for the three quarters of the run in which the sampler was on; the table above is for all of it");
            }
        }
        if (intervals) {
            out.println("  in brackets: 95% confidence, by how much parts of this run differ"
                    + otherJvms(analysis.run().runs()));
        }
    }

    /** Remedy against the largest cause that has one. */
    private static void printRemedy(Analysis analysis, PrintStream out) {
        analysis.conclusions().budget().causes().stream()
                .filter(sum -> sum.totalNs() > 0)
                .flatMap(sum ->
                        Remedy.of(sum.cause()).map(remedy -> words(sum.cause(), remedy, analysis.run())).stream())
                .findFirst()
                .ifPresent(words -> TerminalText.labelled("try", words).forEach(out::println));
    }

    private static String words(Cause cause, Remedy remedy, RunDescription run) {
        return "to reduce " + cause.label() + ": " + remedy.what()
                + (remedy.proof().isEmpty() || run.ofAnyProgram()
                        ? ""
                        : " To see whether it helps: straggler ab " + run.task() + " … " + remedy.proof());
    }

    private static String otherJvms(List<RunOutcome> runs) {
        long jvms = runs.stream().map(run -> run.runId().fork()).distinct().count();
        return jvms > 1 ? ", and in predictions its " + jvms + " JVMs" : "; another JVM may differ more";
    }

    private static void printBlock(List<String> lines, PrintStream out) {
        if (!lines.isEmpty()) {
            out.println();
            lines.forEach(out::println);
        }
    }

    /** How far the split above is to be trusted here. */
    private static void printAccuracy(Analysis analysis, Optional<Accuracy> accuracy, PrintStream out) {
        if (analysis.conclusions().budget().latencyNs() > 0 && !analysis.run().ofAnyProgram()) {
            out.println("  "
                    + AccuracyLine.of(
                            accuracy,
                            analysis.conclusions().diagnosis().asynchronous(),
                            analysis.conclusions().budget().causes()));
        }
    }

    /** Hot frames, where running took most: beside a wait, they would be taken for its reason. */
    private static void printHottest(Analysis analysis, PrintStream out) {
        if (analysis.conclusions().budget().causes().stream()
                .limit(1)
                .noneMatch(sum -> RUNNING.contains(sum.cause()))) {
            return;
        }
        List<HottestFrames.Share> hottest = HottestFrames.of(
                analysis.conclusions().diagnosis().outlierStacks(), TaskPackage.of(analysis.run()), HOTTEST);
        if (hottest.isEmpty()) {
            return;
        }
        out.println();
        out.println("  where outliers spent the time that stacks cover (frame < its callers in the task)");
        for (HottestFrames.Share share : hottest) {
            out.println(String.format(Locale.ROOT, "    %5.1f%%  ", 100 * share.share())
                    + TerminalText.visible(String.join(Place.CALLED_BY, share.path())) + "  (" + share.samples()
                    + (share.samples() == 1 ? " stack)" : " stacks)"));
        }
    }
}
