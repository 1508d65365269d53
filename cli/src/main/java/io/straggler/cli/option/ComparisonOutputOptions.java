package io.straggler.cli.option;

import io.straggler.RunFolder;
import io.straggler.cli.text.ComparisonLines;
import io.straggler.cli.text.RecordedLines;
import io.straggler.cli.text.Screen;
import io.straggler.compare.RunSet;
import io.straggler.compare.json.ComparisonJsonFormat;
import io.straggler.compare.json.RecordedJsonFormat;
import io.straggler.compare.page.ComparisonPage;
import io.straggler.compare.page.RecordedPage;
import io.straggler.compare.recorded.RecordedSet;
import io.straggler.compare.result.ComparedRuns;
import io.straggler.compare.result.RecordedComparison;
import io.straggler.model.text.LineWidth;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Where a comparison goes. */
public final class ComparisonOutputOptions {
    static final String JSON = "comparison.json";
    static final String PAGE = "comparison.html";

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Folder for the files, new or empty. Default: straggler-runs/NAME-TIME.")
    private Path out;

    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            description =
                    "Also writes comparison.json there; - is standard output, and the table then goes to standard error.")
    private String json;

    /** The folder, made if need be. */
    public Path folder(Path otherwise) {
        return RunFolder.create(out == null ? otherwise : out).path();
    }

    /** Where the table for people goes. */
    PrintStream table() {
        return new JsonDestination(json).people();
    }

    /**
     * Writes the files, prints the table and judges the gates.
     *
     * @return the exit code; that of an invalid run if no metric is measurable
     */
    public int conclude(ComparedRuns runs, RunSet b, Path folder, GateOptions gates) throws IOException {
        Writing writing = () -> {
            ComparisonJsonFormat.write(runs, folder.resolve(JSON));
            ComparisonPage.write(runs, folder.resolve(PAGE));
        };
        int code = conclude(
                writing, width -> ComparisonLines.of(runs, width), folder, table -> gates.judge(runs, b, table));
        return runs.comparison().measurable() || code == ExitCode.GATE_FAILED ? code : ExitCode.RUN_INVALID;
    }

    /** Writes and judges a comparison of files that other tools wrote. */
    public int conclude(RecordedComparison runs, RecordedSet b, Path folder, GateOptions gates) throws IOException {
        Writing writing = () -> {
            RecordedJsonFormat.write(runs, folder.resolve(JSON));
            RecordedPage.write(runs, folder.resolve(PAGE));
        };
        return conclude(writing, width -> RecordedLines.of(runs, width), folder, table -> gates.judge(runs, b, table));
    }

    /** Prints the comparison, also where its files cannot be written. */
    private int conclude(Writing writing, Function<LineWidth, List<String>> lines, Path folder, Judgement gates)
            throws IOException {
        PrintStream table = table();
        LineWidth width = Screen.of(table).width();
        try {
            writing.write();
        } finally {
            lines.apply(width).forEach(table::println);
            table.flush();
        }
        new JsonDestination(json).copy(folder.resolve(JSON));
        int code = gates.judge(table);
        table.println();
        width.unbroken("report", folder.resolve(PAGE).toString()).forEach(table::println);
        table.flush();
        return code;
    }

    /** Judgement of the gates, printed on a stream. */
    private interface Judgement {
        int judge(PrintStream table) throws IOException;
    }
}
