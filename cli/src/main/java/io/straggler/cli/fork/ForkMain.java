package io.straggler.cli.fork;

import io.straggler.ForkedJvm;
import io.straggler.RunFolderException;
import io.straggler.StragglerOptions;
import io.straggler.StragglerResult;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.TaskSpec;
import io.straggler.cli.option.UsageException;
import io.straggler.cli.text.PercentileTable;
import io.straggler.harness.Task;
import io.straggler.jfr.event.EventEmitter;
import io.straggler.model.Percentiles;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.model.text.Durations;
import io.straggler.model.text.MessageLine;
import io.straggler.model.text.Messages;
import io.straggler.model.text.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The main class of a measured JVM: reads the parent's request from a folder, runs the task, leaves the files in the folder.
 *
 * <p>The parent keeps this process's standard input open and reports on it when a signal had stopped this one; when it closes, by a Ctrl-C
 * or because the parent died, the run ends and what was measured is written.
 */
public final class ForkMain {
    private static final int MAX_STACK_LINES = 60;

    private static final long CONSTRUCTOR_PATIENCE_S = 2;

    private ForkMain() {}

    public static void main(String[] args) {
        int code = execute(Path.of(args[0]));
        System.err.flush();
        System.out.flush();
        // Not exit: threads and shutdown hooks of the task may hang, and everything is written.
        Runtime.getRuntime().halt(code);
    }

    private static int execute(Path folder) {
        try {
            ForkRequest request = ForkRequest.read(folder);
            ignoreInterrupts();
            // Until this process ends, by whatever means.
            FolderLock.take(folder);
            if (request.task() instanceof TaskSpec.Hosted program) {
                HostedRun hosted = new HostedRun(program, request, folder);
                ControlChannel.listen(System.in, EventEmitter::processStopped, hosted::stop);
                return hosted.execute();
            }
            CompletableFuture<Consumer<String>> stop = new CompletableFuture<>();
            ControlChannel.listen(System.in, EventEmitter::processStopped, reason -> stop(stop, reason));
            Task task = instantiate(request.task().name());
            StragglerOptions options = OptionTexts.parse(request.options());
            ForkedJvm jvm = prepare(options, request, task);
            jvm.observe(ProgressCell.map(folder));
            stop.complete(jvm::stop);
            StragglerResult result = jvm.measure(folder);
            if (!Files.exists(folder.resolve("run.json"))) {
                reportWhatCouldNotBeWritten(result);
            }
            return report(result);
        } catch (UsageException e) {
            System.err.println(MessageLine.of(Messages.of(e)));
            return ExitCode.USAGE;
        } catch (IOException e) {
            System.err.println(MessageLine.of(e));
            return ExitCode.RUN_INVALID;
        } catch (RunFolderException e) {
            System.err.println(MessageLine.of(Messages.of(e)));
            return ExitCode.RUN_INVALID;
        } catch (OutOfMemoryError e) {
            System.err.println(MemoryErrors.sentence("The measured JVM", e, "Give it more with --jvm-arg=-Xmx..."));
            return ExitCode.RUN_INVALID;
        } catch (RuntimeException | Error e) {
            System.err.println(MessageLine.of("The measured JVM broke outside the task: " + Messages.described(e)));
            return ExitCode.RUN_INVALID;
        }
    }

