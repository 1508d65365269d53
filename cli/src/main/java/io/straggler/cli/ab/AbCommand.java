package io.straggler.cli.ab;

import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.cli.fork.ForkLauncher;
import io.straggler.cli.fork.Jvms;
import io.straggler.cli.fork.ProgressLine;
import io.straggler.cli.fork.Session;
import io.straggler.cli.hosted.HostOptions;
import io.straggler.cli.option.ComparisonOutputOptions;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.GateOptions;
import io.straggler.cli.option.MeasureOptions;
import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.OutputOptions;
import io.straggler.cli.option.RateOption;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.SideNames;
import io.straggler.cli.option.TaskSpec;
import io.straggler.cli.option.UsageException;
import io.straggler.compare.RunComparison;
import io.straggler.compare.RunSet;
import io.straggler.compare.Tasks;
import io.straggler.compare.result.ComparedRuns;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.model.text.MessageLine;
import io.straggler.model.text.Messages;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code straggler ab}: measures two tasks, or two versions of one, interleaved, and compares them. */
@Command(
        name = "ab",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures two tasks, or one with two class paths or JVM arguments, in JVMs that take turns (ABBA or BAAB), until "
                        + "the difference is known well enough, and says whether the second is better. The same task twice is the null test.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  straggler ab com.acme.Old com.acme.New --classpath my.jar --rate 10k/s",
            "  straggler ab com.acme.Task --classpath-a old.jar --classpath-b new.jar --percentile p99.9",
            "  straggler ab com.acme.Task --classpath my.jar --jvm-arg-b=-XX:+UseZGC --fail-if 'regressed p99 > 5%%'"
        })
public final class AbCommand implements Callable<Integer> {
    private final Jvms jvms;

