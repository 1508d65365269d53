package io.straggler.cli.option;

import io.straggler.RunFolder;
import io.straggler.cli.text.ComparisonLines;
import io.straggler.compare.RunSet;
import io.straggler.diagnosis.compare.ComparedRuns;
import io.straggler.flamegraph.json.ComparisonJsonFormat;
import io.straggler.flamegraph.report.ComparisonPage;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a comparison goes. */
public final class ComparisonOutputOptions {
    static final String JSON = "comparison.json";
    static final String PAGE = "comparison.html";

    @Option(
            names = "--out",
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
     * @return the exit code
     */
    public int conclude(ComparedRuns runs, RunSet b, Path folder, GateOptions gates) throws IOException {
        PrintStream table = table();
        ComparisonLines.of(runs).forEach(table::println);
        Path file = folder.resolve(JSON);
        ComparisonJsonFormat.write(runs, file);
        Path page = folder.resolve(PAGE);
        ComparisonPage.write(runs, page);
        new JsonDestination(json).copy(file);
        int code = gates.judge(runs, b, table);
        table.println();
        table.println("  report      " + page);
        table.flush();
        return code;
    }
}
