package io.straggler.cli.text;

import io.straggler.Analysis;
import io.straggler.CoreConditions;
import io.straggler.ReferenceRun;
import io.straggler.accuracy.Accuracy;
import io.straggler.diagnosis.IterationGroup;
import io.straggler.diagnosis.RelativeLatency;
import io.straggler.model.RunDescription;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.model.text.Decimals;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.Rates;
import io.straggler.model.text.TerminalText;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Summary of a run on a terminal: a dozen lines, the worst news first. */
public final class Summary {
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    private Summary() {}

    public static void print(Analysis analysis, PrintStream out) {
        print(
                analysis,
                Accuracy.ofThisMachine(
                        analysis.run().thresholdNs(),
                        analysis.conclusions().diagnosis().asynchronous()),
                Screen.of(out));
    }

    /** @param accuracy what a self test found here, if there was one */
    static void print(Analysis analysis, Optional<Accuracy> accuracy, Screen screen) {
        RunDescription run = analysis.run();
        List<IterationGroup> groups = analysis.conclusions().groups(analysis.series());
        screen.println();
        printTask(run, screen);
        if (run.status() == RunStatus.SATURATED) {
            printSaturated(analysis, screen);
            printFiles(analysis, screen);
            return;
        }
        Verdict.of(analysis)
                .ifPresent(sentence -> screen.println(Style.BOLD, screen.width().wrapped("  ", sentence)));
        printRate(run, screen);
        printOutliers(run, screen);
        printSampler(run, analysis, screen);
        printObserver(analysis, screen);
        printCores(run, screen);
        if (run.iterations() > 0) {
            screen.println();
            PercentileTable.print(analysis.series(), analysis.conclusions().latency(), run, screen);
            printBlock(GroupLines.of(groups, run.groupedBy(), screen.width()), screen);
            String reference = run.environment().getOrDefault(ReferenceRun.FACT, "");
            printBlock(RelativeLines.of(RelativeLatency.of(analysis.series()), reference, screen.width()), screen);
        }
        SummaryOfCauses.print(analysis, screen);
        printBlock(GroupLines.outliers(groups, run.groupedBy(), screen.width()), screen);
        SummaryOfCauses.printAccuracy(analysis, accuracy, screen);
        printBlock(StageLines.of(analysis.conclusions().stages(), screen.width()), screen);
        SummaryOfCauses.printHottest(analysis, screen);
        printBlock(
                OverRepresentedLines.of(
                        analysis.conclusions().overRepresented(), new PlaceText(TaskPackage.of(run)), screen.width()),
                screen);
        printFiles(analysis, screen);
    }

    /** Lines with the task, and how and why the run did not end well if it did not. */
    private static void printTask(RunDescription run, Screen screen) {
        LineWidth width = screen.width();
        String task = TerminalText.visible(run.task());
        if (run.status() == RunStatus.OK) {
            screen.println(width.wrapped("", task));
            return;
        }
        screen.println(width.wrapped("", task + "   " + run.status().name()));
        screen.println(Style.of(run.status()), CaveatLines.status(run, width));
    }

    /** Latencies of a queue that grows without end say how long it was let grow. */
    private static void printSaturated(Analysis analysis, Screen screen) {
        printRate(analysis.run(), screen);
        OptionalLong usualNs = analysis.series().stream()
                .filter(one -> one.runId() == null && one.name().equals(Series.SERVICE))
                .map(one -> one.valueNs(50))
                .findFirst()
                .orElse(OptionalLong.empty());
        String most = usualNs.isEmpty() || usualNs.getAsLong() == 0
                ? ""
                : "An iteration takes " + Durations.format(usualNs.getAsLong()) + " (median), so that no more than "
                        + Rates.format(Math.floor(1e9 / usualNs.getAsLong())) + " can be kept. ";
        screen.println(
                screen.width()
                        .labelled(
                                "",
                                most
                                        + "There are no percentiles of a rate that was not kept: straggler capacity finds the highest that is"));
    }