    @Parameters(index = "0", paramLabel = "TASK_A", description = "Class name of what was.")
    private String taskA;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "TASK_B",
            description = "Class name of what is now. Default: the same.")
    private String taskB;

    @Option(
            names = {"--classpath", "-cp"},
            paramLabel = "PATH",
            defaultValue = "",
            description = "Jars and folders that both need.")
    private String classPath;

    @Option(names = "--classpath-a", paramLabel = "PATH", defaultValue = "", description = "What only A needs.")
    private String classPathA;

    @Option(names = "--classpath-b", paramLabel = "PATH", defaultValue = "", description = "What only B needs.")
    private String classPathB;

    @Option(names = "--jvm-arg", paramLabel = "ARG", description = "Argument for all JVMs. May be repeated.")
    private List<String> jvmArguments = new ArrayList<>();

    @Option(names = "--jvm-arg-a", paramLabel = "ARG", description = "Argument for the JVMs of A. May be repeated.")
    private List<String> jvmArgumentsA = new ArrayList<>();

    @Option(names = "--jvm-arg-b", paramLabel = "ARG", description = "Argument for the JVMs of B. May be repeated.")
    private List<String> jvmArgumentsB = new ArrayList<>();

    @Option(
            names = "--sampler-a",
            paramLabel = "MODE",
            description = "--sampler of A only: off measures what it costs.")
    private String samplerA;

    @Option(names = "--sampler-b", paramLabel = "MODE", description = "--sampler of B only.")
    private String samplerB;

    @Option(names = "--jfr-a", paramLabel = "on|off", description = "--jfr of A only.")
    private String jfrA;

    @Option(names = "--jfr-b", paramLabel = "on|off", description = "--jfr of B only.")
    private String jfrB;

    @Option(
            names = "--percentile",
            paramLabel = "P",
            defaultValue = "p99",
            description = "The one that has to be known well: p50, p90, p99, p99.9 or p99.99. Default: p99.")
    private String percentile;

    @Option(
            names = "--precision",
            paramLabel = "SHARE",
            defaultValue = "5%",
            description = "Ends when half of its interval is narrower than this. Default: 5%%.")
    private String precision;

    @Option(
            names = "--max-duration",
            paramLabel = "TIME",
            defaultValue = "5min",
            description = "Ends when this is over. Default: 5min.")
    private String maxDuration;

    @Option(
            names = "--min-pairs",
            paramLabel = "N",
            defaultValue = "6",
            description = "Pairs of JVMs before which the precision does not end it. Default: 6.")
    private int minPairs;

    @Option(
            names = "--order-seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "What the order of the JVMs is drawn from. Default: 1.")
    private long orderSeed;

    @Mixin
    private SideNames names;

    @Mixin
    private RateOption rate;

    @Mixin
    private MeasureOptions measure;

    @Mixin
    private HostOptions hosts;

    @Mixin
    private ComparisonOutputOptions output;

    @Mixin
    private GateOptions gates;

    /** @param jvms where the measured JVMs come from */
    public AbCommand(Jvms jvms) {
        this.jvms = jvms;
    }

    @Override
    public Integer call() throws Exception {
        gates.requireSound();
        names.requireSound();
        AbPlan plan = plan();
        if (taskB == null) {
            taskB = taskA;
        }
        Map<String, String> options = options();
        long expectedNs = OptionTexts.parse(options).expectedNs();
        Path folder = RunRequest.place(
                null, taskA.equals(taskB) ? taskA : RunRequest.simpleName(taskA) + "-" + RunRequest.simpleName(taskB));
        Map<String, String> ownA = own(options, samplerA, jfrA);
        Map<String, String> ownB = own(options, samplerB, jfrB);
        RunRequest requestA = request(taskA, options, classPathA, jvmArgumentsA);
        RunRequest requestB = request(taskB, options, classPathB, jvmArgumentsB);
        folder = output.folder(folder);
        try (Session session =
                Session.begin(jvms, new OutputOptions().terminal(), System.err, Session.USUAL_PATIENCE)) {
            AbRun run = new AbRun(
                    plan,
                    side(session, "A", taskA, requestA, ownA, folder.resolve("a"), expectedNs),
                    side(session, "B", taskB, requestB, ownB, folder.resolve("b"), expectedNs),
                    options,
                    session);
            return measure(run, folder);
        }
    }

    private int measure(AbRun run, Path folder) throws Exception {
        try {
            run.run();
            if (!run.failure().isEmpty()) {
                System.err.println(MessageLine.of(run.failure()));
                System.err.println("What was measured is in " + folder + "; a failed run is not compared.");
                return ExitCode.RUN_INVALID;
            }
            List<String> sides = names.orElse(RunRequest.simpleName(taskA), RunRequest.simpleName(taskB));
            RunSet a = RunSet.read(sides.get(0), List.of(new RunFolder(folder.resolve("a"))));
            RunSet b = RunSet.read(sides.get(1), List.of(new RunFolder(folder.resolve("b"))));
            ComparedRuns runs = RunComparison.of(a, b, Tasks.DIFFERENT, run.ending(), GateOptions.SEED);
            return output.conclude(runs, b, folder, gates);
        } catch (ForkLauncher.ForkRejected e) {
            return ExitCode.USAGE;
        } catch (ForkLauncher.NoResults | RunFolderException e) {
            System.err.println(MessageLine.of(Messages.of(e)));
            return ExitCode.RUN_INVALID;
        }
    }

    private AbPlan plan() {
        if (!percentile.matches("p(50|90|99|99\\.9|99\\.99)")) {
            throw new UsageException("--percentile=" + percentile + ": must be p50, p90, p99, p99.9 or p99.99");
        }
        return new AbPlan(
                new Metric.Percentile(Double.parseDouble(percentile.substring(1))),
                OptionTexts.share("precision", precision),
                minPairs,
                OptionTexts.durationNs("max-duration", maxDuration),
                orderSeed);
    }

    /** Shorter than a single run: there will be many. */
    private Map<String, String> options() {
        Map<String, String> options = rate.with(measure);
        if (!options.containsKey("count")) {
            options.putIfAbsent("duration", "5s");
        }
        options.putIfAbsent("warmup", "3s");
        // The difference between the sides is what is measured then.
        boolean alike = Stream.of(samplerA, samplerB, jfrA, jfrB).allMatch(Objects::isNull);
        options.putIfAbsent("measure-overhead", alike ? "on" : "off");
        return options;
    }

    /** Returns the options of one side only. */
    private static Map<String, String> own(Map<String, String> options, String sampler, String jfr) {
        Map<String, String> own = new LinkedHashMap<>();
        if (sampler != null) {
            own.put("sampler", sampler);
        }
        if (jfr != null) {
            own.put("jfr", jfr);
        }
        Map<String, String> all = new LinkedHashMap<>(options);
        all.putAll(own);
        OptionTexts.parse(all);
        return own;
    }

    private RunRequest request(String task, Map<String, String> options, String ownPath, List<String> ownArguments) {
        List<String> arguments = new ArrayList<>(jvmArguments);
        arguments.addAll(ownArguments);
        // Its own first: a class that is on both is the one of this side.
        String path = ownPath.isEmpty() || classPath.isEmpty()
                ? ownPath + classPath
                : ownPath + File.pathSeparator + classPath;
        return hosts.request(new RunRequest(new TaskSpec.OfClass(task), options, path, arguments, 1, Path.of(task)));
    }

    private static AbSide side(
            Session session,
            String letter,
            String task,
            RunRequest request,
            Map<String, String> own,
            Path place,
            long expectedNs) {
        ProgressLine progress = session.progress(expectedNs);
        RunFolder folder = RunFolder.create(place);
        return new AbSide(letter, task, own, folder, session.launcher(request, folder, progress), progress);
    }
}
