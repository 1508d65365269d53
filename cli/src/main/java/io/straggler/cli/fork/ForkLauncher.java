package io.straggler.cli.fork;

import io.straggler.ForkMerge;
import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.UsageException;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.jfr.keep.Retention;
import io.straggler.model.LatencySoFar;
import io.straggler.model.Percentiles;
import io.straggler.model.file.FolderTree;
import io.straggler.model.text.Durations;
import io.straggler.model.text.Messages;
import io.straggler.model.text.TerminalText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    private final List<RunFolder> recovered = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private @Nullable FolderLock lock;
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
        lock();
        Optional<String> lack = DiskRoom.of(given).lack(folder.path(), jvms.usableBytes(folder.path()));
        if (lack.isPresent()) {
            return refuse(lack.get());
        }
        int fork = forks++;
        Path place = Folders.fork(folder, fork);
        Files.createDirectory(place);
        Jvms.Jvm jvm = jvms.prepare(request, place, progress, err);
        int exitCode = run(jvm, new ForkRequest(request.task(), fork, Arrivals.ofJvm(given, fork)), of, place);
        RunFolder left = new RunFolder(place);
        if (Files.exists(left.runJson())) {
            done.add(left);
            return Optional.of(left);
        }
        Optional<LatencySoFar> measured = jvm.measured();
        if (exitCode == ExitCode.USAGE && measured.isEmpty() && done.isEmpty()) {
            deleteForks();
            unlock();
            throw new ForkRejected();
        }
        String why = "The measured JVM " + (of == 1 ? "" : "of fork " + fork + " ") + "ended with exit code " + exitCode
                + " before it had written its results" + hint(exitCode) + "."
                + measured.map(ForkLauncher::soFar).orElse("");
        missing.add(why);
        recover(left, why);
        return Optional.empty();
    }

    private void lock() {
        if (lock == null) {
            lock = FolderLock.take(folder.path())
                    .orElseThrow(() -> new UsageException("Another run is being measured into the output folder: "
                            + folder.path() + "; choose another folder"));
        }
    }

    /** Before anything is measured this is the user's mistake; afterwards what was measured is kept. */
    private Optional<RunFolder> refuse(String lack) throws IOException {
        if (forks > 0) {
            missing.add(lack);
            return Optional.empty();
        }
        err.println(lack);
        unlock();
        throw new ForkRejected();
    }

    /** A JVM that was killed leaves no figures, but its outliers so far are in what was kept of its recording. */
    private void recover(RunFolder left, String why) {
        try {
            if (!FollowedFork.inParts(left)
                    && LeftForks.describe(left, request.task().name(), why)) {
                recovered.add(left);
            }
        } catch (IOException | RunFolderException e) {
            err.println(Messages.of(e));
        }
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
     * Brings the files of all JVMs together. Until that has succeeded the JVMs' folders hold the only copy, and stay.
     *
     * @throws NoResults if none left anything
     * @throws RunFolderException if there is no room for it
     */
    public void merge() throws IOException {
        List<RunFolder> all = new ArrayList<>(done);
        all.addAll(recovered);
        try {
            requireWhole();
            if (all.isEmpty()) {
                throw new NoResults(missing.isEmpty() ? "Interrupted before anything was measured." : missing.get(0));
            }
            bringTogether(all);
            // First, for it makes the room that the rest may need.
            deleteForks();
            folder.add(retention);
            folder.add(request.launch());
        } finally {
            unlock();
        }
    }

    /** A JVM that the disk was full for has left chunks, and perhaps half of its results. */
    private void requireWhole() throws IOException {
        for (RunFolder fork : Folders.forks(folder)) {
            if (FollowedFork.inParts(fork)) {
                throw left(missing.isEmpty() ? "The disk is full." : missing.get(0));
            }
        }
    }

    private void bringTogether(List<RunFolder> all) {
        try {
            ForkMerge.into(folder, all, missing);
        } catch (RunFolderException e) {
            throw Files.exists(folder.runJson()) ? e : left(e.getMessage() + ".");
        }
    }

    private RunFolderException left(String why) {
        return new RunFolderException(why + " What was measured is in " + folder.path()
                + ": make room, and straggler report " + folder.path() + " brings it together.");
    }

    /** Removes what the JVMs left, and the folder if there is nothing else in it. What could not be brought together for lack of room stays. */
    public void discard() throws IOException {
        deleteForks();
        unlock();
        try (var entries = Files.list(folder.path())) {
            if (entries.findAny().isPresent()) {
                return;
            }
        }
        Files.delete(folder.path());
    }

    private void unlock() {
        if (lock != null) {
            lock.close();
            lock = null;
        }
    }

    /** Sentence, behind another one, about the latencies of a JVM that could not write its histograms. */
    private static String soFar(LatencySoFar latency) {
        long count = latency.iterations();
        return count == 0
                ? ""
                : " A second before, or less, there were " + TerminalText.counted(count, "iteration") + ":"
                        + percentile(50, latency.p50Ns(), count) + percentile(99, latency.p99Ns(), count)
                        + percentile(99.9, latency.p999Ns(), count) + " worst "
                        + Durations.format(latency.worstNs()) + ".";
    }

    private static String percentile(double percentile, long ns, long count) {
        return Percentiles.measurable(percentile, count)
                ? " " + new Metric.Percentile(percentile).label() + " " + Durations.format(ns) + ","
                : "";
    }

    private static String hint(int exitCode) {
        return switch (exitCode) {
            case ExitCode.USAGE -> " (its disk was full, as it said, or the task called System.exit)";
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

    private int run(Jvms.Jvm jvm, ForkRequest fork, int of, Path place) throws IOException, InterruptedException {
        fork.write(place);
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
        for (RunFolder fork : Folders.forks(folder)) {
            if (!FollowedFork.inParts(fork)) {
                FolderTree.delete(fork.path());
            }
        }
    }
}
