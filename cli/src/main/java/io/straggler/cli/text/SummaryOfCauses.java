package io.straggler.cli.text;

import io.straggler.Analysis;
import io.straggler.accuracy.Accuracy;
import io.straggler.accuracy.AccuracyLine;
import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Remedy;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Place;
import io.straggler.model.RunDescription;
import io.straggler.model.RunOutcome;
import io.straggler.model.text.TerminalText;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The part of a summary that says why: what outliers took, who made them late, what would help, and how far that is to be trusted. */
final class SummaryOfCauses {
    /** Causes of a running thread, and causes that are names for unknown time. */
    private static final Set<Cause> RUNNING = EnumSet.of(
            Cause.CODE,
            Cause.DEOPTIMIZATION,
            Cause.PAGE_FAULT,
            Cause.ENTRY_BARRIER,
            Cause.USUAL_WORK,
            Cause.NOT_SEEN,
            Cause.UNEXPLAINED);

    private static final int HOTTEST = 3;

    private SummaryOfCauses() {}

    static void print(Analysis analysis, Screen screen) {
        Conclusions conclusions = analysis.conclusions();
        PlaceText places = new PlaceText(TaskPackage.of(analysis.run()));
        printBudget(BudgetLines.of(conclusions, places, screen.width()), screen);
        printRemedy(analysis, screen);
        boolean intervals = BudgetLines.hasIntervals(conclusions);
        if (analysis.run().ofAnyProgram()) {
            Summary.printBlock(
                    SiteLines.of(conclusions.sites(), conclusions.blame().normalNs(), places, screen.width()), screen);
        }
        if (conclusions.budget().latencyNs() > 0 && conclusions.ownPartsOnly().isEmpty()) {
            Summary.printBlock(CulpritLines.of(conclusions.sites(), places, screen.width()), screen);
            long thresholdNs = analysis.run().thresholdNs();
            List<String> predictions =
                    CounterfactualLines.of(conclusions.counterfactual(), thresholdNs, places, screen.width());
            Summary.printBlock(predictions, screen);
            intervals |= CounterfactualLines.hasIntervals(conclusions.counterfactual(), thresholdNs);
            if (!predictions.isEmpty() && analysis.run().measuresOverhead()) {
                screen.println(
                        screen.width()
                                .wrapped(
                                        "  ",
                                        "for the three quarters of the run in which the sampler was on; the table above is for all of it"));
            }
        }
        if (intervals) {
            screen.println(screen.width()
                    .wrapped(
                            "  ",
                            "in brackets: 95% confidence, by how much parts of this run differ"
                                    + otherJvms(analysis.run().runs())));
        }
    }

    private static void printBudget(BudgetLines.Parts budget, Screen screen) {
        if (!budget.title().isEmpty()) {
            screen.println();
            screen.println(budget.title());
            screen.println(Style.BOLD, budget.largest());
            screen.println(budget.others());
        }
    }

    /** Remedy against the largest cause that has one. */
    private static void printRemedy(Analysis analysis, Screen screen) {
        RunBudget budget = analysis.conclusions().budget();
        budget.causes().stream()
                .filter(sum -> Verdict.matters(sum, budget))
                .flatMap(sum ->
                        Remedy.of(sum.cause()).map(remedy -> words(sum.cause(), remedy, analysis.run())).stream())
                .findFirst()
                .ifPresent(words -> screen.println(screen.width().labelled("try", words)));
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

    /** Line about the accuracy of the causes on this machine. */
    static void printAccuracy(Analysis analysis, Optional<Accuracy> accuracy, Screen screen) {
        if (analysis.conclusions().budget().latencyNs() > 0 && !analysis.run().ofAnyProgram()) {
            screen.println(screen.width()
                    .wrapped(
                            "  ",
                            AccuracyLine.of(
                                    accuracy,
                                    analysis.conclusions().diagnosis().asynchronous(),
                                    analysis.conclusions().budget().causes())));
        }
    }

    /** Hot frames, where running took most: beside a wait, they would be taken for its reason. */
    static void printHottest(Analysis analysis, Screen screen) {
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
        screen.println();
        screen.println(screen.width()
                .wrapped("  ", "where outliers spent the time that stacks cover (frame < its callers in the task)"));
        for (HottestFrames.Share share : hottest) {
            screen.println(screen.width()
                    .behind(
                            String.format(Locale.ROOT, "    %5.1f%%  ", 100 * share.share()),
                            TerminalText.visible(String.join(Place.CALLED_BY, share.path())) + "  (" + share.samples()
                                    + (share.samples() == 1 ? " stack)" : " stacks)")));
        }
    }
}
