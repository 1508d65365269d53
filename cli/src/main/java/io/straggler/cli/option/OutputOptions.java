package io.straggler.cli.option;

import io.straggler.Analysis;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import picocli.CommandLine.Option;

/** Where results go besides the run folder. */
public final class OutputOptions {
    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            description =
                    "Also writes diagnosis.json there; - is standard output, and the summary then goes to standard error.")
    private String json;

    @Option(names = "--hgrm", description = "Also writes the percentile distribution of each series as .hgrm.")
    private boolean distributions;

    @Option(
            names = {"-q", "--quiet"},
            description = "Prints neither progress nor the summary: only what went wrong, and what became of gates.")
    private boolean quiet;

    /** Where the summary for people goes. */
    public PrintStream summary() {
        return quiet ? NOWHERE : people();
    }

    /** Where what cannot be left out goes. */
    public PrintStream people() {
        return new JsonDestination(json).people();
    }

    /** Where progress is shown. */
    public PrintStream progress() {
        return quiet ? NOWHERE : System.err;
    }

    /** Whether standard error is a terminal; the launcher finds out, and TERM or NO_COLOR may object. */
    public boolean terminal() {
        return Boolean.getBoolean("straggler.terminal")
                && System.getenv("NO_COLOR") == null
                && !"dumb".equals(System.getenv("TERM"));
    }

    public void write(Analysis analysis) throws IOException {
        if (distributions) {
            analysis.writeDistributions();
        }
        if (json != null) {
            Destination.write(json, analysis::writeJson);
        }
    }
}