    /** Ends the run; without one, because the task's constructor does not come back, the process: it must not outlive its parent. */
    private static void stop(Future<Consumer<String>> run, String reason) {
        try {
            run.get(CONSTRUCTOR_PATIENCE_S, TimeUnit.SECONDS).accept(reason);
        } catch (TimeoutException | ExecutionException e) {
            System.err.println("The task was " + reason + " while its constructor was running.");
            Runtime.getRuntime().halt(ExitCode.RUN_INVALID);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ForkedJvm prepare(StragglerOptions options, ForkRequest request, Task task) {
        try {
            return new ForkedJvm(
                    options,
                    request.fork(),
                    request.options(),
                    task,
                    request.task().name());
        } catch (IllegalArgumentException e) {
            throw new UsageException(Messages.of(e));
        }
    }

    /** Says on standard error what else there is to know, and what this process shall return. */
    static int report(StragglerResult result) {
        if (!result.stuckThreads().isEmpty()) {
            // At once: a JVM that was asked to exit may end in the middle.
            System.err.println(result.stuckThreads().stream()
                    .map(stack -> "\n  " + stack.replace("\n", "\n  "))
                    .collect(
                            Collectors.joining("", "What the watched threads were doing when the run was ended:", "")));
        }
        // Exceptions of setUp and the like say in their message what is wrong, and the reason has that.
        result.cause()
                .filter(thrown -> result.reason().startsWith("iteration "))
                .ifPresent(thrown -> System.err.print(stack(thrown)));
        return result.status() == RunStatus.OK ? ExitCode.OK : ExitCode.RUN_INVALID;
    }

    /** Stack trace of an exception and its causes; of an endless recursion the beginning. */
    private static String stack(Throwable thrown) {
        StringWriter text = new StringWriter();
        try {
            thrown.printStackTrace(new PrintWriter(text));
        } catch (RuntimeException | Error e) {
            // An exception of the task's own, whose methods may throw.
            return Messages.described(thrown) + "\n";
        }
        return text.toString().lines().limit(MAX_STACK_LINES).collect(Collectors.joining("\n", "", "\n"));
    }

    /** The disk is full, say: then the figures go where they can still be read. */
    static void reportWhatCouldNotBeWritten(StragglerResult result) {
        System.err.println(
                MessageLine.of(result.reason() + (result.reason().endsWith("?") ? "" : ".") + " What was measured:"));
        System.err.println("  " + TerminalText.counted(result.run().iterations(), "iteration") + ", "
                + TerminalText.counted(result.run().outliers(), "outlier") + " of "
                + Durations.format(result.run().thresholdNs()) + " or longer");
        for (double percentile : Percentiles.SHOWN) {
            result.latencyNs(percentile)
                    .ifPresent(ns -> System.err.println(
                            "  " + PercentileTable.percentileName(percentile) + "  " + Durations.format(ns)));
        }
        System.err.println(
                "  worst  " + Durations.format(result.histogram(Series.LATENCY).getMaxValue()));
    }

    /** Makes the task, or says in one line why that cannot be done. */
    static Task instantiate(String name) {
        Class<?> type;
        try {
            type = Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new UsageException("Task class not found: " + name
                    + ". Give the fully qualified name, and its jar or folder with --classpath.");
        } catch (LinkageError e) {
            throw new UsageException("Task class " + name + " cannot be loaded: " + e + ". "
                    + (e instanceof UnsupportedClassVersionError
                            ? "Point JAVA_HOME at the JDK that compiled it."
                            : "Something that it needs is missing from --classpath."));
        }
        if (!Task.class.isAssignableFrom(type)) {
            throw new UsageException(
                    name + " is not a task: it must implement " + Task.class.getName() + " or its AsyncTask.");
        }
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            throw new UsageException(name + " cannot be run: it is abstract. Name a concrete class.");
        }
        return construct(type);
    }

    private static Task construct(Class<?> type) {
        try {
            return (Task) type.getConstructor().newInstance();
        } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
            throw new UsageException(type.getName()
                    + " cannot be made: it must be a public class with a public constructor without parameters.");
        } catch (InvocationTargetException e) {
            throw new UsageException(
                    "The constructor of " + type.getName() + " threw " + Messages.described(e.getTargetException()));
        }
    }

    /** The terminal sends Ctrl-C to parent and child; the parent decides, by closing standard input. */
    public static void ignoreInterrupts() {
        try {
            // Reflection, because the compiler warns of sun.misc and warnings fail the build.
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object nothing = Proxy.newProxyInstance(
                    ForkMain.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, args) -> null);
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("INT"), nothing);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            // Then Ctrl-C ends this JVM through its shutdown hook, which writes the files too.
        }
    }
}
