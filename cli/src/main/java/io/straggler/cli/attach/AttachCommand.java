package io.straggler.cli.attach;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.anyrecording.AgentStatus;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.anyrecording.FilledFolder.Filling;
import io.straggler.anyrecording.KnownMethods;
import io.straggler.anyrecording.ReadyMadeName;
import io.straggler.cli.fork.Interruption;
import io.straggler.cli.fork.Session;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.Installation;
import io.straggler.cli.option.OptionValues;
import io.straggler.cli.option.UsageException;
import io.straggler.cli.text.Screen;
import io.straggler.cli.text.Summary;
import io.straggler.model.RunStatus;
import io.straggler.model.text.Durations;
import io.straggler.model.text.TerminalText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code straggler attach}: makes iterations of the calls of a method of a program that runs, for a while, and reports. */
@Command(
        name = "attach",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Says why the slowest calls of a method were slow, in a program that runs already.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  straggler attach --list",
            "  straggler attach 4711 --iterations com.acme.Orders.place --duration 60s",
            "  straggler attach Shop --iterations servlet",
            "  straggler attach 4711 --iterations 'com.acme.*Service.handle' --threshold p99.9",
            "  straggler attach 4711 --status",
            "  straggler attach 4711 --stop"
        })
public final class AttachCommand implements Callable<Integer> {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final long POLL_MS = 100;

    /** Time in nanoseconds for the compilers to become quiet, and for the agent to write what it has. */
    private static final long TIMEOUT_NS = 60_000_000_000L;

