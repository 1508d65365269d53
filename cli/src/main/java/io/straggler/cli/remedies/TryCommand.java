package io.straggler.cli.remedies;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.accuracy.CheckedPredictions;
import io.straggler.anyrecording.AnyRecordingAnalysis;
import io.straggler.cli.fork.ForkLauncher;
import io.straggler.cli.fork.Jvms;
import io.straggler.cli.fork.Session;
import io.straggler.cli.hosted.HostOptions;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.JsonOption;
import io.straggler.cli.option.MeasureOptions;
import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.OptionValues;
import io.straggler.cli.option.OutputOptions;
import io.straggler.cli.option.RateOption;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.TaskSpec;
import io.straggler.cli.option.UsageException;
import io.straggler.cli.option.Writing;
import io.straggler.cli.text.Screen;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.model.RunDescription;
import io.straggler.model.Series;
import io.straggler.model.text.FileErrors;
import io.straggler.model.text.MessageLine;
import io.straggler.model.text.Messages;
import io.straggler.remedies.Evidence;
import io.straggler.remedies.KnownRemedies;
import io.straggler.remedies.Proposal;
import io.straggler.remedies.Trial;
import io.straggler.remedies.json.RankingJsonFormat;
import io.straggler.remedies.page.RankingPage;
import io.straggler.remedies.result.Ranking;
import io.straggler.remedies.result.TriedRemedy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code straggler try}: measures which remedies help against the causes of a run. */
@Command(
        name = "try",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Tries remedies that need no change of code against what made a run's slowest iterations slow: measures each "
                        + "beside the program as it is, in JVMs that take turns, and ranks them by what they really bring.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  straggler try straggler-runs/MyTask-20261201-101500",
            "  straggler try com.acme.MyTask --classpath my.jar --rate 10k/s",
            "  straggler try straggler-runs/before --with small='--jvm-arg=-Xmn64m' --with fix='--classpath fixed.jar' --require fix"
        })
public final class TryCommand implements Callable<Integer> {
    private static final int MAX_REMEDIES = 20;

    /** Time to merge the runs of all remedies and to diagnose them, after Ctrl-C. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Jvms jvms;

    @Parameters(
            paramLabel = "RUN|TASK",
            description =
                    "A run folder, whose task is measured again with what it was started with; or a task's class name. Of a folder that an agent "
                            + "filled, and of a recording, the remedies are listed and not measured.")
    private String source;

    @Option(
            names = "--iterations",
            paramLabel = "EVENT",
            description = "Of a recording of any program: the events of this type are the iterations.")
    private String iterations;

    @Option(
            names = {"--classpath", "-cp"},
            paramLabel = "PATH",
            description = "Jars and folders that the task needs. Default: those of the run.")
    private String classPath;

    @Option(
            names = "--jvm-arg",
            paramLabel = "ARG",
            description = "Argument for all JVMs, behind those of the run. May be repeated.")
    private List<String> jvmArguments = new ArrayList<>();

    @Option(
            names = "--with",
            paramLabel = "NAME=OPTIONS",
            description =
                    "A remedy of your own: --with zgc='--jvm-arg=-XX:+UseZGC', --with fix='--classpath fixed.jar', "
                            + "--with buffer='-Dbuffer=64k'. May be repeated.")
    private List<String> own = new ArrayList<>();

    @Option(
            names = "--remedies",
            paramLabel = "N",
            description =
                    "How many of the known ones are tried at most; 0 for only your own. Default: 4, or fewer where "
                            + "JVMs measure for so long that there would be no time for eight rounds.")
    private Integer asked;

    @Option(
            names = "--percentile",
            paramLabel = "P",
            description =
                    "The one that is to become better: p50, p90, p99 or p99.9. Default: p99 if that is an outlier's "
                            + "latency, otherwise p99.9.")
    private String percentile;

    @Option(
            names = "--worth",
            paramLabel = "SHARE",
            defaultValue = "20%",
            description =
                    "A remedy is given up when a smaller improvement is all that it can still bring. Default: 20%%.")
    private String worth;

    @Option(
            names = "--max-duration",
            paramLabel = "TIME",
            defaultValue = "10min",
            description = "Ends when this is over. Default: 10min.")
    private String maxDuration;

    @Option(
            names = "--order-seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "What the order of the JVMs is drawn from. Default: 1.")
    private long orderSeed;

    @Option(names = "--list", description = "Lists the remedies with their evidence, and measures nothing.")
    private boolean list;

    @Option(
            names = "--require",
            paramLabel = "NAME",
            description =
                    "Exit code 3 if this remedy certainly does not help by what is worth it, 4 if that is not certain either way. "
                            + "May be repeated.")
    private List<String> require = new ArrayList<>();

    @Mixin
    private RateOption rate;

    @Mixin
    private MeasureOptions measure;

    @Mixin
    private HostOptions hosts;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Folder for the files, new or empty. Default: straggler-runs/NAME-try-TIME.")
    private Path out;

    @Mixin
    private JsonOption json;

    /** @param jvms where the measured JVMs come from */
    public TryCommand(Jvms jvms) {
        this.jvms = jvms;
    }

