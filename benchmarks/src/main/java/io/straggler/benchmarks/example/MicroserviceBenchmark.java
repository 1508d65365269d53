package io.straggler.benchmarks.example;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.StragglerCommand;
import io.straggler.benchmarks.support.TemporaryFolder;
import io.straggler.examples.prices.PriceService;
import io.straggler.model.RunDescription;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;

/**
 * A service between two persisted queues, measured by JMH, which calls it over and over and times some of the calls, and by
 * Straggler at shares of the rate at which JMH called it. The same class, in JVMs of their own with the same flags.
 */
public final class MicroserviceBenchmark {
    private static final int[] LOADS_PERCENT = {1, 10, 50, 80, 95};

    private MicroserviceBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException, RunnerException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("forks", 3L, "seconds", 20L, "warm-up-seconds", 10L),
                Map.of("forks", 1L, "seconds", 1L, "warm-up-seconds", 1L));
        System.out.println("microservice " + arguments);
        System.out.println(PercentileRow.HEAD);
        SampledService jmh = SampledService.measure(arguments);
        jmh.row().print();
        System.out.printf(
                Locale.ROOT,
                "  (calls one after the other, %,.0f/s on average; %,d of %,d timed)%n",
                jmh.perSecond(),
                jmh.row().count(),
                jmh.calls());
        for (int percent : LOADS_PERCENT) {
            paced(arguments, percent, rounded(jmh.perSecond() * percent / 100));
        }
    }

    /** To two digits: nobody asks for 123,457 a second. */
    private static long rounded(double perSecond) {
        long unit = 1;
        while (perSecond / unit >= 100) {
            unit *= 10;
        }
        return Math.max(1, Math.round(perSecond / unit) * unit);
    }

    /** The command as users run it, and the figures of its run folder. */
    private static void paced(Arguments arguments, int percent, long perSecond)
            throws IOException, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Path out = folder.path().resolve("run");
            List<String> command = new ArrayList<>(List.of("run", PriceService.class.getName()));
            command.addAll(List.of("--classpath", queues(), "--rate", perSecond + "/s", "--out", out.toString()));
            command.addAll(List.of("--duration", arguments.number("seconds") + "s"));
            command.addAll(List.of("--warmup", arguments.number("warm-up-seconds") + "s"));
            command.addAll(List.of("--forks", Long.toString(arguments.number("forks"))));
            StragglerCommand.Ended ended = StragglerCommand.run(List.of(), command);
            // 2 is a rate that could not be kept.
            if (ended.exitCode() != 0 && ended.exitCode() != 2) {
                throw new IllegalStateException("run must exit with 0 or 2: exitCode=" + ended.exitCode());
            }
            print(percent, perSecond, Analysis.of(new RunFolder(out)));
        }
    }

    private static void print(int percent, long perSecond, Analysis analysis) {
        RunDescription run = analysis.run();
        if (run.status() == RunStatus.FAILED) {
            throw new IllegalStateException("run must not fail: reason=" + run.reason());
        }
        System.out.printf(Locale.ROOT, "Straggler, %,d/s (%d%%)", perSecond, percent);
        if (run.status() == RunStatus.SATURATED) {
            double achieved = run.runs().stream()
                    .mapToDouble(RunOutcome::achievedPerSecond)
                    .min()
                    .orElse(0);
            System.out.printf(Locale.ROOT, ": saturated, %,.0f/s achieved; such a rate has no latencies%n", achieved);
            return;
        }
        System.out.println();
        PercentileRow.of(analysis, "latency").print();
        PercentileRow.of(analysis, "service").print();
    }

    /** The jar of the service: with it on the class path that the command is given, its declared flags count. */
    private static String queues() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith("straggler-examples-queue.jar"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("class path must hold straggler-examples-queue.jar"));
    }
}