    /** Names that a shell completes. */
    private static final class ReadyMadeTitles implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return ReadyMadeName.titles().iterator();
        }
    }

    @Parameters(
            paramLabel = "PID|NAME",
            arity = "0..1",
            description = "The process of the JVM; or its main class or jar, with or without its package or folder.")
    private String process;

    private long processId;

    @Option(
            names = "--list",
            description = "Shows the JVMs of this user, to root those of all users, and the ready-made names.")
    private boolean list;

    @Option(
            names = "--iterations",
            paramLabel = "METHOD",
            completionCandidates = ReadyMadeTitles.class,
            description = "Each call is an iteration: com.acme.Orders.place, * for any characters of a name,"
                    + " com.acme.Handler+.handle for implementations too, or @com.acme.Timed; or a ready-made name:"
                    + " ${COMPLETION-CANDIDATES}. May be repeated.")
    private List<String> iterations = List.of();

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "How long, from when calls count. Default: ${DEFAULT-VALUE}.")
    private String duration;

    @Option(
            names = {"-t", "--threshold"},
            paramLabel = "TIME|pNN",
            defaultValue = "auto",
            description =
                    "From which duration on a call is an outlier: 5ms; p99.9 of the last five minutes; or auto, the"
                            + " highest of p99.9, p99 and p90 that can be known, at least three times the median.")
    private String threshold;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "The run folder, new or empty. Default: straggler-runs/attach-PID-TIME.")
    private Path out;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "200m",
            description = "What the recording may take; older parts are dropped. Default: ${DEFAULT-VALUE}.")
    private String size;

    @Option(
            names = "--yes-instrument",
            paramLabel = "N",
            description = "Confirms that so many methods are meant. More than 100 are refused without, more than "
                    + ReadyMadeName.MAX_METHODS + " of a ready-made name.")
    private Integer confirmed;

    @Option(
            names = "--until-return",
            description = "A call is over when its method returns, though that returns a future.")
    private boolean untilReturn;

    @Option(
            names = "--metrics",
            paramLabel = "PORT",
            description = "Where monitoring finds counts and percentiles meanwhile, in Prometheus' format: on this"
                    + " machine only, at /metrics.")
    private Integer metrics;

    @Option(
            names = "--witness",
            paramLabel = "WHAT",
            description =
                    "What to ask the kernel about threads without a core: auto, switches or off. Default: switches.")
    private String witness;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = OptionValues.LABEL_HELP)
    private List<String> labels = List.of();

    /** Whether the agent did not answer when it was to end. */
    private volatile boolean unanswered;

    @Option(names = "--stop", description = "Ends what another attach, or -javaagent, began, and reports.")
    private boolean stop;

    @Option(
            names = "--status",
            description = "Shows what the agent that is attached watches, and what calls took so far; it goes on.")
    private boolean status;

    @Override
    public Integer call() throws IOException {
        try {
            return run();
        } catch (NoClassDefFoundError e) {
            throw new UsageException(
                    "attach needs a JDK, and this Java lacks " + e.getMessage() + ": point JAVA_HOME at a JDK.");
        }
    }

    private int run() throws IOException {
        if (list) {
            return list();
        }
        if (process == null) {
            throw new UsageException(
                    "Say which process: straggler attach PID, or straggler attach NAME. straggler attach --list shows them.");
        }
        if (iterations.isEmpty() && !stop && !status) {
            throw new UsageException("Say which calls are iterations: --iterations com.acme.Orders.place, or a"
                    + " ready-made name such as --iterations jdbc.");
        }
        Path agent = Installation.ofThisProcess()
                .agent()
                .orElseThrow(
                        () -> new UsageException("There is no straggler-agent.jar beside this Straggler: it is in the"
                                + " archive, and in a checkout that was built."));
        processId = ListedJvm.find(process, ListedJvm::all);
        RunningJvm jvm = new RunningJvm(processId);
        jvm.require();
        Path folder = folder();
        List<Path> shared = List.of(agent, Path.of(System.getProperty("java.io.tmpdir")), existing(folder));
        if (status) {
            requireAttached(jvm);
        }
        try (AgentFiles files = jvm.files(agent.toAbsolutePath(), shared)) {
            if (status) {
                return status(jvm, files);
            }
            if (stop) {
                return report(files.brought(jvm.ask(files, "stop"), folder));
            }
            return measure(jvm, files, folder);
        }
    }

    private void requireAttached(RunningJvm jvm) throws IOException {
        if (!jvm.attached()) {
            throw new UsageException("No agent of Straggler is attached to process " + processId + ". straggler attach "
                    + processId + " --iterations METHOD attaches one.");
        }
    }

    private int status(RunningJvm jvm, AgentFiles files) throws IOException {
        AgentStatus status = AgentStatus.read(jvm.ask(files, "status"));
        Screen screen = Screen.of(System.out);
        screen.println(StatusLines.of(processId, status, Instant.now(), ZoneId.systemDefault(), screen.width()));
        return ExitCode.OK;
    }

    private static int list() {
        List<ListedJvm> jvms = ListedJvm.all();
        jvms.forEach(jvm -> System.out.println(String.format(
                Locale.ROOT,
                "%8d  %s%s%s",
                jvm.processId(),
                TerminalText.visible(jvm.main()),
                jvm.user().isEmpty() ? "" : "   of " + TerminalText.visible(jvm.user()),
                jvm.note().isEmpty() ? "" : "   cannot be attached to: " + jvm.note())));
        if (jvms.isEmpty()) {
            System.err.println("No other JVM of this user runs.");
        }
        System.out.println();
        System.out.println("ready-made names for --iterations:");
        for (ReadyMadeName name : ReadyMadeName.values()) {
            System.out.println(String.format(Locale.ROOT, "%10s  %s", name.title(), name.meaning()));
        }
        System.out.println();
        System.out.println("methods of other software for --iterations:");
        for (KnownMethods methods : KnownMethods.values()) {
            System.out.println("  " + methods.pattern());
            System.out.println("              " + methods.meaning());
        }
        return ExitCode.OK;
    }

    private int measure(RunningJvm jvm, AgentFiles files, Path wanted) throws IOException {
        String folder = jvm.ask(files, options(files.runFolder(wanted)));
        System.err.println("attached to process " + processId + ": calls count for " + duration
                + " once its compilers are quiet; Ctrl-C ends it earlier");
        if (metrics != null) {
            System.err.println("metrics at http://localhost:" + metrics + "/metrics");
        }
        Interruption interruption = new Interruption(() -> end(jvm, files), () -> {}, Session.USUAL_PATIENCE);
        interruption.begin();
        try {
            AttachProgress progress = new AttachProgress(
                    System.err,
                    Boolean.getBoolean("straggler.terminal"),
                    Screen::ofErrors,
                    System::nanoTime,
                    Durations.parseNs(duration));
            try {
                awaitEnd(folder, jvm, files, progress);
            } finally {
                progress.clear();
            }
            int code = report(files.brought(folder, wanted));
            return interruption.come() ? ExitCode.INTERRUPTED : code;
        } finally {
            // A user who has interrupted this process waits for no more than this.
            files.close();
            interruption.over();
        }
    }

    /** The agent ends by itself, unless its JVM was stopped meanwhile. */
    private void awaitEnd(String folder, RunningJvm jvm, AgentFiles files, AttachProgress progress) throws IOException {
        long lastNs = System.nanoTime() + Durations.parseNs(duration) + TIMEOUT_NS;
        Filling state = files.state(folder);
        while (state != Filling.OVER && jvm.alive() && !unanswered) {
            progress.show(state);
            if (System.nanoTime() - lastNs > 0) {
                progress.clear();
                System.err.println("process " + processId + " does not end the recording, though its time is over: is"
                        + " it stopped? This is what it had recorded; straggler attach " + processId
                        + " --stop ends it when it goes on.");
                return;
            }
            sleep();
            state = files.state(folder);
        }
    }

    private void end(RunningJvm jvm, AgentFiles files) {
        try {
            jvm.ask(files, "stop");
        } catch (IOException | UsageException e) {
            // It ended by itself meanwhile, or the program did, or is stopped.
            unanswered = true;
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(POLL_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Path folder() {
        return (out == null
                        ? Path.of("straggler-runs/attach-" + processId + "-"
                                + LocalDateTime.now().format(TIME))
                        : out)
                .toAbsolutePath();
    }

    /** A folder, or the nearest one above it that is there. */
    private static Path existing(Path folder) {
        for (Path there = folder; there != null; there = there.getParent()) {
            if (Files.exists(there)) {
                return there;
            }
        }
        return folder;
    }

    /** The target checks what they say. */
    private String options(String folder) {
        List<String> options = new ArrayList<>();
        iterations.forEach(one -> options.add("iterations=" + one));
        options.add("threshold=" + threshold);
        options.add("duration=" + duration);
        options.add("begin=compiled");
        options.add("size=" + size);
        options.add("out=" + folder);
        labels.forEach(one -> options.add("label=" + one));
        Optional.ofNullable(metrics).ifPresent(port -> options.add("metrics=" + port));
        Optional.ofNullable(witness).ifPresent(what -> options.add("witness=" + what));
        if (untilReturn) {
            options.add("until-return");
        }
        Optional.ofNullable(confirmed).ifPresent(count -> options.add("yes-instrument-" + count));
        for (String option : options) {
            if (option.contains(",")) {
                throw new UsageException("values must not have a comma: " + option);
            }
        }
        return String.join(",", options);
    }

    private static int report(RunFolder folder) throws IOException {
        Analysis analysis = FilledFolder.analysis(folder);
        analysis.write();
        Summary.print(analysis, System.out);
        boolean any = analysis.run().iterations() > 0;
        return any && analysis.run().status() == RunStatus.OK ? ExitCode.OK : ExitCode.RUN_INVALID;
    }
}
