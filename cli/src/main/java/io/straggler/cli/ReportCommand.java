package io.straggler.cli;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.flamegraph.CallTree;
import io.straggler.flamegraph.CollapsedFormat;
import io.straggler.model.RunStatus;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code straggler report}: makes the report of a run folder again, or of a recording on its own. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Reports on a run folder, or on a flight recording in which a task ran.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  straggler report straggler-runs/MyTask-20261120-101500",
            "  straggler report their.jfr --out their.html",
            "  straggler report DIR --format collapsed --out - | less"
        })
final class ReportCommand implements Callable<Integer> {
    /** What can be written. */
    enum Format {
        HTML,
        JSON,
        COLLAPSED
    }

    @Parameters(paramLabel = "DIR|FILE.jfr", description = "A run folder, or a recording.")
    private Path source;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "html (default), json, or collapsed (stacks of outliers, weighted in nanoseconds).")
    private Format format;

    @Option(
            names = "--out",
            paramLabel = "FILE|-",
            description =
                    "Where to; - is standard output. Default: report.html in the folder, or beside the recording.")
    private String out;

    @Override
    public Integer call() throws IOException {
        if (!Files.exists(source)) {
            throw new UsageException("There is no such folder or recording: " + source);
        }
        boolean isFolder = Files.isDirectory(source);
        Analysis analysis = isFolder ? Analysis.of(new RunFolder(source)) : Analysis.of(source);
        Format chosen = format == null ? formatOf(out) : format;
        if (isFolder && out == null && chosen == Format.HTML) {
            analysis.write();
            Summary.print(analysis, System.out);
        } else {
            write(analysis, chosen, out == null ? defaultFile(isFolder, chosen).toString() : out);
        }
        return analysis.run().status() == RunStatus.OK ? ExitCode.OK : ExitCode.RUN_INVALID;
    }

    private static Format formatOf(String file) {
        if (file == null || file.equals("-")) {
            return Format.HTML;
        }
        String lower = file.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".json")) {
            return Format.JSON;
        }
        return lower.endsWith(".collapsed") || lower.endsWith(".txt") ? Format.COLLAPSED : Format.HTML;
    }

    private Path defaultFile(boolean isFolder, Format chosen) {
        String extension = switch (chosen) {
            case HTML -> ".html";
            case JSON -> ".json";
            case COLLAPSED -> ".collapsed";
        };
        if (isFolder) {
            return source.resolve(chosen == Format.COLLAPSED ? "outliers.collapsed" : "diagnosis.json");
        }
        String name = source.getFileName().toString().replaceFirst("\\.jfr$", "");
        return source.resolveSibling(name + extension);
    }

    private static void write(Analysis analysis, Format format, String out) throws IOException {
        boolean toStandardOutput = out.equals("-");
        Path file = toStandardOutput ? Files.createTempFile("straggler-", ".out") : Path.of(out);
        try {
            switch (format) {
                case HTML -> analysis.writeReport(file);
                case JSON -> analysis.writeJson(file);
                case COLLAPSED -> writeCollapsed(analysis, file);
            }
            if (toStandardOutput) {
                System.out.write(Files.readAllBytes(file));
                System.out.flush();
            }
        } finally {
            if (toStandardOutput) {
                Files.delete(file);
            }
        }
        Summary.print(analysis, System.err);
        if (!toStandardOutput) {
            System.err.println("  written     " + file);
        }
    }

    private static void writeCollapsed(Analysis analysis, Path file) throws IOException {
        try (Writer writer =
                new BufferedWriter(new OutputStreamWriter(Files.newOutputStream(file), StandardCharsets.UTF_8))) {
            CollapsedFormat.write(
                    CallTree.of(analysis.conclusions().diagnosis().outlierStacks()),
                    CollapsedFormat.Unit.NANOSECONDS,
                    writer);
        }
    }
}
