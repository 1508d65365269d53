package io.straggler.cli.fleet;

import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.JsonDestination;
import io.straggler.cli.option.JsonOption;
import io.straggler.cli.option.UsageException;
import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.Condition;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.spi.ToolProvider;
import org.jspecify.annotations.Nullable;
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
        List<String> arguments = arguments();
        Optional<ToolProvider> tool = SparkJvm.tool();
        if (tool.isEmpty()) {
            return SparkJvm.run(heap, spec.root().commandLine().getParseResult().originalArgs());
        }
        JsonDestination destination = json.destination();
        PrintStream people = destination.people();
        int code = SparkJvm.run(tool.get(), people, arguments);
        if (code == ExitCode.OK) {
            conclude(destination, people);
        }
        return code;
    }

    private void conclude(JsonDestination destination, PrintStream people) throws IOException {
        Path file = output.folder().resolve("fleet.json");
        destination.copy(file);
        people.println();
        people.println("  page        " + output.folder().resolve("fleet.html"));
        people.println("  written     " + file);
        people.println("  tables      " + output.tables());
        people.flush();
    }

    /** The request as the study understands it; what is wrong with it is said before a JVM with Spark starts. */
    List<String> arguments() {
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
        List<String> arguments = new ArrayList<>();
        arguments.add("merge");
        arguments.add(output.folder().toString());
        arguments.add("tables=" + output.tables());
        by.stream().map(String::strip).distinct().forEach(label -> arguments.add("by=" + label));
        add("path", path, arguments);
        add("iterations", event, arguments);
        where.forEach(condition -> arguments.add("where=" + Condition.of(condition)));
        requireThreshold();
        add("threshold", threshold, arguments);
        add("deployed", deployed == null ? null : instant(deployed).toString(), arguments);
        add("cores", cores == null ? null : cores.toString(), arguments);
        sources.forEach(source -> arguments.add("source=" + source));
        return arguments;
    }

    private static void add(String name, @Nullable String value, List<String> arguments) {
        if (value != null) {
            arguments.add(name + "=" + value);
        }
    }

    private void requireThreshold() {
        try {
            Threshold.parse(threshold == null ? "auto" : threshold);
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