    @Override
    public Integer call() throws Exception {
        if (asked != null && (asked < 0 || asked > MAX_REMEDIES)) {
            throw new UsageException("--remedies=" + asked + ": must be from 0 to " + MAX_REMEDIES);
        }
        List<Proposal> mine = own.stream().map(OwnRemedy::parse).toList();
        requireNames(mine);
        long maxNs = OptionTexts.durationNs("max-duration", maxDuration);
        double worthShare = worthShare(worth);
        Path path = Path.of(source);
        if (Files.isRegularFile(path)) {
            return listOfRecording(path);
        }
        Optional<Analysis> run =
                Files.isDirectory(path) ? Optional.of(Analysis.of(new RunFolder(path))) : Optional.empty();
        if (run.isPresent() && (list || run.get().run().launch().isEmpty())) {
            return listOf(run.get());
        }
        if (list) {
            throw new UsageException("--list goes with a run folder or a recording: " + source);
        }
        RunRequest request = run.isPresent() ? ofRun(run.get().run(), path) : ofTask();
        requirePercentile();
        Path folder = RunFolder.create(request.out()).path();
        HeardLines heard = new HeardLines(System.err);
        try (Session session = Session.begin(jvms, new OutputOptions().terminal(), heard, PATIENCE)) {
            Remedies remedies = new Remedies(request, folder, session, heard);
            Optional<Analysis> explained = run.isPresent() ? run : remedies.explained();
            if (explained.isEmpty()) {
                return ExitCode.RUN_INVALID;
            }
            double perSecond = OptionTexts.parse(request.given()).schedule().perSecond();
            Metric.Percentile metric = metric(request.given(), perSecond, explained.get());
            if (!hasOwnLength(request.given())) {
                remedies.measureFor(TryPlan.seconds(metric, perSecond));
            }
            TryPlan plan = new TryPlan(metric, worthShare, maxNs, orderSeed);
            List<Proposal> proposals = new ArrayList<>(mine);
            int most = asked != null ? asked : plan.remedies(remedies.expectedNs(), mine.size());
            proposals.addAll(Proposal.of(
                    Evidence.of(explained.get().run(), explained.get().conclusions()), most));
            if (proposals.isEmpty()) {
                return nothingToTry(folder);
            }
            return conclude(
                    remedies.tried(plan, proposals, explained.get().run().thresholdNs()), folder);
        } catch (ForkLauncher.ForkRejected e) {
            return ExitCode.USAGE;
        } catch (ForkLauncher.NoResults | RunFolderException e) {
            System.err.println(MessageLine.of(Messages.of(e)));
            return ExitCode.RUN_INVALID;
        }
    }

    private void requireNames(List<Proposal> mine) {
        if (asked != null && asked == 0 && mine.isEmpty()) {
            throw new UsageException("--remedies=0: leaves nothing to try without --with");
        }
        Set<String> names = new HashSet<>();
        Set<String> folders = new HashSet<>();
        KnownRemedies.ALL.forEach(known -> {
            names.add(known.name());
            folders.add(Proposal.folder(known.name()));
        });
        for (Proposal proposal : mine) {
            names.add(proposal.name());
            if (Remedies.FOLDERS.contains(proposal.folder())) {
                throw new UsageException(
                        "--with " + proposal.name() + ": must have another name than the folders of a trial, "
                                + String.join(", ", Remedies.FOLDERS));
            }
            if (!folders.add(proposal.folder())) {
                throw new UsageException("--with " + proposal.name()
                        + ": must have a name of its own, with other letters or digits than that of another remedy");
            }
        }
        for (String name : require) {
            if (!names.contains(name)) {
                throw new UsageException("--require=" + name + ": there is no such remedy; give it with --with");
            }
        }
    }

    private RunRequest ofRun(RunDescription run, Path folder) {
        MeasuredTask task = MeasuredTask.of(run, folder, rate.with(measure));
        return task.request(place(RunRequest.simpleName(run.task())), classPath, jvmArguments)
                .requireTask();
    }

    /** Shorter than a single run: there will be many. */
    private RunRequest ofTask() {
        Map<String, String> options = rate.with(measure);
        if (!options.containsKey("count")) {
            options.putIfAbsent("duration", "5s");
        }
        options.putIfAbsent("warmup", "4s");
        options.putIfAbsent("measure-overhead", "off");
        return hosts.request(new RunRequest(
                new TaskSpec.OfClass(source),
                options,
                classPath == null ? "" : classPath,
                jvmArguments,
                1,
                place(RunRequest.simpleName(source))));
    }

