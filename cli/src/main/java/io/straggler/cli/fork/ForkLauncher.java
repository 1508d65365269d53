package io.straggler.cli.fork;

import io.straggler.MergedRun;
import io.straggler.RunFolder;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.RunRequest;
import io.straggler.jfr.keep.Retention;
import io.straggler.model.NanoClock;
import io.straggler.sampler.linux.AllowedCores;
import io.straggler.sampler.linux.ChildStops;
import io.straggler.sampler.linux.NativeThread;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs a task in JVMs of its own, one after the other, and brings their files together in one folder.
 *
 * <p>Lifecycle: {@link #run} once. {@link #interrupt} from any thread ends the JVM that is running, gently: it writes what it has.
 */
public final class ForkLauncher {
    private final RunRequest request;
    private final RunFolder folder;
    private final ProgressLine progress;
    private final PrintStream err;
    private final List<RunFolder> done = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private int forks;
    private volatile Process current;
    private volatile boolean interrupted;
    private Retention retention = Retention.nothing();

    /** @param folder where it brings the files together, whatever the request says */
    public ForkLauncher(RunRequest request, RunFolder folder, ProgressLine progress, PrintStream err) {
        this.request = request;
        this.folder = folder;
        this.progress = progress;
        this.err = err;
    }

    /** Ends the JVM that is running and starts no other. From any thread. */
    public void interrupt() {
        interrupted = true;
        Process process = current;
        if (process != null) {
            closeInput(process);
        }
    }

    boolean interrupted() {
        return interrupted;
    }

    /** Ends the JVM that is running without asking: it did not listen. From any thread. */
    public void kill() {
        Process process = current;
        if (process != null) {
            process.destroyForcibly();
        }
    }

    /**
     * Runs {@code forks} JVMs and leaves {@code run.json}, {@code latency.hlog} and {@code recording.jfr} in the folder.
     *
     * @throws Refused if a JVM refused what it was asked for; it has said why
     * @throws NothingMeasured if none left anything
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
     * @throws Refused if it refused what it was asked for and no other has left anything
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
            throw new Refused();
        }
        missing.add("The measured JVM " + (of == 1 ? "" : "of fork " + fork + " ") + "ended with exit code " + exitCode
                + " before it had written its results" + hint(exitCode) + ".");
        return Optional.empty();
    }

    /** Whether no JVM has left anything so far. */
    public boolean leftNothing() {
        return done.isEmpty();
    }

    /** Why the last JVM that left nothing did not. */
    String lastMissing() {
        return missing.isEmpty() ? "" : missing.get(missing.size() - 1);
    }

    /** Leaves out what one JVM left: it belongs to something that was not finished. */
    public void forget(RunFolder left) {
        done.remove(left);
    }

    /**
     * Brings the files of all JVMs together.
     *
     * @throws NothingMeasured if none left anything
     */
    public void merge() throws IOException {
        if (done.isEmpty()) {
            String recovered = recoverRecording();
            deleteForks();
            throw new NothingMeasured(
                    (missing.isEmpty() ? "Interrupted before anything was measured." : missing.get(0)) + recovered);
        }
        // Until the merge has succeeded the forks' folders hold the only copy.
        MergedRun.into(folder, done, missing);
        folder.add(retention);
        deleteForks();
    }

    /** Removes what the JVMs left, and the folder if there is nothing else in it. */
    void discard() throws IOException {
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
            default -> " (a task must not call System.exit)";
        };
    }

    /** The measured JVM said what was wrong, on standard error. */
    public static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** No JVM left anything behind. */
    public static final class NothingMeasured extends RuntimeException {
        private static final long serialVersionUID = 1;

        NothingMeasured(String message) {
            super(message);
        }
    }

    private int runFork(ForkRequest fork, int of, Path place) throws IOException, InterruptedException {
        fork.write(place);
        AllowedCores cores = AllowedCores.current();
        ProgressCell cell = ProgressCell.map(place);
        LeadingCauses causes = progress.causes();
        FollowedFork followed = FollowedFork.prepare(new RunFolder(place), request.jvmArguments(), causes);
        Process process = new ProcessBuilder(command(place, followed))
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .start();
        current = process;
        if (interrupted) {
            closeInput(process);
        }
        if (followed != null) {
            followed.start(() -> closeInput(process));
        }
        tellOfStops(process);
        Thread echo = echo(process);
        progress.fork(fork.fork(), of);
        Thread shown = show(process, cell);
        try {
            process.waitFor();
        } finally {
            cores.restore();
        }
        shown.join();
        progress.clear();
        echo.join();
        if (followed != null) {
            retention = retention.plus(followed.finish());
        }
        current = null;
        return process.exitValue();
    }

    /** On a thread of its own, which gives way: this one would take a core of the measured JVM whenever it looked. */
    private Thread show(Process process, ProgressCell cell) {
        Thread thread = new Thread(
                () -> {
                    NativeThread.giveWay();
                    try {
                        while (!process.waitFor(200, TimeUnit.MILLISECONDS)) {
                            progress.show(cell);
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "straggler-progress");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private List<String> command(Path place, FollowedFork followed) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Line-accurate stacks inside inlined code, at no cost to it.
        command.add("-XX:+UnlockDiagnosticVMOptions");
        command.add("-XX:+DebugNonSafepoints");
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        if (followed != null) {
            command.add(followed.jvmArgument());
        }
        command.addAll(DeclaredJvmArguments.find(
                request.classPath(), request.task(), Runtime.version().feature()));
        // Behind what the task declares, so that the user has the last word.
        command.addAll(request.jvmArguments());
        command.add("-cp");
        command.add(ownClassPath() + (request.classPath().isEmpty() ? "" : File.pathSeparator + request.classPath()));
        command.add(ForkMain.class.getName());
        command.add(place.toAbsolutePath().toString());
        return command;
    }

    /** The jar that this runs from, or, in a build, the class path. */
    private static String ownClassPath() {
        return System.getProperty("java.class.path");
    }

    /** What the task prints belongs on standard error: standard output may be somebody's JSON. */
    private Thread echo(Process process) {
        Thread thread = new Thread(
                () -> {
                    try (BufferedReader lines = new BufferedReader(
                            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                            progress.clear();
                            err.println(line);
                        }
                    } catch (IOException e) {
                        // The process is gone, and its output with it.
                    }
                },
                "straggler-echo");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** The JVM cannot know by itself when a signal stopped it; this process is told by the system. */
    private static void tellOfStops(Process process) {
        Thread thread = new Thread(
                () -> ChildStops.watch(
                        process.pid(),
                        NanoClock.SYSTEM,
                        (fromNs, toNs) -> ParentWords.stopped(process.getOutputStream(), fromNs, toNs)),
                "straggler-child-stops");
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeInput(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended by itself.
        }
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
