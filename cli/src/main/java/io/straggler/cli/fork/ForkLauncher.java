package io.straggler.cli.fork;

import io.straggler.ForkMerge;
import io.straggler.RunFolder;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.RunRequest;
import io.straggler.jfr.keep.Retention;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task in JVMs of its own, one after the other, and brings their files together in one folder.
 *
 * <p>Lifecycle: {@link #run} once. {@link #interrupt} from any thread ends the JVM that is running, gently: it writes what it has.
 */
public final class ForkLauncher {
    private final Jvms jvms;
    private final RunRequest request;
    private final RunFolder folder;
    private final ProgressLine progress;
    private final PrintStream err;
    private final List<RunFolder> done = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private int forks;
    private volatile Jvms.@Nullable Jvm current;
    private volatile boolean interrupted;
    private Retention retention = Retention.nothing();

    /** @param folder where it brings the files together, whatever the request says */
    public ForkLauncher(Jvms jvms, RunRequest request, RunFolder folder, ProgressLine progress, PrintStream err) {
        this.jvms = jvms;
        this.request = request;
        this.folder = folder;
        this.progress = progress;
        this.err = err;
    }

    /** Ends the JVM that is running and starts no other. From any thread. */
    public void interrupt() {
        interrupted = true;
        Jvms.Jvm jvm = current;
        if (jvm != null) {
            jvm.interrupt();
        }
    }

    /** Ends the JVM that is running without asking: it did not listen. From any thread. */
    public void kill() {
        Jvms.Jvm jvm = current;
        if (jvm != null) {
            jvm.kill();
        }
    }

    /**
     * Runs {@code forks} JVMs and leaves {@code run.json}, {@code latency.hlog} and {@code recording.jfr} in the folder.
     *
     * @throws ForkRejected if a JVM refused what it was asked for; it has said why
     * @throws NoResults if none left anything
     */
    public void run(int forks) throws IOException, InterruptedException {
        for (int fork = 0; fork < forks && !interrupted; fork++) {
            fork(forks, request.given());
        }
        merge();
    }

    /**
     * Runs one more JVM.
     *
     * @param of how many there will be, for people to read; 0 if that is not known
     * @param given its options
     * @return the folder that it left its figures in, if it did; its files stay there until {@link #merge}
     * @throws ForkRejected if it refused what it was asked for and no other has left anything
     */
    public Optional<RunFolder> fork(int of, Map<String, String> given) throws IOException, InterruptedException {
        int fork = forks++;
        Path place = folder.path().resolve("fork-" + fork);
        Files.createDirectory(place);
        int exitCode = runFork(new ForkRequest(request.task(), fork, Arrivals.ofJvm(given, fork)), of, place);
        RunFolder left = new RunFolder(place);
        if (Files.exists(left.runJson())) {
            done.add(left);
            return Optional.of(left);
        }
        if (exitCode == ExitCode.USAGE && done.isEmpty()) {
            deleteForks();
            throw new ForkRejected();
        }
        missing.add("The measured JVM " + (of == 1 ? "" : "of fork " + fork + " ") + "ended with exit code " + exitCode
                + " before it had written its results" + hint(exitCode) + ".");
        return Optional.empty();
    }

    /** Whether no JVM has left anything so far. */
    public boolean hasNoResults() {
        return done.isEmpty();
    }

    /** Why the last JVM that left nothing did not, a sentence; empty if each left something. */
    public String lastMissing() {
        return missing.isEmpty() ? "" : missing.get(missing.size() - 1);
    }

    /** Leaves out that the last JVM left nothing: Ctrl-C ended it, so nothing is missing. */
    public void discardMissing() {
        missing.remove(missing.size() - 1);
    }

    /** Leaves out what one JVM left: it belongs to something that was not finished. */
    public void discard(RunFolder left) {
        done.remove(left);
    }

    /**
     * Brings the files of all JVMs together.
     *
     * @throws NoResults if none left anything
     */
    public void merge() throws IOException {
        if (done.isEmpty()) {
            String recovered = recoverRecording();
            deleteForks();
            throw new NoResults(
                    (missing.isEmpty() ? "Interrupted before anything was measured." : missing.get(0)) + recovered);
        }
        // Until the merge has succeeded the forks' folders hold the only copy.
        ForkMerge.into(folder, done, missing);
        folder.add(retention);
        deleteForks();
    }

    /** Removes what the JVMs left, and the folder if there is nothing else in it. */
    public void discard() throws IOException {
        deleteForks();
        try (var entries = Files.list(folder.path())) {
            if (entries.findAny().isPresent()) {
                return;
            }
        }
        Files.delete(folder.path());
    }

    /** A JVM that died leaves no figures, but its outliers so far are in what was kept of its recording. */
    private String recoverRecording() throws IOException {
        Path recording = new RunFolder(folder.path().resolve("fork-0")).recording();
        if (retention.outliers() == 0 || !Files.exists(recording)) {
            return "";
        }
        Files.move(recording, folder.recording());
        return String.format(
                Locale.ROOT,
                "%nIts percentiles are lost, but %,d outliers were recorded before: see straggler report %s",
                retention.outliers(),
                folder.recording());
    }

    private static String hint(int exitCode) {
        return switch (exitCode) {
            case ExitCode.RUN_INVALID -> " (it said why)";
            case 134 -> " (it crashed: see the hs_err file)";
            case 137 -> " (it was killed: out of memory?)";
            case 139 -> " (it crashed)";
            case 143 -> " (somebody asked it to end, by SIGTERM)";
            default -> " (a task must not call System.exit)";
        };
    }

    /** The measured JVM said what was wrong, on standard error. */
    public static final class ForkRejected extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** No JVM left anything behind. */
    public static final class NoResults extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** @param message why, a sentence */
        public NoResults(String message) {
            super(message);
        }
    }

    private int runFork(ForkRequest fork, int of, Path place) throws IOException, InterruptedException {
        fork.write(place);
        Jvms.Jvm jvm = jvms.prepare(request, place, progress, err);
        current = jvm;
        if (interrupted) {
            jvm.interrupt();
        }
        int exitCode = jvm.run(fork.fork(), of);
        current = null;
        retention = retention.plus(jvm.retention());
        return exitCode;
    }

    private void deleteForks() throws IOException {
        try (var entries = Files.list(folder.path())) {
            for (Path place : entries.filter(
                            entry -> entry.getFileName().toString().startsWith("fork-"))
                    .toList()) {
                try (var files = Files.walk(place)) {
                    for (Path file :
                            files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                        Files.deleteIfExists(file);
                    }
                }
            }
        }
    }
}
