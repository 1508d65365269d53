package io.straggler.cli.compare;

import io.straggler.cli.option.UsageException;
import io.straggler.compare.Tasks;
import io.straggler.compare.recorded.RecordedSet;
import io.straggler.compare.recorded.Selection;
import io.straggler.compare.recorded.ValueUnit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for files that other tools wrote. */
final class RecordedOptions {
    @Option(
            names = "--series",
            paramLabel = "NAME",
            description =
                    "What to take of files that hold several: the tag of a log, or the benchmark of JMH's results. Given twice, "
                            + "the first is for A and the second for B.")
    private List<String> series = new ArrayList<>();

    @Option(
            names = "--unit",
            paramLabel = "UNIT",
            description = "Unit of the values of logs that do not say it: ns, us, ms or s.")
    private ValueUnit unit;

    /**
     * Whether the sides are files, and not folders.
     *
     * @throws UsageException if one thing that was named is not there, or if there are both files and folders
     */
    static boolean files(String a, String b) {
        List<Path> places = new ArrayList<>(places(a));
        places.addAll(places(b));
        for (Path place : places) {
            if (!Files.exists(place)) {
                throw new UsageException("There is no such run folder or file: " + place);
            }
        }
        List<Path> folders = places.stream().filter(Files::isDirectory).toList();
        if (!folders.isEmpty() && folders.size() < places.size()) {
            throw new UsageException("Compare folders with folders, or files with files: " + folders.get(0)
                    + " is a folder; the latencies of a run folder are in its file latency.hlog.");
        }
        return folders.isEmpty();
    }

    /** The files or folders of a side, which has commas between them. */
    static List<Path> places(String side) {
        return Arrays.stream(side.split(",")).map(Path::of).toList();
    }

    /** Refuses options that say nothing of run folders and recordings. */
    void requireUnused() {
        if (!series.isEmpty() || unit != null) {
            throw new UsageException(
                    "--series and --unit are for files of other tools: run folders and recordings need neither.");
        }
    }

    RecordedSet before(String side) {
        if (series.size() > 2) {
            throw new UsageException("--series may be given once, or twice for A and B.");
        }
        return RecordedSet.read(side, places(side), selection(0));
    }

    RecordedSet after(String side) {
        return RecordedSet.read(side, places(side), selection(series.size() - 1));
    }

    private Selection selection(int index) {
        Optional<String> name = series.isEmpty() ? Optional.empty() : Optional.of(series.get(index));
        return new Selection(name, Optional.ofNullable(unit));
    }

    /** Returns that tasks differ if two series are named. */
    Tasks tasks(Tasks otherwise) {
        return series.size() == 2 ? Tasks.DIFFERENT : otherwise;
    }
}
