package io.straggler.cli.fork;

import io.straggler.RunFolder;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.UsageException;
import io.straggler.jfr.keep.Retention;
import io.straggler.model.LatencySoFar;
import io.straggler.model.NanoClock;
import io.straggler.sampler.linux.AllowedCores;
import io.straggler.sampler.linux.ChildStops;
import io.straggler.sampler.linux.NativeThread;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Measured JVM in a separate process: started, followed, and asked to end by closing its input. */
final class JvmProcess implements Jvms.Jvm {
    /** Last line of a JVM that does not understand its options; it is English in all languages. */
    private static final String NOT_CREATED = "Error: Could not create the Java Virtual Machine.";

    private final RunRequest request;
    private final Path place;
    private final ProgressLine progress;
    private final PrintStream err;
    private volatile @Nullable Process process;
    private volatile boolean interrupted;
    private volatile boolean notCreated;
    private Retention retention = Retention.nothing();
    private Optional<LatencySoFar> measured = Optional.empty();

    JvmProcess(RunRequest request, Path place, ProgressLine progress, PrintStream err) {
        this.request = request;
        this.place = place;
        this.progress = progress;
        this.err = err;
    }

    @Override
    public int run(int fork, int of) throws IOException, InterruptedException {
        List<String> declared;
        try {
            declared = DeclaredJvmArguments.find(
                    request.classPath(), request.task(), Runtime.version().feature());
        } catch (UsageException e) {
            err.println(e.getMessage());
            return ExitCode.USAGE;
        }
        AllowedCores cores = AllowedCores.current();
        ProgressCell cell = ProgressCell.map(place);
        FollowedFork followed = FollowedFork.prepare(new RunFolder(place), request, progress.causes());
        Process started = new ProcessBuilder(command(followed, declared))
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .start();
        process = started;
        if (interrupted) {
            closeInput(started);
        }
        followed.start(() -> closeInput(started));
        passOnStops(started);
        progress.fork(fork, of);
        // Before anything that the JVM says.
        progress.show(cell);
        ProcessOutput output = ProcessOutput.read(started.getInputStream(), this::echo);
        Thread shown = show(started, cell);
        try {
            started.waitFor();
        } finally {
            cores.restore();
        }
        shown.join();
        progress.clear();
        output.awaitEnd(err);
        if (notCreated) {
            err.println("The measured JVM refused its arguments, as it says above. They come from --jvm-arg,"
                    + " from the task's META-INF/straggler/jvm-arguments, and from JAVA_TOOL_OPTIONS.");
        }
        retention = followed.finish();
        if (cell.stage() != ProgressCell.Stage.STARTING) {
            measured = Optional.of(cell.latency());
        }
        return started.exitValue();
    }

    @Override
    public void interrupt() {
        interrupted = true;
        Process running = process;
        if (running != null) {
            closeInput(running);
        }
    }

    @Override
    public void kill() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }

    @Override
    public Optional<LatencySoFar> measured() {
        return measured;
    }

    @Override
    public Retention retention() {
        return retention;
    }

    /**
     * Shows progress on another thread, which gives way: this one would take a core of the measured JVM whenever it
     * looked.
     */
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

    private List<String> command(FollowedFork followed, List<String> declared) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Line-accurate stacks inside inlined code, at no cost to it.
        command.add("-XX:+UnlockDiagnosticVMOptions");
        command.add("-XX:+DebugNonSafepoints");
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        followed.jvmArgument().ifPresent(command::add);
        command.addAll(declared);
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

    /** Passes output of the task on to standard error: standard output may be JSON. */
    private void echo(String line) {
        notCreated |= line.startsWith(NOT_CREATED);
        progress.clear();
        err.println(line);
    }

    /** The JVM cannot know by itself when a signal stopped it; the system notifies this process. */
    private static void passOnStops(Process process) {
        Thread thread = new Thread(
                () -> ChildStops.watch(
                        process.pid(),
                        NanoClock.SYSTEM,
                        (fromNs, toNs) -> ControlChannel.stopped(process.getOutputStream(), fromNs, toNs)),
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
}
