package io.straggler.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Straggler;
import io.straggler.StragglerResult;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.option.ExitCode;
import io.straggler.harness.series.LatencyLog;
import io.straggler.harness.series.LogSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ReportCommandTest {
    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    private static byte[] recording;

    @BeforeAll
    static void record() throws IOException {
        StragglerResult result = Straggler.options()
                .rate(1_000)
                .warmUp(Duration.ofMillis(50))
                .count(200)
                .threshold("1ns")
                .out(shared.resolve("run"))
                .run(intendedNs -> {});
        recording = Files.readAllBytes(result.folder().orElseThrow().resolve("recording.jfr"));
    }

    private CommandLineRun report(byte[] bytes) throws IOException, InterruptedException {
        Path file = Files.write(directory.resolve("their.jfr"), bytes);
        return CommandLineRun.of("report", file.toString());
    }

    private Path page() {
        return directory.resolve("their.html");
    }

    @Test
    void shouldSayThatNoOutlierIsPartOfATrace() throws Exception {
        String run = shared.resolve("run").toString();

        CommandLineRun report = CommandLineRun.of("report", run, "--where", "traceId=4bf92f35");

        assertThat(report.exitCode()).isEqualTo(ExitCode.RUN_INVALID);
        assertThat(report.out()).isEmpty();
        assertThat(report.err())
                .matches("No outlier has traceId=4bf92f35; the trace is known of 0 of \\d+ outliers\\.\\R");
        assertThat(CommandLineRun.of("report", run, "--where", "route=EU").err())
                .contains("--where goes with --iterations EVENT.");
    }

    @Test
    void shouldReportOnARecordingOnItsOwn() throws Exception {
        CommandLineRun report = report(recording);

        assertThat(report.exitCode()).as(report.err()).isEqualTo(ExitCode.OK);
        assertThat(page()).exists();
    }

    @Test
    void shouldRefuseAnEndingThatTellsNoFormat() throws Exception {
        Path recording = Files.write(directory.resolve("their.jfr"), "hello, world".getBytes());
        CommandLineRun report = CommandLineRun.of("report", recording.toString(), "--out", "x.svg");

        assertThat(report.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(report.err())
                .startsWith("--out=x.svg: no format has that ending. Give --format, or one of .html .json ")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({"x.pb.gz,outliers.pb.gz", "x.PPROF,outliers.pb.gz", "x.otlp,outliers.otlp"})
    void shouldNameTheCommandForAFileThatAnotherToolWrites(String file, String written) throws Exception {
        Path recording = Files.write(directory.resolve("their.jfr"), "hello, world".getBytes());
        CommandLineRun report = CommandLineRun.of("report", recording.toString(), "--out", file);

        assertThat(report.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(report.err().strip())
                .isEqualTo("--out=" + file + ": async-profiler's jfrconv writes this format: jfrconv --tag outlier"
                        + " DIR/recording.jfr " + written);
    }

    @Test
    void shouldSayInOneLineThatAFileIsNoRecording() throws Exception {
        CommandLineRun report = report("hello, world".getBytes());

        assertThat(report.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(report.err().strip())
                .isEqualTo("Not a flight recording: " + directory.resolve("their.jfr")
                        + " does not begin with the signature of one.");
        assertThat(page()).doesNotExist();
    }

    @Test
    void shouldReportOnWhatATruncatedRecordingStillHoldsAndSayWhereItBreaksOff() throws Exception {
        CommandLineRun report = report(Arrays.copyOf(recording, recording.length - 100));

        assertThat(report.exitCode()).isLessThanOrEqualTo(ExitCode.RUN_INVALID);
        assertThat(report.err())
                .containsPattern("(?s)\n  note +\\S*their\\.jfr,\\s+offset\\s+[0-9]+:\\s+chunk\\s+is\\s+incomplete")
                .doesNotContain("\tat ", "Exception");
        assertThat(page()).exists();
    }

    @Test
    void shouldLeaveThePageOfAFolderWhoseRecordingWasDamagedAfterwards() throws Exception {
        Path folder = Files.createDirectory(directory.resolve("run"));
        for (String file : List.of("run.json", "latency.hlog", "recording.jfr")) {
            Files.copy(shared.resolve("run").resolve(file), folder.resolve(file));
        }
        CommandLineRun whole = CommandLineRun.of("report", folder.toString());
        assertThat(whole.exitCode()).as(whole.err()).isEqualTo(ExitCode.OK);
        String page = Files.readString(folder.resolve("report.html"));

        Files.write(folder.resolve("recording.jfr"), Arrays.copyOf(recording, recording.length / 2));
        CommandLineRun damaged = CommandLineRun.of("report", folder.toString());

        assertThat(damaged.exitCode()).isEqualTo(ExitCode.RUN_INVALID);
        assertThat(damaged.out()).containsPattern("failed: the recording is damaged: [0-9]+ of 200 outliers are left");
        assertThat(damaged.err()).contains("are left as they are", "--out FILE");
        assertThat(Files.readString(folder.resolve("report.html"))).isEqualTo(page);

        Path left = directory.resolve("left.html");
        CommandLineRun asked = CommandLineRun.of("report", folder.toString(), "--out", left.toString());
        assertThat(asked.exitCode()).isEqualTo(ExitCode.RUN_INVALID);
        assertThat(asked.err()).contains("failed: the recording is damaged: ");
        assertThat(left).isNotEmptyFile();

        Path table = directory.resolve("left.csv");
        CommandLineRun converted = CommandLineRun.of("report", folder.toString(), "--out", table.toString());
        assertThat(converted.exitCode()).isEqualTo(ExitCode.RUN_INVALID);
        assertThat(converted.err().replaceAll("\\s+", " "))
                .startsWith(" failed: the recording is damaged: ")
                .endsWith(" what is left written " + table + " ");
    }

    @Test
    void shouldPrintNoSummaryOfAConversion() throws Exception {
        Path table = directory.resolve("outliers.csv");

        CommandLineRun report =
                CommandLineRun.of("report", shared.resolve("run").toString(), "--out", table.toString());

        assertThat(report.exitCode()).as(report.err()).isEqualTo(ExitCode.OK);
        assertThat(report.out()).isEmpty();
        assertThat(report.err().lines()).containsExactly("  written     " + table);
        assertThat(table).isNotEmptyFile();
    }

    /** Formats that have nothing to show of this recording write nothing at all. */
    @ParameterizedTest
    @EnumSource(ReportFormat.class)
    void shouldReplaceALinkInAnyFormat(ReportFormat format) throws Exception {
        Path file = Files.write(directory.resolve("their.jfr"), recording);
        Path victim = Files.writeString(directory.resolve("victim"), "precious");
        Path out = Files.createSymbolicLink(directory.resolve(format.fileName()), victim);

        CommandLineRun.of("report", file.toString(), "--format", format.toString(), "--out", out.toString());

        assertThat(victim).hasContent("precious");
    }

    @Test
    void shouldWriteNothingOutsideOfAFolderFromSomebodyElse() throws Exception {
        Path victim = Files.write(directory.resolve("victim.jfr"), recording);
        Path run = Files.createDirectory(directory.resolve("run"));
        Files.copy(shared.resolve("run/run.json"), run.resolve("run.json"));
        Files.copy(shared.resolve("run/latency.hlog"), run.resolve("latency.hlog"));
        Files.createSymbolicLink(run.resolve("recording.jfr"), victim);
        Files.createSymbolicLink(run.resolve("report.html"), victim);

        CommandLineRun report = CommandLineRun.of("report", run.toString(), "-q");
        assertThat(report.exitCode()).as(report.err()).isEqualTo(ExitCode.OK);
        assertThat(run.resolve("report.html")).content().startsWith("<!DOCTYPE html>");
        assertThat(victim).hasBinaryContent(recording);

        Files.write(run.resolve("stacks.jfr"), recording);
        Files.writeString(run.resolve("unfinished.properties"), "pid=2147483647\nsince=0\nrepository=" + directory);
        shouldRefuse(
                run,
                "recording.jfr of a run that was not finished must be a file, and is a link: file=" + run
                        + "/recording.jfr");
        Files.delete(run.resolve("recording.jfr"));
        shouldRefuse(
                run,
                "repository in unfinished.properties must lie below the run folder, or be what the JVM of that"
                        + " program made: repository=" + directory + " folder=" + run
                        + "; without that file the rest of the run is reported");
        assertThat(run.resolve("recording.jfr")).doesNotExist();
        assertThat(victim).hasBinaryContent(recording);
    }

    private static void shouldRefuse(Path run, String line) {
        CommandLineRun report = CommandLineRun.of("report", run.toString(), "-q");
        assertThat(report.err()).isEqualTo(line + "\n");
        assertThat(report.exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @ParameterizedTest
    @EnumSource(
            value = ReportFormat.class,
            names = {"SPEEDSCOPE", "TRACE", "FLAMEGRAPH", "CSV", "SERIES_CSV", "HGRM", "HLOG"})
    void shouldWriteTheFormatThatTheFileIsNamedAfter(ReportFormat format) throws Exception {
        Path file = Files.write(directory.resolve("their.jfr"), recording);
        Path out = directory.resolve(format.fileName());
        CommandLineRun report = CommandLineRun.of("report", file.toString(), "--out", out.toString());

        assertThat(report.exitCode()).as(report.err()).isEqualTo(ExitCode.OK);
        assertThat(out).isNotEmptyFile();
        if (format == ReportFormat.HLOG) {
            assertThat(LogSummary.of(LatencyLog.read(out), List.of())
                            .counts("latency")
                            .total())
                    .isEqualTo(LogSummary.of(LatencyLog.read(shared.resolve("run/latency.hlog")), List.of())
                            .counts("latency")
                            .total())
                    .isPositive();
        }
    }

    @Test
    void shouldRefuseASingleOutlierInAFormatThatCannotShowIt() throws Exception {
        Path file = Files.write(directory.resolve("their.jfr"), recording);
        CommandLineRun report = CommandLineRun.of("report", file.toString(), "--format", "csv", "--outlier", "1");

        assertThat(report.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(report.err()).contains("--outlier goes with --format speedscope or trace: format=csv");
    }

    @Test
    void shouldLeaveTheFileAsItIsIfThereIsNoSuchOutlier() throws Exception {
        Path file = Files.write(directory.resolve("their.jfr"), recording);
        for (String format : List.of("speedscope", "trace")) {
            Path kept = Files.writeString(directory.resolve("kept"), "somebody's");
            CommandLineRun report = CommandLineRun.of(
                    "report", file.toString(), "--format", format, "--outlier", "1000000", "--out", kept.toString());

            assertThat(report.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(report.err()).contains("and 1 is the worst");
            assertThat(kept).hasContent("somebody's");
        }
    }

    private CommandLineRun export(String... options) {
        return CommandLineRun.of(
                Stream.concat(Stream.of("report", shared.resolve("run").toString(), "--out", "-"), Stream.of(options))
                        .toArray(String[]::new));
    }

    /** The run has an outlier each millisecond. */
    @ParameterizedTest
    @CsvSource({"--from 50ms --to 150ms,100", "--from 199ms,1", "--to 1ms,1"})
    void shouldExportOnlyTheOutliersOfATime(String options, int outliers) {
        CommandLineRun trace = export(("--format trace " + options).split(" "));

        assertThat(trace.exitCode()).as(trace.err()).isEqualTo(ExitCode.OK);
        assertThat(trace.out()).contains("\"outliers\":\"" + outliers + " of 200 outliers\"");
    }

    @Test
    void shouldExportOnlyTheStacksWithAFrame() {
        List<String> all = export("--format", "collapsed").out().lines().toList();

        List<String> unseen = export(
                        "--format", "collapsed", "--include", "never", "--include", "\\[(no|before).*stack\\]")
                .out()
                .lines()
                .toList();

        assertThat(unseen)
                .isNotEmpty()
                .isEqualTo(all.stream().filter(line -> line.startsWith("[")).toList());
        assertThat(export("--format", "collapsed", "--exclude", "\\[.*").out().lines())
                .isEqualTo(all.stream().filter(line -> !line.startsWith("[")).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "collapsed | --include | [a | --include=[a: must be a regular expression, such as '.*OrderBook.*': Unclosed character class at character 2",
                "html | --exclude | a | --exclude goes with --format collapsed, collapsed-normal, collapsed-diff, speedscope, trace or flamegraph: format=html",
                "collapsed-normal | --from | 1s | --from goes with --format collapsed, speedscope, trace or flamegraph: format=collapsed-normal",
                "csv | --threads | main | --threads goes with --format collapsed, speedscope, trace or flamegraph: format=csv",
                "trace | --min-width | 1% | --min-width goes with --format flamegraph: format=trace",
                "json | --lines | --quiet | --lines goes with --format collapsed, collapsed-normal, collapsed-diff, speedscope, trace or flamegraph: format=json",
                "flamegraph | --min-width | 100 | --min-width=100: must be a share below 100%, such as 0.5%",
                "collapsed | --to | 0s | --to=0s: must be later than --from, which is 0s",
                "collapsed | --from | soon | --from=soon: must be a number and a unit (ns, us, ms, s, min, h), such as 50us or 1.5s",
                "trace | --from | 1h | No outlier was due between 3,600 s and the end of its run.",
                "collapsed | --include | OrderBook | No stack of 200 outliers is selected. A pattern has to match the whole name of a frame or thread, such as '.*OrderBook.*'.",
                "speedscope | --threads | nobody | No stack of 200 outliers is selected. A pattern has to match the whole name of a frame or thread, such as '.*OrderBook.*'.",
                "collapsed-diff | --include | OrderBook | No stack of 200 outliers is selected. A pattern has to match the whole name of a frame or thread, such as '.*OrderBook.*'."
            })
    void shouldSayInOneLineWhyNothingIsExported(String format, String option, String value, String message)
            throws IOException {
        Path kept = Files.writeString(directory.resolve("kept"), "somebody's");

        CommandLineRun export = CommandLineRun.of(
                "report",
                shared.resolve("run").toString(),
                "--format",
                format,
                option,
                value,
                "--out",
                kept.toString());

        assertThat(export.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(export.err().lines()).containsExactly(message);
        assertThat(kept).hasContent("somebody's");
    }
}
