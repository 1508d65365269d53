package io.straggler.cli.report;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.anyrecording.AnyRecordingAnalysis;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.anyrecording.ForeignEvents;
import io.straggler.cli.fork.LeftForks;
import io.straggler.cli.option.Destination;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.IterationOptions;
import io.straggler.cli.option.UsageException;
import io.straggler.cli.text.CaveatLines;
import io.straggler.cli.text.EventLines;
import io.straggler.cli.text.Screen;
import io.straggler.cli.text.Summary;
import io.straggler.cli.text.TraceLines;
import io.straggler.flamegraph.RankedOutlier;
import io.straggler.harness.Threshold;
import io.straggler.harness.series.Intervals;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.jfr.chunk.RecordingFiles;
import io.straggler.model.RunStatus;
import io.straggler.model.text.MessageLine;
import io.straggler.model.text.Messages;
import io.straggler.model.text.TerminalText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code straggler report}: makes the report of a run folder again, or of a recording of Straggler or of any program.
 */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Reports on a run folder, on a flight recording in which a task ran, or on one of any program.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  straggler report straggler-runs/MyTask-20261120-101500",
            "  straggler report their.jfr --out their.html",
            "  straggler report any.jfr",
            "  straggler report part-*.jfr --iterations com.acme.Order",
            "  straggler report any.jfr --iterations com.acme.Order --where route=EU --threshold p99.9",
            "  straggler report DIR --format collapsed --out - | less",
            "  straggler report DIR --format flamegraph --include '.*OrderBook.*' --from 10s --to 20s",
            "  straggler report DIR --format speedscope --outlier 1",
            "  straggler report DIR --format trace",
            "  straggler report DIR --where traceId=4bf92f3577b34da6a3ce929d0e0e4736"
        })
