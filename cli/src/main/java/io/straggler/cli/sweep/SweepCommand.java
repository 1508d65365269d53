package io.straggler.cli.sweep;

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
import io.straggler.cli.option.Writing;
import io.straggler.model.RunStatus;
import io.straggler.model.text.Durations;
import io.straggler.model.text.OptionException;
import io.straggler.model.text.TerminalText;
import io.straggler.rates.RateSteps;
import io.straggler.rates.json.SweepJsonFormat;
import io.straggler.rates.page.SweepPage;
import io.straggler.rates.result.SweptRates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code straggler sweep}: measures a task at several rates, and says how its latency and its causes change with them. */
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures a task at several rates, each in JVMs of its own and in a drawn order, and shows percentiles over "
                        + "throughput, where the outliers' latency went at each rate, and where the rate can no longer be kept.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  straggler sweep com.acme.MyTask --classpath my.jar --rates 10k..2M --steps 12",
            "  straggler sweep com.acme.MyTask --classpath my.jar --rates 10k,20k,50k --rounds 4 --threshold 50us"
        })
public final class SweepCommand implements Callable<Integer> {
    private final Jvms jvms;

    static final String JSON = "sweep.json";

    private static final long DURATION_NS = 5_000_000_000L;
    private static final long WARM_UP_NS = 3_000_000_000L;

    @Mixin
    private TaskOptions what;

    @Option(
            names = "--rates",
            paramLabel = "LOW..HIGH|LIST",
            required = true,
            description = "A range, 10k..2M, or a list, 10k,20k,50k.")
    private String rates;

    @Option(
            names = "--steps",
            paramLabel = "N",
            description =
                    "Rates of a range, each about as many times the one before. Default: " + RateSteps.USUAL + ".")
    private Integer steps;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "2",
            description = "How often every rate is measured, in a JVM of its own. Default: 2.")
    private int rounds;

    @Option(
            names = "--order-seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "What the order within the rounds is drawn from. Default: 1.")
    private long orderSeed;

    @Mixin
    private MeasureOptions measure;

    @Mixin
    private HostOptions hosts;

    @Mixin
    private JsonOption json;

    /** @param jvms where the measured JVMs come from */
    public SweepCommand(Jvms jvms) {
        this.jvms = jvms;
    }

    @Override
    public Integer call() throws Exception {
        SweepPlan plan = new SweepPlan(steps(), rounds, orderSeed);
        Map<String, String> given = measure.given();
        RateOptions options = new RateOptions(given, DURATION_NS, WARM_UP_NS, 0);
        long expectedNs = plan.expectedNs(options);
        RunRequest request = hosts.request(what.request(given, rounds, "-sweep"));
        Path folder = RunFolder.create(request.out()).path();
        System.err.println(TerminalText.counted(plan.jvms(), "JVM") + " will measure for "
                + Durations.format(expectedNs) + " together; starting them takes its time besides.");
        try (Session session = Session.begin(jvms, new OutputOptions().terminal(), System.err, SweepRun.PATIENCE)) {
            RatedForks forks = new RatedForks(session, request, options);
            return conclude(new SweepRun(plan, what.task(), forks, session).run(), folder);
        } catch (ForkLauncher.ForkRejected e) {
            Files.delete(folder);
            return ExitCode.USAGE;
        }
    }

    private RateSteps steps() {
        try {
            return RateSteps.parse(rates, steps == null ? OptionalInt.empty() : OptionalInt.of(steps));
        } catch (IllegalArgumentException e) {
            boolean ofSteps = steps != null
                    && e instanceof OptionException wrong
                    && wrong.option().equals(RateSteps.STEPS);
            throw ofSteps ? OptionTexts.refusal("steps", steps.toString(), e) : OptionTexts.refusal("rates", rates, e);
        }
    }

    private int conclude(SweptRates sweep, Path folder) throws IOException {
        if (sweep.steps().isEmpty()) {
            System.err.println("Interrupted before anything was measured.");
            Files.delete(folder);
            return ExitCode.RUN_INVALID;
        }
        Path file = folder.resolve(JSON);
        Path page = folder.resolve("sweep.html");
        Writing writing = () -> {
            SweepJsonFormat.write(sweep, file);
            SweepPage.write(sweep, page);
        };
        json.conclude(writing, width -> SweepLines.of(sweep, width), page, file);
        boolean failed = sweep.steps().stream().anyMatch(step -> step.status() == RunStatus.FAILED);
        return failed || sweep.kept().isEmpty() ? ExitCode.RUN_INVALID : ExitCode.OK;
    }
}