    private static void printFiles(Analysis analysis, Screen screen) {
        screen.println(Style.YELLOW, CaveatLines.notes(analysis.run().warnings(), screen.width()));
        if (analysis.folder() != null) {
            screen.println();
            printFile("report", analysis.folder().report(), screen);
            printFile("recording", analysis.folder().recording(), screen);
        }
        screen.out().flush();
    }

    /** A file that could not be written is not named. */
    private static void printFile(String label, Path file, Screen screen) {
        if (Files.isRegularFile(file)) {
            screen.println(screen.width().unbroken(label, file.toString()));
        }
    }

    private static void printRate(RunDescription run, Screen screen) {
        if (run.runs().isEmpty()) {
            return;
        }
        if (run.ofAnyProgram()) {
            RunOutcome first = run.runs().get(0);
            long ms = first.endEpochMs() - first.startEpochMs();
            screen.println(screen.width()
                    .labelled(
                            "iterations",
                            TerminalText.count(run.iterations())
                                    + threads(run.environment().getOrDefault("threads", "0")) + " in "
                                    + Durations.format(ms * 1_000_000) + ", "
                                    + Rates.format(first.achievedPerSecond())));
            return;
        }
        double achieved = run.runs().stream()
                .mapToDouble(RunOutcome::achievedPerSecond)
                .min()
                .orElse(0);
        screen.println(screen.width()
                .labelled(
                        "rate",
                        Rates.format(run.runs().get(0).targetPerSecond()) + " asked, " + Rates.format(achieved)
                                + " achieved"
                                + (run.runs().size() > 1
                                        ? " by the slowest of " + run.runs().size() + " runs"
                                        : "")
                                + ", "
                                + TerminalText.counted(run.iterations(), "iteration")));
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

    private static void printOutliers(RunDescription run, Screen screen) {
        if (run.iterations() == 0) {
            return;
        }
        long worst = run.runs().stream().mapToLong(RunOutcome::worstNs).max().orElse(0);
        screen.println(screen.width()
                .labelled(
                        "outliers",
                        TerminalText.count(run.outliers()) + " ("
                                + Decimals.significant(100.0 * run.outliers() / run.iterations(), 3) + "%) took "
                                + threshold(run) + " or longer; the worst took " + Durations.format(worst)));
        long corrected = run.runs().stream().mapToLong(RunOutcome::corrected).sum();
        if (corrected > 0) {
            screen.println(screen.width()
                    .labelled(
                            "",
                            "from " + TerminalText.counted(corrected, "iteration") + " "
                                    + Durations.format(run.sampler().captureNs())
                                    + " were taken off: a normal sample cost them that"));
        }
    }

    /** Returns the smallest latency of an outlier. */
    private static String threshold(RunDescription run) {
        String moved = run.environment().get(RunDescription.THRESHOLDS);
        return moved == null
                ? Durations.format(run.thresholdNs())
                : "the threshold of their time, " + TerminalText.visible(moved) + ",";
    }

    private static void printSampler(RunDescription run, Analysis analysis, Screen screen) {
        String why = run.sampler().why();
        List<String> sampler = run.ofAnyProgram()
                ? screen.width().labelled("stacks", why)
                : screen.width().labelled("sampler", run.sampler().mode().label() + " (" + why + ")");
        screen.println(sampler);
        screen.println(CoverageLines.of(analysis.conclusions().diagnosis().coverage(), run, screen.width()));
        screen.println(StandstillLines.of(analysis.conclusions().standstills(), screen.width()));
    }

    private static void printObserver(Analysis analysis, Screen screen) {
        ObserverLine.of(
                        analysis.conclusions().latency().observer(),
                        analysis.run().measuresOverhead())
                .ifPresent(sentence -> screen.println(screen.width().labelled("overhead", sentence)));
    }

    /** Nothing on a machine and with options that leave nothing to say. */
    private static void printCores(RunDescription run, Screen screen) {
        String conditions = run.environment().getOrDefault(CoreConditions.FACT, "");
        if (!conditions.isEmpty()) {
            screen.println(screen.width().labelled("cores", TerminalText.visible(conditions)));
        }
    }

    static void printBlock(List<String> lines, Screen screen) {
        if (!lines.isEmpty()) {
            screen.println();
            screen.println(lines);
        }
    }
}
