package io.straggler.benchmarks.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Crafted run folders: links out of them, pipes and devices instead of files, and a recording that is said to be elsewhere. */
final class CraftedFolders {
    private static final List<String> WRITTEN = List.of(
            "report.html",
            "diagnosis.json",
            "run.json.unfinished",
            "recording.jfr.unfinished",
            "report.html.unfinished",
            "series.csv",
            "series.hlog",
            "latency.hgrm",
            "outliers.csv",
            "outlier-1.trace.json");

    private static final List<String> READ = List.of(
            "run.json", "latency.hlog", "recording.jfr", "diagnosis.json", "unfinished.properties", "stacks.jfr");

    private final List<Crafted> all = new ArrayList<>();

    private CraftedFolders() {}

    static List<Crafted> all() {
        CraftedFolders folders = new CraftedFolders();
        folders.links();
        folders.pipesAndDevices();
        folders.elsewhere();
        return folders.all;
    }

    private void add(String name, Crafted.Content content) {
        all.add(new Crafted(name, Format.RUN_FOLDER, 1, false, content));
    }

    private void links() {
        for (String written : WRITTEN) {
            add("link-" + written, (run, beside, size) -> link(run.resolve(written), beside.resolve(Sentinels.TEXT)));
            add("link-to-nothing-" + written, (run, beside, size) -> link(run.resolve(written), beside.resolve("new")));
        }
        add("link-run.json-and-diagnosis.json", (run, beside, size) -> {
            Files.copy(run.resolve("run.json"), run.resolve("real.json"));
            link(run.resolve("run.json"), run.resolve("real.json"));
            link(run.resolve("diagnosis.json"), beside.resolve(Sentinels.TEXT));
        });
        add("unfinished-and-link-run.json.unfinished", (run, beside, size) -> {
            unfinished(run, run.resolve("repository"));
            link(run.resolve("run.json.unfinished"), beside.resolve(Sentinels.TEXT));
        });
        add("unfinished-and-link-recording.jfr.unfinished", (run, beside, size) -> {
            Path repository = Files.createDirectory(run.resolve("repository"));
            Files.move(run.resolve("recording.jfr"), repository.resolve("2026_12_01_00_00_00.jfr"));
            unfinished(run, repository);
            link(run.resolve("recording.jfr.unfinished"), beside.resolve(Sentinels.RECORDING));
        });
        for (String stacks : List.of("stacks.jfr", "stacks-earlier.jfr")) {
            add("unfinished-and-link-recording.jfr-" + stacks, (run, beside, size) -> {
                Files.move(run.resolve("recording.jfr"), run.resolve(stacks));
                link(run.resolve("recording.jfr"), beside.resolve(Sentinels.RECORDING));
                unfinished(run, run.resolve("repository"));
            });
        }
        for (String read : READ) {
            add("loop-" + read, (run, beside, size) -> link(run.resolve(read), run.resolve(read)));
            add("folder-" + read, (run, beside, size) -> {
                Files.deleteIfExists(run.resolve(read));
                Files.createDirectory(run.resolve(read));
            });
        }
        for (String written : List.of("report.html", "diagnosis.json", "run.json.unfinished")) {
            add("folder-" + written, (run, beside, size) -> {
                Files.deleteIfExists(run.resolve(written));
                Files.createDirectory(run.resolve(written));
                Files.createDirectory(run.resolve(written).resolve("full"));
            });
        }
    }

    private void pipesAndDevices() {
        for (String read : READ) {
            add("pipe-" + read, (run, beside, size) -> {
                Files.deleteIfExists(run.resolve(read));
                CopiedFiles.pipe(run.resolve(read));
            });
            add("zeros-" + read, (run, beside, size) -> link(run.resolve(read), Path.of("/dev/zero")));
            add("nothing-" + read, (run, beside, size) -> link(run.resolve(read), Path.of("/dev/null")));
        }
        for (Format format : List.of(Format.LOG, Format.JMH, Format.RECORDING)) {
            all.add(new Crafted("pipe", format, 1, false, (file, beside, size) -> CopiedFiles.pipe(file)));
            all.add(new Crafted("zeros", format, 1, false, (file, beside, size) -> link(file, Path.of("/dev/zero"))));
            all.add(new Crafted("nothing", format, 1, false, (file, beside, size) -> link(file, Path.of("/dev/null"))));
            all.add(new Crafted("loop", format, 1, false, (file, beside, size) -> link(file, file)));
            all.add(new Crafted("empty", format, 1, false, (file, beside, size) -> Files.createFile(file)));
            all.add(new Crafted("folder", format, 1, false, (file, beside, size) -> Files.createDirectory(file)));
        }
    }

    private void elsewhere() {
        add("repository-elsewhere", (run, beside, size) -> {
            Files.delete(run.resolve("recording.jfr"));
            unfinished(run, beside);
        });
        add("repository-above", (run, beside, size) -> {
            Files.delete(run.resolve("recording.jfr"));
            unfinished(run, run.relativize(beside));
        });
        add("repository-with-pipe", (run, beside, size) -> {
            Files.delete(run.resolve("recording.jfr"));
            Path repository = Files.createDirectory(run.resolve("repository"));
            CopiedFiles.pipe(repository.resolve("a.jfr"));
            unfinished(run, repository);
        });
        add("repository-with-zeros", (run, beside, size) -> {
            Files.delete(run.resolve("recording.jfr"));
            Path repository = Files.createDirectory(run.resolve("repository"));
            link(repository.resolve("a.jfr"), Path.of("/dev/zero"));
            unfinished(run, repository);
        });
    }

    /** A link that leads to the same file when both are copied elsewhere; to a device by its name. */
    private static void link(Path link, Path target) throws IOException {
        Files.deleteIfExists(link);
        Files.createSymbolicLink(
                link, target.startsWith("/dev") ? target : link.getParent().relativize(target));
    }

    /** Says that a process which has ended left the recording in a folder. */
    private static void unfinished(Path run, Path repository) throws IOException {
        Files.writeString(
                run.resolve("unfinished.properties"), "pid=4194999\nsince=0\nrepository=" + repository + "\n");
    }
}