public final class ReportCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "DIR|FILE.jfr",
            description =
                    "A run folder, or a recording: a file, compressed or not, several files, or a folder of them.")
    private List<Path> sources;

    @ArgGroup(exclusive = false, heading = "")
    private IterationOptions iterations = new IterationOptions();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            converter = ReportFormatConverter.class,
            description = "${COMPLETION-CANDIDATES}. Default: what the file's name ends like, else html.")
    private ReportFormat format;

    @Option(
            names = "--outlier",
            paramLabel = "N",
            description = "speedscope, trace: one outlier instead of all together; 1 is the worst.")
    private Integer outlier;

    @Mixin
    private StackOptions stacks = new StackOptions();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE|-",
            description =
                    "Where to; - is standard output. Default: report.html in the folder, or beside the recording.")
    private String out;

    @Option(
            names = {"-q", "--quiet"},
            description = "Prints neither the summary nor what was written.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        for (Path source : sources) {
            if (!Files.exists(source)) {
                throw new UsageException("There is no such folder or recording: " + source);
            }
        }
        ReportFormat chosen = format == null ? formatOf(out) : format;
        if (outlier != null && chosen.fileName(outlier).isEmpty()) {
            throw new UsageException("--outlier goes with --format speedscope or trace: format=" + chosen);
        }
        StackChoice choice = stacks.choice(chosen);
        return isRecording() ? reportRecording(chosen, choice) : reportFolder(chosen, choice);
    }

    /** Whether it is one recording, and no run folder: one file or several, or a folder that holds nothing but recordings. */
    private boolean isRecording() throws IOException {
        for (Path source : sources) {
            if (Files.isDirectory(source) && !holdsRecordings(source)) {
                if (sources.size() > 1) {
                    throw new UsageException(
                            source + " is no recording: several files or folders are one recording, and a"
                                    + " run folder is reported on by itself.");
                }
                return false;
            }
        }
        return true;
    }

    private static boolean holdsRecordings(Path folder) throws IOException {
        RunFolder run = new RunFolder(folder);
        return !Files.exists(run.runJson()) && !LeftForks.isRun(run) && RecordingFiles.areIn(folder);
    }

    private int reportRecording(ReportFormat chosen, StackChoice choice) throws IOException {
        try (RecordingFiles recording = RecordingFiles.open(sources)) {
            Optional<IterationQuery> query = iterations.query();
            if (query.isPresent()) {
                return reportForeign(recording, query.get(), chosen, choice);
            }
            Analysis analysis = Analysis.of(recording, choice.detail());
            if (!holdsRun(analysis)) {
                return listEvents(recording);
            }
            return report(analysis, analysis.intervals(recording), chosen, choice);
        }
    }

    private int reportFolder(ReportFormat chosen, StackChoice choice) throws IOException {
        Path source = sources.get(0);
        if (iterations.query().isPresent()) {
            throw new UsageException("--iterations goes with a recording, and not with a folder: " + source);
        }
        RunFolder folder = new RunFolder(source);
        LeftForks.bringTogether(folder);
        Analysis analysis = FilledFolder.analysis(folder, choice.detail());
        if (iterations.traceId().isEmpty() && out == null && chosen == ReportFormat.HTML) {
            boolean keep = damagedSince(analysis, folder);
            if (!keep) {
                analysis.write();
            }
            if (!quiet) {
                Summary.print(analysis, System.out);
            }
            if (keep) {
                System.err.println(MessageLine.of(
                        folder.report() + " and diagnosis.json are left as they are, for they may know more."
                                + " --out FILE makes a page of what is left."));
            }
            return exitCode(analysis);
        }
        return report(analysis, analysis.intervals(source), chosen, choice);
    }

    private int report(Analysis analysis, Intervals intervals, ReportFormat chosen, StackChoice choice)
            throws IOException {
        if (iterations.traceId().isPresent()) {
            return reportTrace(analysis, intervals, iterations.traceId().get(), chosen, choice);
        }
        write(analysis, intervals, chosen, choice, notes(analysis));
        return exitCode(analysis);
    }

    private static int exitCode(Analysis analysis) {
        return analysis.run().status() == RunStatus.OK ? ExitCode.OK : ExitCode.RUN_INVALID;
    }

    /** Reports the outliers of one trace in words, or the worst of them in a format of one outlier. */
    private int reportTrace(
            Analysis analysis, Intervals intervals, String traceId, ReportFormat chosen, StackChoice choice)
            throws IOException {
        List<RankedOutlier> outliers = TraceLines.outliers(analysis.conclusions(), traceId);
        if (outliers.isEmpty()) {
            System.err.println(MessageLine.of(TraceLines.none(analysis.conclusions(), traceId)));
            return ExitCode.RUN_INVALID;
        }
        if (chosen.fileName(1).isPresent()) {
            outlier = outliers.get(0).rank();
            write(analysis, intervals, chosen, choice, notes(analysis));
        } else if (format != null || out != null) {
            throw new UsageException(
                    "--where traceId goes with --format speedscope or trace, or with none: format=" + chosen);
        } else {
            TraceLines.of(analysis.run(), outliers, Screen.of(System.out).width())
                    .forEach(System.out::println);
        }
        return ExitCode.OK;
    }

    /** Whether a page that is there knows more than one made now would. */
    private static boolean damagedSince(Analysis analysis, RunFolder folder) {
        return analysis.run().status() == RunStatus.FAILED
                && folder.readRun().status() != RunStatus.FAILED
                && Files.exists(folder.report());
    }

    private static boolean holdsRun(Analysis analysis) {
        return !analysis.run().runs().isEmpty()
                || !analysis.conclusions().diagnosis().outliers().isEmpty();
    }

    private int reportForeign(RecordingFiles recording, IterationQuery query, ReportFormat chosen, StackChoice choice)
            throws IOException {
        Threshold threshold = iterations.threshold();
        AnyRecordingAnalysis foreign;
        try {
            foreign = AnyRecordingAnalysis.of(recording, query, threshold, choice.detail());
        } catch (IllegalArgumentException e) {
            throw new UsageException(Messages.of(e));
        }
        write(foreign.analysis(), foreign.intervals(), chosen, choice, foreign.problems());
        return ExitCode.OK;
    }

    /** Somebody else's recording: which events could be iterations? */
    private int listEvents(RecordingFiles recording) {
        ForeignEvents events = ForeignEvents.of(recording);
        if (format != null || out != null) {
            throw new UsageException(
                    recording.name() + " holds no run of Straggler: say which events are iterations with"
                            + " --iterations EVENT. straggler report lists them.");
        }
        List<String> arguments = sources.stream().map(Path::toString).toList();
        EventLines.of(recording.name(), arguments, events, Screen.of(System.out).width())
                .forEach(System.out::println);
        return events.events().isEmpty() ? ExitCode.RUN_INVALID : ExitCode.OK;
    }

    private static ReportFormat formatOf(String file) {
        if (file == null || file.equals("-")) {
            return ReportFormat.HTML;
        }
        return ReportFormat.of(file)
                .orElseThrow(() -> new UsageException("--out=" + file + ": "
                        + ConvertedFormat.of(file)
                                .map(ConvertedFormat::advice)
                                .orElseGet(() -> "no format has that ending. Give --format, or one of "
                                        + String.join(" ", ReportFormat.allEndings()))));
    }

    /** Returns a file in the run folder, or beside a recording: a folder of chunks belongs to the JVM. */
    private Path defaultFile(Analysis analysis, ReportFormat chosen) {
        Path source = sources.get(0);
        String name =
                outlier == null ? chosen.fileName() : chosen.fileName(outlier).orElseThrow();
        if (analysis.folder() != null) {
            return source.resolve(name);
        }
        String stem = RecordingFiles.stem(source);
        String end = name.substring(name.indexOf('.'));
        boolean plain = chosen == ReportFormat.HTML || chosen == ReportFormat.JSON || chosen == ReportFormat.COLLAPSED;
        return source.resolveSibling(plain ? stem + end : stem + "-" + name);
    }

    /** Notes on a recording on its own; those on a folder are in its report. */
    private static List<String> notes(Analysis analysis) {
        return analysis.folder() == null ? analysis.run().warnings() : List.of();
    }

    /** @param notes that stand beside a file which has no place for them */
    private void write(
            Analysis analysis, Intervals intervals, ReportFormat format, StackChoice choice, List<String> notes)
            throws IOException {
        String to = out == null ? defaultFile(analysis, format).toString() : out;
        boolean toStandardOutput = to.equals("-");
        OptionalInt rank = outlier == null ? OptionalInt.empty() : OptionalInt.of(outlier);
        ReportExport export = new ReportExport(analysis, intervals, new StackExport(analysis, choice, rank));
        Destination.write(to, file -> export.write(format, file));
        if (quiet) {
            return;
        }
        if (format == ReportFormat.HTML && !toStandardOutput) {
            Summary.print(analysis, System.err);
        } else {
            CaveatLines.printOfExport(analysis.run(), notes, Screen.of(System.err));
        }
        if (!toStandardOutput) {
            System.err.println("  written     " + TerminalText.visible(to));
        }
    }
}
