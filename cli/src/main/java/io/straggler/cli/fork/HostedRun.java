package io.straggler.cli.fork;

import io.straggler.ForkedJvm;
import io.straggler.HostedFork;
import io.straggler.Straggler;
import io.straggler.StragglerOptions;
import io.straggler.StragglerResult;
import io.straggler.TaskHost;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.TaskSpec;
import io.straggler.cli.option.UsageException;
import io.straggler.harness.Task;
import io.straggler.model.text.MessageLine;
import io.straggler.model.text.Messages;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The body of a measured JVM that runs a program of another harness: the adapter runs the program, on a thread of its own, and the
 * program measures when it thinks that it starts its own harness.
 */
final class HostedRun implements HostedFork {
    private final TaskSpec.Hosted program;
    private final ForkRequest request;
    private final Path folder;
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
    private @Nullable ForkedJvm jvm;
    private @Nullable String stopReason;
    private volatile @Nullable String named;
    private @Nullable RuntimeException refused;
    private volatile @Nullable StragglerResult result;

    HostedRun(TaskSpec.Hosted program, ForkRequest request, Path folder) {
        this.program = program;
        this.request = request;
        this.folder = folder;
    }

    private String name() {
        return named == null ? program.name() : named;
    }

    @Override
    public void named(String task) {
        named = task;
    }

    @Override
    public List<String> settings() {
        return program.settings();
    }

    /** Runs the program and returns what this process shall return. */
    int execute() {
        TaskHost host = find(program.host());
        // Named like the pacing thread, because that is what it becomes.
        Thread pacer = new Thread(() -> run(host), "straggler-pacer");
        pacer.start();
        try {
            return exitCode.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        }
    }

    private static TaskHost find(String name) {
        try {
            for (TaskHost host : ServiceLoader.load(TaskHost.class)) {
                if (host.name().equals(name)) {
                    return host;
                }
            }
        } catch (ServiceConfigurationError e) {
            throw new UsageException("The adapter for --" + name + " cannot be loaded: " + e.getMessage());
        }
        throw new UsageException("The adapter for --" + name + " is not on the class path of the measured JVM.");
    }

    private void run(TaskHost host) {
        try {
            host.run(program.name(), this);
            exitCode.complete(code());
        } catch (InvocationTargetException e) {
            ended(e.getTargetException());
        } catch (IllegalArgumentException e) {
            exitCode.completeExceptionally(new UsageException(Messages.of(e)));
        } catch (Throwable broken) {
            exitCode.completeExceptionally(broken instanceof Exception e ? new IllegalStateException(e) : broken);
        }
    }

    /** The program threw. If that was the task, the run's own reason says so. */
    private void ended(Throwable thrown) {
        StragglerResult measured = result;
        if (refused != null) {
            exitCode.completeExceptionally(refused);
        } else if (measured == null) {
            System.err.println(
                    MessageLine.of(name() + " ended before it measured anything: " + Messages.described(thrown)));
            exitCode.complete(ExitCode.RUN_INVALID);
        } else {
            if (measured.cause().filter(cause -> cause == thrown).isEmpty()) {
                System.err.println(
                        MessageLine.of(name() + ", when it had been measured, threw " + Messages.described(thrown)));
            }
            exitCode.complete(code());
        }
    }

    private int code() {
        return result == null ? ExitCode.RUN_INVALID : ForkMain.report(result);
    }

    @Override
    public Optional<String> given(String option) {
        return Optional.ofNullable(request.options().get(option));
    }

    @Override
    public int runs() {
        return OptionTexts.parse(request.options()).runs();
    }

    @Override
    public StragglerResult measure(Consumer<StragglerOptions> settings, Task task) {
        StragglerOptions options = options(settings);
        try {
            ProgressCell progress = ProgressCell.map(folder);
            progress.expect(options.expectedNs());
            ForkedJvm measured = new ForkedJvm(options, request.fork(), request.options(), task, name());
            measured.observe(progress);
            begin(measured);
            result = measured.measure(folder);
            if (!Files.exists(folder.resolve("run.json"))) {
                ForkMain.reportWhatCouldNotBeWritten(result);
            }
            return result;
        } catch (IOException e) {
            refused = new IllegalStateException(e);
            throw refused;
        }
    }

    private StragglerOptions options(Consumer<StragglerOptions> settings) {
        try {
            StragglerOptions options = Straggler.options();
            settings.accept(options);
            OptionTexts.set(request.options(), options);
            return options;
        } catch (UsageException | IllegalArgumentException e) {
            refused = new UsageException(Messages.of(e));
            throw e;
        }
    }

    private synchronized void begin(ForkedJvm measured) {
        if (jvm != null) {
            throw new IllegalStateException("A JVM must measure once only.");
        }
        jvm = measured;
        if (stopReason != null) {
            jvm.stop(stopReason);
        }
    }

    /** Ends the run early; a program that is not measuring is ended itself. From any thread. */
    synchronized void stop(String reason) {
        stopReason = reason;
        if (jvm != null) {
            jvm.stop(reason);
        }
        if (jvm == null) {
            System.err.println(name() + " was interrupted before it measured anything.");
        }
        if (jvm == null || result != null) {
            exitCode.complete(code());
        }
    }

    @Override
    public void keep(String fileName, String text) throws IOException {
        // The folder of this JVM is taken apart when its files are merged into the run's, which is the one around it.
        Files.writeString(
                folder.toAbsolutePath().resolveSibling(fileName),
                text,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND,
                LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void giveUp() {
        exitCode.complete(code());
    }
}
