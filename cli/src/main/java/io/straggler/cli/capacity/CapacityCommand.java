package io.straggler.cli.capacity;

import io.straggler.RunFolder;
import io.straggler.cli.fork.ForkLauncher;
import io.straggler.cli.fork.Jvms;
import io.straggler.cli.fork.RatedForks;
import io.straggler.cli.fork.Session;
import io.straggler.cli.hosted.HostOptions;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.JsonOption;
import io.straggler.cli.option.MeasureOptions;
import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.OutputOptions;
import io.straggler.cli.option.RateOptions;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.TaskOptions;
import io.straggler.cli.option.UsageException;
import io.straggler.cli.option.Writing;
import io.straggler.model.text.Durations;
import io.straggler.rates.Objectives;
import io.straggler.rates.RateRange;
import io.straggler.rates.json.CapacityJsonFormat;
import io.straggler.rates.page.CapacityPage;
import io.straggler.rates.result.Capacity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code straggler capacity}: finds the highest rate at which a task keeps its objectives. */
@Command(
        name = "capacity",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Finds the highest rate that a task sustains: at which an objective, such as 'p99 < 10us', holds and the "
                        + "schedule is kept. Gives it with the interval that it lies in, confirmed, and says what limits it.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  straggler capacity com.acme.MyTask --classpath my.jar --slo 'p99 < 10us'",
            "  straggler capacity com.acme.MyTask --classpath my.jar --slo 'p99.9 < 1ms' --rates 10k..500k --precision 2%%"
        })
public final class CapacityCommand implements Callable<Integer> {
    private final Jvms jvms;

    static final String JSON = "capacity.json";

    /** The folder for the run that says what limits the rate. */
    private static final String EXPLAINED = "limit";

    private static final long DURATION_NS = 4_000_000_000L;
    private static final long WARM_UP_NS = 2_000_000_000L;

    @Mixin
    private TaskOptions what;

    @Option(
            names = "--slo",
            paramLabel = "OBJECTIVE",
            required = true,
            description = "What has to hold: 'p99 < 10us', 'outliers < 0.1%%'. May be repeated; then all have to.")
    private List<String> objectives = new ArrayList<>();

    @Option(
            names = "--rates",
            paramLabel = "LOW..HIGH",
            defaultValue = "1k..1M",
            description = "Where to look. Default: 1k..1M.")
    private String rates;

    @Option(
            names = "--precision",
            paramLabel = "SHARE",
            defaultValue = "5%",
            description = "How wide the interval of 95%% may be that the rate lies in. Default: 5%%.")
    private String precision;

    @Option(
            names = "--max-duration",
            paramLabel = "TIME",
            defaultValue = "5min",
            description = "No other JVM is started when this would be exceeded. Default: 5min.")
    private String maxDuration;

    @Option(
            names = "--confirm",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs that confirm each end of that interval. Default: 3.")
    private int confirmations;

    @Mixin
    private MeasureOptions measure;

    @Mixin
    private HostOptions hosts;

    @Mixin
    private JsonOption json;

    /** @param jvms where the measured JVMs come from */
    public CapacityCommand(Jvms jvms) {
        this.jvms = jvms;
    }

    @Override
    public Integer call() throws Exception {
        CapacityPlan plan = plan();
        Map<String, String> given = given(plan.objectives());
        long iterations = plan.objectives().iterationsToDecide();
        RateOptions explained = new RateOptions(given, DURATION_NS, WARM_UP_NS, iterations);
        RateOptions searched = new RateOptions(unobserved(given), DURATION_NS, WARM_UP_NS, iterations);
        plan.requireTime(searched);
        long thresholdNs = thresholdNs(plan.objectives(), given);
        RunRequest request = hosts.request(what.request(given, 1, "-capacity"));
        Path folder = RunFolder.create(request.out()).path();
        long expectedNs =
                OptionTexts.parse(searched.at(plan.range().highPerSecond())).expectedNs();
        try (Session session = Session.begin(jvms, new OutputOptions().terminal(), System.err, CapacityRun.PATIENCE)) {
            RatedForks searching = new RatedForks(session, request, searched);
            RatedForks explaining = new RatedForks(session, request.in(EXPLAINED), explained);
            CapacityRun run =
                    new CapacityRun(plan, what.task(), thresholdNs, expectedNs, searching, explaining, session);
            return conclude(run.run(), folder);
        } catch (ForkLauncher.ForkRejected e) {
            Files.delete(folder);
            return ExitCode.USAGE;
        }
    }

    private CapacityPlan plan() {
        Objectives parsed;
        RateRange range;
        try {
            parsed = Objectives.parse(objectives);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--slo: " + e.getMessage());
        }
        try {
            range = RateRange.parse(rates);
        } catch (IllegalArgumentException e) {
            throw OptionTexts.refusal("rates", rates, e);
        }
        return new CapacityPlan(
                parsed,
                range,
                OptionTexts.share("precision", precision),
                confirmations,
                OptionTexts.durationNs("max-duration", maxDuration));
    }

    /** Unless the user says what an outlier is, it is what misses the objective: so that its causes are what limits the rate. */
    private Map<String, String> given(Objectives parsed) {
        Map<String, String> given = new LinkedHashMap<>(measure.given());
        OptionalLong limitNs = parsed.lowestLatencyNs();
        if (limitNs.isPresent()) {
            given.putIfAbsent("threshold", limitNs.getAsLong() + "ns");
        }
        return given;
    }

    /**
     * Returns the options of the search: without stacks, because taking stacks of iterations that miss the objective
     * would make more of them miss it.
     */
    private static Map<String, String> unobserved(Map<String, String> given) {
        Map<String, String> unobserved = new LinkedHashMap<>(given);
        unobserved.remove("measure-overhead");
        unobserved.put("sampler", "off");
        unobserved.put("jfr", "off");
        return unobserved;
    }

    private static long thresholdNs(Objectives parsed, Map<String, String> given) {
        if (!parsed.countOutliers()) {
            return 0;
        }
        try {
            return Durations.parseNs(given.getOrDefault("threshold", "auto"));
        } catch (IllegalArgumentException e) {
            throw new UsageException(
                    "--slo: outliers need a --threshold that is a duration, because one that is derived differs from rate to"
                            + " rate: threshold=" + given.getOrDefault("threshold", "auto"));
        }
    }

    private int conclude(Capacity capacity, Path folder) throws IOException {
        if (capacity.runs().isEmpty()) {
            System.err.println("Interrupted before anything was measured.");
            Files.delete(folder);
            return ExitCode.RUN_INVALID;
        }
        Path file = folder.resolve(JSON);
        Path page = folder.resolve("capacity.html");
        Writing writing = () -> {
            CapacityJsonFormat.write(capacity, file);
            CapacityPage.write(capacity, page);
        };
        json.conclude(writing, width -> CapacityLines.of(capacity, width), page, file);
        return capacity.answer() == Capacity.Answer.FOUND && capacity.precise() ? ExitCode.OK : ExitCode.RUN_INVALID;
    }
}
