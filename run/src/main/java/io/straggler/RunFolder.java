package io.straggler;

import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.LatencyLog;
import io.straggler.jfr.keep.Retention;
import io.straggler.model.Launch;
import io.straggler.model.Notice;
import io.straggler.model.RunDescription;
import io.straggler.model.text.FileErrors;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A run on disk: one folder, five files. */
public record RunFolder(Path path) {
    /**
     * Makes a folder for a new run.
     *
     * @throws RunFolderException if it holds files already or cannot be made
     */
    public static RunFolder create(Path path) {
        try {
            if (Files.exists(path)) {
                requireEmpty(path);
            }
            Files.createDirectories(path);
            Path probe = Files.createTempFile(path, "writable", null);
            Files.delete(probe);
            return new RunFolder(path);
        } catch (IOException e) {
            throw new RunFolderException(
                    "The output folder cannot be written: " + path + " (" + reason(e) + "); choose another folder", e);
        }
    }

    private static void requireEmpty(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            throw new RunFolderException("The output folder is a file: " + path + "; choose another folder");
        }
        try (Stream<Path> entries = Files.list(path)) {
            if (entries.findAny().isPresent()) {
                throw new RunFolderException("The output folder is not empty: " + path + "; choose another folder");
            }
        }
    }

    public Path runJson() {
        return path.resolve("run.json");
    }

    public Path latencyLog() {
        return path.resolve("latency.hlog");
    }

    /** Returns the intervals of the log; none without a log. */
    public Intervals intervals() {
        return Files.exists(latencyLog()) ? LatencyLog.read(latencyLog()) : consumer -> {};
    }

    /** Returns the sentence for a log with only {@code left} of a run's iterations. */
    public static String damagedLog(long left, long iterations) {
        return String.format(
                Locale.ROOT, "latency.hlog is damaged: %,d of %,d iterations are left in it", left, iterations);
    }

    public Path recording() {
        return path.resolve("recording.jfr");
    }

    /** JFR's repository, if a parent process follows the recording; then there is no {@link #recording()} while the JVM runs. */
    public Path repository() {
        return path.resolve("repository");
    }

    /** Whether JFR really has its repository here. */
    boolean holdsChunks() {
        try (Stream<Path> entries = Files.walk(repository(), 2)) {
            return entries.anyMatch(Files::isRegularFile);
        } catch (IOException e) {
            return false;
        }
    }

    /** async-profiler's recording, if a parent process follows. */
    public Path stacks() {
        return path.resolve("stacks.jfr");
    }

    /** Returns the file of earlier stacks, in place of one file that would have become too large. */
    public Path earlierStacks() {
        return path.resolve("stacks-earlier.jfr");
    }

    public Path diagnosisJson() {
        return path.resolve("diagnosis.json");
    }

    public Path report() {
        return path.resolve("report.html");
    }

    /** Writes {@code run.json}, whole or not at all. */
    public void write(RunDescription run) {
        try {
            RunJson.write(run, runJson());
        } catch (IOException e) {
            throw cannotWrite(runJson(), e);
        }
    }

    /** Adds to {@code run.json} how much of the recording was kept. Without one, nothing happens. */
    public void add(Retention retention) {
        boolean any = retention.readBytes() > 0;
        if (!any && retention.notices().isEmpty() || !Files.exists(runJson())) {
            return;
        }
        RunDescription run = any ? readRun().withFact("retention", retention.describe()) : readRun();
        for (Notice notice : retention.notices()) {
            run = run.noted(notice);
        }
        write(run);
    }

    /** Adds to {@code run.json} what its JVMs were started with. Without one, nothing happens. */
    public void add(Launch launch) {
        if (Files.exists(runJson())) {
            write(readRun().toBuilder().launch(Optional.of(launch)).build());
        }
    }

    /** Adds a fact about how it was measured to {@code run.json}. */
    public void addFact(String name, String value) {
        write(readRun().withFact(name, value));
    }

    /**
     * Reads {@code run.json}.
     *
     * @throws RunFolderException if there is none, or not a whole one of this version
     */
    public RunDescription readRun() {
        try {
            return RunJson.read(runJson());
        } catch (IOException e) {
            throw new RunFolderException(
                    "run folder must contain a readable run.json: folder=" + path
                            + (holdsForks()
                                    ? "; the run goes on, or was not brought together: straggler report " + path
                                            + " does that"
                                    : ", error=" + FileErrors.reason(e)),
                    e);
        }
    }

    private boolean holdsForks() {
        return Files.isDirectory(path.resolve("fork-0"));
    }

    /** One clear line for a write that failed. */
    static RunFolderException cannotWrite(Path file, IOException e) {
        return new RunFolderException("cannot write " + file + ": " + reason(e), e);
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        if (e instanceof NoSuchFileException) {
            return "there is no such folder";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
