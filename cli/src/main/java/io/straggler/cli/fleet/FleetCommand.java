package io.straggler.cli.fleet;

import io.straggler.FleetEngine;
import io.straggler.FleetRequest;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.JsonDestination;
import io.straggler.cli.option.JsonOption;
import io.straggler.cli.option.OutputOptions;
import io.straggler.cli.option.UsageException;
import io.straggler.diagnosis.fleet.Fleet;
import io.straggler.flamegraph.json.FleetJsonFormat;
import io.straggler.flamegraph.report.FleetPage;
import io.straggler.harness.Threshold;
import io.straggler.jfr.foreign.Condition;
import io.straggler.jfr.foreign.IterationQuery;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code straggler fleet}: the recordings of many hosts merged into one answer. */
@Command(
        name = "fleet",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = FleetSqlCommand.class,
        description =
                "Merges the recordings of many hosts: percentiles and causes over all of them, which hosts are unlike the"
                        + " rest, and how groups differ. Reads only what is new. Runs on Apache Spark, in this process or on a"
                        + " cluster.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  straggler fleet straggler-runs --out fleet",
            "  straggler fleet '/var/recordings/*/*.jfr' --iterations com.acme.Order --path '{host}/*.jfr' --by jdk",
            "  straggler fleet s3a://recordings/checkout --path '{version}/{host}/*' --by version",
            "  straggler fleet sql 'select host, count(*) from outliers group by host'"
        })
public final class FleetCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "SOURCE",
            arity = "0..*",
            description =
                    "Folders, files and patterns, here or in an object store: run folders and recordings below them.")
    private List<String> sources = List.of();

    @Mixin
    private FleetOutput output;

    @Option(
            names = "--by",
            paramLabel = "LABEL",
            split = ",",
            description =
                    "Groups to compare: host, jdk, gc, task, a fact or an option of run.json, or a name of --path."
                            + " Hosts are always told apart.")
    private List<String> by = List.of();

    @Option(
            names = "--path",
            paramLabel = "PATTERN",
            description = "What folders mean: '{region}/{host}/*' takes two labels from the end of each path.")
    private String path;

    @Option(
            names = "--iterations",
            paramLabel = "EVENT",
            description = "Of recordings of any program: the events of this type are the iterations.")
    private String event;

    @Option(
            names = "--where",
            paramLabel = "FIELD=VALUE",
            description = "Only events of which a field has this value; may be repeated.")
    private List<String> where = List.of();

    @Option(
            names = "--threshold",
            paramLabel = "TIME|pNN",
            description = "From which duration on an event is an outlier: 5ms, p99.9 or auto. Default: the highest of"
                    + " p99.9, p99 and p90 that ten events of a recording lie above.")
    private String threshold;

    @Option(
            names = "--deployed",
            paramLabel = "INSTANT",
            description = "Compares recordings that began before, 2026-11-20T10:00:00Z, with those that began later.")
    private String deployed;

    @Option(
            names = "--cores",
            paramLabel = "N",
            description = "How many recordings to read at a time. Default: as many as there are cores.")
    private Integer cores;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "How much memory the merging process may take, such as 4g. Default: what Java chooses.")
    private String heap = "";

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws Exception {
        FleetRequest request = request();
        Optional<FleetEngine> engine = FleetEngines.ofThisJvm();
        if (engine.isEmpty()) {
            return SparkJvm.run(heap, spec.root().commandLine().getParseResult().originalArgs());
        }
        FleetProgress progress = new FleetProgress(new OutputOptions().terminal(), System.err);
        Fleet fleet;
        try {
            fleet = engine.get().merge(request, progress);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        } finally {
            progress.clear();
        }
        return conclude(fleet);
    }

    private int conclude(Fleet fleet) throws IOException {
        JsonDestination destination = json.destination();
        PrintStream people = destination.people();
        FleetLines.of(fleet).forEach(people::println);
        Files.createDirectories(output.folder());
        Path file = output.folder().resolve("fleet.json");
        FleetJsonFormat.write(fleet, file);
        Path page = output.folder().resolve("fleet.html");
        FleetPage.write(fleet, page);
        destination.copy(file);
        people.println();
        people.println("  page        " + page);
        people.println("  written     " + file);
        people.println("  tables      " + output.tables());
        people.flush();
        return ExitCode.OK;
    }

    private FleetRequest request() {
        if (sources.isEmpty()) {
            throw new UsageException(
                    "Name what to merge: folders, recordings or patterns, as straggler fleet straggler-runs.");
        }
        if (event == null && (!where.isEmpty() || threshold != null)) {
            throw new UsageException((where.isEmpty() ? "--threshold" : "--where") + " goes with --iterations EVENT.");
        }
        if (cores != null && cores < 1) {
            throw new UsageException("--cores must be at least 1: cores=" + cores);
        }
        Optional<IterationQuery> query = Optional.ofNullable(event)
                .map(type -> new IterationQuery(
                        type, where.stream().map(Condition::of).toList(), Optional.empty()));
        return new FleetRequest(
                sources,
                output.tables(),
                by.stream().map(String::strip).distinct().toList(),
                Optional.ofNullable(path),
                query,
                threshold(),
                Optional.ofNullable(deployed).map(FleetCommand::instant),
                Optional.ofNullable(cores));
    }

    private Threshold threshold() {
        try {
            return Threshold.parse(threshold == null ? "auto" : threshold);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--" + e.getMessage());
        }
    }

    private static Instant instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new UsageException(
                    "--deployed must be an instant with its zone, such as 2026-11-20T10:00:00Z: deployed=" + text);
        }
    }
}
