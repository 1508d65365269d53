package io.straggler.cli.compare;

import io.straggler.RunFolder;
import io.straggler.cli.option.ComparisonOutputOptions;
import io.straggler.cli.option.GateOptions;
import io.straggler.cli.option.IterationOptions;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.SideNames;
import io.straggler.cli.option.UsageException;
import io.straggler.compare.RunComparison;
import io.straggler.compare.RunSet;
import io.straggler.compare.Tasks;
import io.straggler.compare.recorded.RecordedRuns;
import io.straggler.compare.recorded.RecordedSet;
import io.straggler.compare.result.ComparedRuns;
import io.straggler.compare.result.RecordedComparison;
import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.jfr.chunk.RecordingFiles;
import io.straggler.model.text.Messages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code straggler compare}: says whether the second of two run folders, recordings, or sets of files, is better or worse than the first. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Compares two run folders: percentiles, outlier rate and excess latency with intervals of 95%% and a "
                        + "verdict each, where the outliers' latency went, and which frames came and went. Compares recordings of any "
                        + "program likewise, and the percentiles in files of other tools: HdrHistogram interval logs and JMH's "
                        + "samples.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  straggler compare straggler-runs/before straggler-runs/after",
            "  straggler compare before after --fail-if 'regressed p99 > 5%%' --junit gates.xml",
            "  straggler compare monday,tuesday wednesday --names before,after",
            "  straggler compare old.jfr new.jfr --iterations com.acme.Order --where route=EU",
            "  straggler compare old-1.hlog,old-2.hlog new-1.hlog,new-2.hlog",
            "  straggler compare before.json after.json --series Encoder.encode"
        })
public final class CompareCommand implements Callable<Integer> {
    private static final String NO_SCHEDULE =
            "An event begins when its work does, so what waited in front of it is in no figure; and nothing kept the load "
                    + "the same on both sides, on which latency depends.";

    @Parameters(
            index = "0",
            paramLabel = "A",
            description =
                    "What was: a run folder, several with commas between, or a folder of run folders; or recordings of any "
                            + "program, or files of one other tool, with commas between.")
    private String a;

    @Parameters(index = "1", paramLabel = "B", description = "What is now, likewise.")
    private String b;

    @Option(
            names = "--different-tasks",
            description = "The sides may be different tasks, or different benchmarks in files.")
    private boolean differentTasks;

    @Mixin
    private SideNames names;

    @Mixin
    private IterationOptions iterations;

    @Mixin
    private RecordedOptions recorded;

    @Mixin
    private ComparisonOutputOptions output;

    @Mixin
    private GateOptions gates;

    @Override
    public Integer call() throws IOException {
        gates.requireSound();
        names.requireSound();
        Tasks tasks = differentTasks ? Tasks.DIFFERENT : Tasks.SAME;
        Optional<IterationQuery> query = iterations.query();
        if (query.isPresent()) {
            recorded.requireUnused();
            return recordings(query.get());
        }
        if (RecordedOptions.files(a, b)) {
            return recorded(tasks);
        }
        recorded.requireUnused();
        if (a.equals(b)) {
            throw new UsageException(
                    "both sides are " + a
                            + ": a run compared with itself says nothing. Name another one; straggler ab measures the same task twice");
        }
        List<String> sides = names.ofPlaces(a, b);
        RunSet before = read(a).named(sides.get(0));
        RunSet after = read(b).named(sides.get(1));
        ComparedRuns runs = RunComparison.of(before, after, tasks, "", GateOptions.SEED);
        return output.conclude(runs, after, folder(), gates);
    }

    /**
     * Compares recordings. The threshold of the first side counts for the second: otherwise outlier rates could not be
     * compared.
     */
    private int recordings(IterationQuery query) throws IOException {
        List<Path> filesA = files(a);
        List<Path> filesB = files(b);
        List<String> sides = names.ofPlaces(a, b);
        RunSet before;
        RunSet after;
        try {
            before = RunSet.readRecordings(a, filesA, query, iterations.threshold())
                    .named(sides.get(0));
            after = RunSet.readRecordings(
                            b,
                            filesB,
                            query,
                            new Threshold.Fixed(before.side().run().thresholdNs()))
                    .named(sides.get(1));
        } catch (IllegalArgumentException e) {
            throw new UsageException(Messages.of(e));
        }
        ComparedRuns runs = RunComparison.of(before, after, Tasks.SAME, NO_SCHEDULE, GateOptions.SEED);
        return output.conclude(runs, after, folder(), gates);
    }

    private static List<Path> files(String side) {
        List<Path> files = RecordedOptions.places(side);
        for (Path file : files) {
            if (Files.isDirectory(file) && !RecordingFiles.areIn(file)) {
                throw new UsageException("--iterations goes with recordings, and not with a folder: " + file);
            }
            if (!Files.exists(file)) {
                throw new UsageException("There is no such recording: " + file);
            }
        }
        return files;
    }

    private int recorded(Tasks tasks) throws IOException {
        List<String> sides = names.ofPlaces(a, b);
        RecordedSet before = recorded.before(a).named(sides.get(0));
        RecordedSet after = recorded.after(b).named(sides.get(1));
        RecordedComparison runs = RecordedRuns.compare(before, after, recorded.tasks(tasks), GateOptions.SEED);
        return output.conclude(runs, after, folder(), gates);
    }

    private Path folder() {
        return output.folder(RunRequest.place(null, "comparison"));
    }

    private static RunSet read(String side) throws IOException {
        List<RunFolder> folders = new ArrayList<>();
        for (Path place : RecordedOptions.places(side)) {
            folders.addAll(folders(place));
        }
        return RunSet.read(side, folders);
    }

    /** A run folder, or the run folders in a folder. */
    private static List<RunFolder> folders(Path place) throws IOException {
        if (!Files.isDirectory(place)) {
            throw new UsageException("There is no such run folder: " + place);
        }
        RunFolder folder = new RunFolder(place);
        if (Files.exists(folder.runJson())) {
            return List.of(folder);
        }
        try (Stream<Path> entries = Files.list(place)) {
            List<RunFolder> inside = entries.map(RunFolder::new)
                    .filter(entry -> Files.exists(entry.runJson()))
                    .sorted((one, other) -> one.path().compareTo(other.path()))
                    .toList();
            if (inside.isEmpty()) {
                throw new UsageException(place + " is no run folder, and holds none: there is no run.json. "
                        + "Name what straggler run wrote.");
            }
            return inside;
        }
    }
}
