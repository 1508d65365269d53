package io.straggler.cli.option;

import io.straggler.cli.text.MarkdownText;
import io.straggler.cli.text.Screen;
import io.straggler.cli.text.Style;
import io.straggler.compare.RunSet;
import io.straggler.compare.recorded.RecordedSet;
import io.straggler.compare.result.ComparedRuns;
import io.straggler.compare.result.RecordedComparison;
import io.straggler.gate.Gate;
import io.straggler.gate.GateResult;
import io.straggler.gate.GateResult.Outcome;
import io.straggler.gate.JUnitXml;
import io.straggler.model.file.WholeFile;
import io.straggler.model.text.TerminalText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Under which conditions a build shall fail, and what it is shown. */
public final class GateOptions {
    /** Seed of the resampling; fixed, so that equal files give equal verdicts. */
    public static final long SEED = 1;

    private static final int COLUMN = 18;

    @Option(
            names = "--fail-if",
            paramLabel = "GATE",
            description =
                    "Exit code 3 if this is certain at 95%%: 'p99.9 > 50us', 'outliers > 0.1%%', 'excess > 2ms/s', "
                            + "and, of comparisons, 'regressed p99 > 5%%'. May be repeated.")
    private List<String> failIf = new ArrayList<>();

    @Option(
            names = "--require",
            paramLabel = "GATE",
            description =
                    "Exit code 3 if this certainly does not hold, 4 if that is not certain either way: 'p99 < 1ms', "
                            + "'outliers < 0.1%%', 'excess < 2ms/s', and, of comparisons, 'p99 not worse than 5%%'. May be repeated.")
    private List<String> require = new ArrayList<>();

    @Option(names = "--allow-undecided", description = "Exit code 0 instead of 4 for gates that nothing is certain of.")
    private boolean allowUndecided;

    @Option(names = "--junit", paramLabel = "FILE", description = "Writes what became of the gates as JUnit XML.")
    private Path junit;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Writes the result as Markdown.")
    private Path markdown;

    /** @throws UsageException if a gate cannot be understood */
    private List<Gate> gates() {
        List<Gate> gates = new ArrayList<>();
        failIf.forEach(text -> gates.add(understood("--fail-if", Gate::parse, text)));
        for (Gate gate : gates) {
            if (gate.side() == Gate.Side.BELOW) {
                throw new UsageException("--fail-if='" + gate.text()
                        + "': a lower bound is a requirement; write --require '" + gate.text() + "'");
            }
        }
        for (String text : require) {
            Gate gate = understood("--require", Gate::require, text);
            if (gate.side() == Gate.Side.BELOW) {
                throw new UsageException("--require='" + text
                        + "': an upper bound is what has to hold, as in --require 'p99 < 1ms'; what must not be is --fail-if '"
                        + text + "'");
            }
            gates.add(gate);
        }
        return gates;
    }

    private static Gate understood(String option, Function<String, Gate> form, String text) {
        try {
            return form.apply(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException(option + ": " + e.getMessage());
        }
    }

    /** Refuses gates that need a comparison, before anything is measured. */
    public void requireOneRun() {
        for (Gate gate : gates()) {
            if (gate.needsComparison()) {
                throw new UsageException(
                        "a regression needs two sides, as in straggler compare or ab: gate=" + gate.text());
            }
        }
    }

    /** Refuses gates that cannot be understood, before anything is measured. */
    public void requireSound() {
        gates();
    }

    /** Whether anything is to be judged or written. */
    public boolean any() {
        return !failIf.isEmpty() || !require.isEmpty() || junit != null || markdown != null;
    }

    /** Judges one run, and says what came of it. */
    public int judge(RunSet run, PrintStream out) throws IOException {
        long thresholdNs = run.side().run().thresholdNs();
        List<GateResult> results =
                gates().stream().map(gate -> gate.judge(run, thresholdNs, SEED)).toList();
        writeMarkdown(MarkdownText.ofRun(run, results));
        return conclude(run.side().label(), results, out);
    }

    /** Judges a comparison, and says what came of it. */
    public int judge(ComparedRuns runs, RunSet b, PrintStream out) throws IOException {
        List<GateResult> results =
                gates().stream().map(gate -> gate.judge(runs, b, SEED)).toList();
        writeMarkdown(MarkdownText.ofComparison(runs, results));
        return conclude(runs.a().label() + " against " + runs.b().label(), results, out);
    }

    /** Judges files that other tools wrote, and says what came of it. */
    public int judge(RecordedComparison runs, RecordedSet b, PrintStream out) throws IOException {
        List<GateResult> results =
                gates().stream().map(gate -> gate.judge(runs, b, SEED)).toList();
        writeMarkdown(MarkdownText.ofRecorded(runs, results));
        return conclude(runs.a().label() + " against " + runs.b().label(), results, out);
    }

    private void writeMarkdown(String text) throws IOException {
        if (markdown != null) {
            Destination.write(markdown.toString(), file -> WholeFile.write(file, text));
        }
    }

    private int conclude(String what, List<GateResult> results, PrintStream out) throws IOException {
        if (junit != null) {
            Destination.write(junit.toString(), file -> JUnitXml.write(what, results, file));
        }
        if (!results.isEmpty()) {
            out.println();
        }
        Screen screen = Screen.of(out);
        for (GateResult result : results) {
            screen.println(
                    style(result.outcome()),
                    screen.width()
                            .behind(
                                    TerminalText.left("  gate " + word(result.outcome()), COLUMN),
                                    result.gate() + ": " + result.sentence()));
            annotate(result, out);
        }
        out.flush();
        return code(results);
    }

    private static Style style(Outcome outcome) {
        return switch (outcome) {
            case PASSED -> Style.GREEN;
            case FAILED -> Style.RED;
            case UNDECIDED -> Style.YELLOW;
        };
    }

    private static String word(Outcome outcome) {
        return switch (outcome) {
            case PASSED -> "passed";
            case FAILED -> "FAILED";
            case UNDECIDED -> "UNDECIDED";
        };
    }

    /**
     * Prints a line that GitHub shows beside a change. Its logs are read line by line, so percent signs and line ends
     * are escaped.
     */
    private static void annotate(GateResult result, PrintStream out) {
        if ("true".equals(System.getenv("GITHUB_ACTIONS")) && result.outcome() != Outcome.PASSED) {
            String said = (result.gate() + ": " + result.sentence())
                    .replace("%", "%25")
                    .replace("\r", "%0D")
                    .replace("\n", "%0A");
            out.println((result.outcome() == Outcome.FAILED ? "::error::" : "::warning::") + said);
        }
    }

    private int code(List<GateResult> results) {
        if (results.stream().anyMatch(result -> result.outcome() == Outcome.FAILED)) {
            return ExitCode.GATE_FAILED;
        }
        return !allowUndecided && results.stream().anyMatch(result -> result.outcome() == Outcome.UNDECIDED)
                ? ExitCode.UNDECIDED
                : ExitCode.OK;
    }
}
