package io.straggler.cli.compare;

import io.straggler.RunFolder;
import io.straggler.cli.option.ComparisonOutputOptions;
import io.straggler.cli.option.GateOptions;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.UsageException;
import io.straggler.compare.RunComparison;
import io.straggler.compare.RunSet;
import io.straggler.compare.Tasks;
import io.straggler.diagnosis.compare.ComparedRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code straggler compare}: says whether the second of two run folders is better or worse than the first. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Compares two run folders: percentiles, outlier rate and excess latency with intervals of 95% and a "
                        + "verdict each, where the outliers' latency went, and which frames came and went.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  straggler compare straggler-runs/before straggler-runs/after",
            "  straggler compare before after --fail-if 'regressed p99 > 5%%' --junit gates.xml",
            "  straggler compare monday,tuesday wednesday"
        })
public final class CompareCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "A",
            description = "What was: a run folder, several with commas between, or a folder of run folders.")
    private String a;

    @Parameters(index = "1", paramLabel = "B", description = "What is now, likewise.")
    private String b;

    @Option(names = "--different-tasks", description = "The sides may be different tasks.")
    private boolean differentTasks;

    @Mixin
    private ComparisonOutputOptions output;

    @Mixin
    private GateOptions gates;

    @Override
    public Integer call() throws IOException {
        gates.requireSound();
        RunSet before = read(a);
        RunSet after = read(b);
        ComparedRuns runs =
                RunComparison.of(before, after, differentTasks ? Tasks.DIFFERENT : Tasks.SAME, "", GateOptions.SEED);
        Path folder = output.folder(RunRequest.place(null, "comparison"));
        return output.conclude(runs, after, folder, gates);
    }

    private static RunSet read(String side) throws IOException {
        List<RunFolder> folders = new ArrayList<>();
        for (String place : side.split(",")) {
            folders.addAll(folders(Path.of(place)));
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