    private Path place(String task) {
        return RunRequest.place(out, task + "-try");
    }

    private void requirePercentile() {
        if (percentile != null && !percentile.matches("p(50|90|99|99\\.9)")) {
            throw new UsageException("--percentile=" + percentile + ": must be p50, p90, p99 or p99.9");
        }
    }

    private static double worthShare(String worth) {
        double share = OptionTexts.share("worth", worth);
        if (!(share > 0 && share < 1)) {
            throw new UsageException("--worth=" + 100 * share + "%: must be above 0% and below 100%");
        }
        return share;
    }

    /** Whether the user said how much each JVM measures. */
    private boolean hasOwnLength(Map<String, String> options) {
        return options.containsKey("count") || rate.with(measure).containsKey("duration");
    }

    private Metric.Percentile metric(Map<String, String> options, double perSecond, Analysis explained) {
        if (percentile != null) {
            return new Metric.Percentile(Double.parseDouble(percentile.substring(1)));
        }
        double seconds = hasOwnLength(options)
                ? OptionTexts.durationNs("duration", options.getOrDefault("duration", "30s")) / 1e9
                : TryPlan.MAX_SECONDS;
        String count = options.get("count");
        double iterations = count == null ? perSecond * seconds : OptionValues.wholeNumber(count);
        return explained.series().stream()
                .filter(series -> series.name().equals(Series.LATENCY))
                .findFirst()
                .map(latency -> TryPlan.percentile(latency, explained.run().thresholdNs(), iterations))
                .orElse(new Metric.Percentile(50));
    }

    private int listOfRecording(Path file) {
        if (iterations == null) {
            Analysis analysis = Analysis.of(file);
            if (analysis.run().runs().isEmpty()) {
                throw new UsageException(file + " holds no run of Straggler: say which events are iterations with"
                        + " --iterations EVENT. straggler report " + file + " lists them.");
            }
            return listOf(analysis);
        }
        IterationQuery query = new IterationQuery(iterations, List.of(), Optional.empty());
        Threshold threshold = Threshold.parse(measure.given().getOrDefault("threshold", "auto"));
        return listOf(AnyRecordingAnalysis.of(file, query, threshold).analysis());
    }

    private int listOf(Analysis analysis) {
        Screen screen = Screen.of(System.out);
        List<Proposal> proposals = Proposal.of(Evidence.of(analysis.run(), analysis.conclusions()), MAX_REMEDIES);
        RankingLines.ofProposals(proposals, screen.width()).forEach(System.out::println);
        return ExitCode.OK;
    }

    private static int nothingToTry(Path folder) throws IOException {
        Screen screen = Screen.of(System.out);
        RankingLines.ofProposals(List.of(), screen.width()).forEach(System.out::println);
        try (var entries = Files.list(folder)) {
            if (entries.findAny().isEmpty()) {
                Files.delete(folder);
            }
        }
        return ExitCode.OK;
    }

    private int conclude(Ranking ranking, Path folder) throws IOException {
        Path file = folder.resolve("ranking.json");
        Path page = folder.resolve("ranking.html");
        Writing writing = () -> {
            RankingJsonFormat.write(ranking, file);
            RankingPage.write(ranking, page);
        };
        CheckedPredictions predictions = kept(ranking);
        json.conclude(writing, width -> RankingLines.of(ranking, predictions, width), page, file);
        return code(ranking);
    }

    /** The predictions that were ever checked on this machine, these included. */
    private static CheckedPredictions kept(Ranking ranking) {
        CheckedPredictions all = CheckedPredictions.ofThisMachine().plus(ranking.checked(), ranking.held());
        if (ranking.checked() > 0) {
            try {
                all.keep();
            } catch (IOException e) {
                System.err.println(MessageLine.of("The record of predictions is not kept. " + FileErrors.sentence(e)));
            }
        }
        return all;
    }

    private int code(Ranking ranking) {
        if (require.isEmpty()) {
            return ranking.answer() == Ranking.Answer.UNDECIDED ? ExitCode.UNDECIDED : ExitCode.OK;
        }
        int code = ExitCode.OK;
        for (String name : require) {
            Trial.Standing standing = ranking.remedies().stream()
                    .filter(remedy -> remedy.proposal().name().equals(name))
                    .map(TriedRemedy::standing)
                    .findFirst()
                    .orElse(Trial.Standing.OUT);
            switch (standing) {
                case HELPS -> {}
                case NOT_WORTH_IT, HARMS -> code = ExitCode.GATE_FAILED;
                default -> code = code == ExitCode.GATE_FAILED ? code : ExitCode.UNDECIDED;
            }
        }
        return code;
    }
}
