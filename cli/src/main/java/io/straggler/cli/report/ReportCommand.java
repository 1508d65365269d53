package io.straggler.cli.report;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.UsageException;
import io.straggler.cli.text.Summary;
import io.straggler.model.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
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
            "  straggler report DIR --format collapsed --out - | less",
            "  straggler report DIR --format speedscope --outlier 1"
        })
public final class ReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR|FILE.jfr", description = "A run folder, or a recording.")
    private Path source;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES}. Default: what the file's name ends like, else html.")
    private ReportFormat format;

    @Option(
            names = "--outlier",
            paramLabel = "N",
            description = "speedscope: one outlier over time instead of all together; 1 is the worst.")
    private Integer outlier;

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
        ReportFormat chosen = format == null ? formatOf(out) : format;
        if (outlier != null && chosen != ReportFormat.SPEEDSCOPE) {
            throw new UsageException("--outlier goes with --format speedscope: format=" + chosen);
        }
        if (isFolder && out == null && chosen == ReportFormat.HTML) {
            analysis.write();
            Summary.print(analysis, System.out);
        } else {
            write(analysis, chosen, out == null ? defaultFile(isFolder, chosen).toString() : out);
        }
        return analysis.run().status() == RunStatus.OK ? ExitCode.OK : ExitCode.RUN_INVALID;
    }

    private static ReportFormat formatOf(String file) {
        return file == null || file.equals("-") ? ReportFormat.HTML : ReportFormat.of(file);
    }

    private Path defaultFile(boolean isFolder, ReportFormat chosen) {
        String name = outlier == null ? chosen.fileName() : "outlier-" + outlier + ".speedscope.json";
        if (isFolder) {
            return source.resolve(name);
        }
        String stem = source.getFileName().toString().replaceFirst("\\.jfr$", "");
        String end = name.substring(name.indexOf('.'));
        boolean plain = chosen == ReportFormat.HTML || chosen == ReportFormat.JSON || chosen == ReportFormat.COLLAPSED;
        return source.resolveSibling(plain ? stem + end : stem + "-" + name);
    }

    private void write(Analysis analysis, ReportFormat format, String to) throws IOException {
        boolean toStandardOutput = to.equals("-");
        Path file = toStandardOutput ? Files.createTempFile("straggler-", ".out") : Path.of(to);
        OptionalInt rank = outlier == null ? OptionalInt.empty() : OptionalInt.of(outlier);
        try {
            new ReportExport(analysis, source, rank).write(format, file);
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
}
