package io.straggler.cli;

import io.straggler.RunFolder;
import io.straggler.StragglerOptions;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code straggler run}: measures a task in a JVM of its own and reports. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs a task at a fixed rate and says why its slowest iterations were slow.",
        footerHeading = "%nExample:%n",
        footer = "  straggler run com.acme.MyTask --classpath my.jar --rate 100k/s --duration 30s --threshold 50us")
final class RunCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TASK", description = "Class name of the task: it implements io.straggler.harness.Task.")
    private String task;

    @Option(
            names = {"--classpath", "-cp"},
            paramLabel = "PATH",
            defaultValue = "",
            description = "Jars and folders that the task needs, as for java.")
    private String classPath;

    @Option(names = "--rate", paramLabel = "RATE", description = "Iterations per time: 100k/s, 30/min. Default: 10k/s.")
    private String rate;

    @Option(names = "--arrivals", paramLabel = "SHAPE", description = "uniform (default), poisson or burst:N.")
    private String arrivals;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of poisson arrivals. Default: 1.")
    private String seed;

    @Option(names = "--duration", paramLabel = "TIME", description = "Length of a measured run. Default: 10s.")
    private String duration;

    @Option(names = "--count", paramLabel = "N", description = "Iterations of a measured run, instead of --duration.")
    private String count;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            description = "Paced like a run but not measured. Default: 5s; none for none.")
    private String warmup;

    @Option(names = "--runs", paramLabel = "N", description = "Measured runs in one JVM. Default: 1.")
    private String runs;

    @Option(names = "--pause", paramLabel = "TIME", description = "Pause between runs. Default: none.")
    private String pause;

    @Option(
            names = "--forks",
            paramLabel = "N",
            defaultValue = "1",
            description = "JVMs, one after the other. Default: 1.")
    private int forks;

    @Option(
            names = "--threshold",
            paramLabel = "LATENCY",
            description = "From here on an iteration is an outlier: 50us, p99.9 (of the warm-up) or auto (default).")
    private String threshold;

    @Option(
            names = "--arm",
            paramLabel = "TIME",
            description =
                    "How long an iteration runs before it is sampled. Default: derived from threshold and warm-up.")
    private String arm;

    @Option(
            names = "--spin",
            paramLabel = "TIME|SHARE",
            description = "Last stretch before an intended start that is spun, not slept: 200us, 50%%. Default: 1ms.")
    private String spin;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "An iteration in flight for longer is stuck. Default: 10s.")
    private String timeout;

    @Option(
            names = "--sampler",
            paramLabel = "MODE",
            description = "auto (default), triggered, continuous, java or off.")
    private String sampler;

    @Option(
            names = "--baseline",
            paramLabel = "RATE",
            description = "Captures of normal iterations, to compare with. Default: 5/s; 0 for none.")
    private String baseline;

    @Option(
            names = "--sample-period",
            paramLabel = "TIME",
            description = "Period of continuous sampling. Default: 1ms.")
    private String samplePeriod;

    @Option(
            names = "--jitter",
            paramLabel = "TIME",
            description = "Sleep of the thread that watches for hiccups of the machine. Default: 1ms; off for none.")
    private String jitter;

    @Option(names = "--pin", paramLabel = "CPU", description = "Binds the pacing thread to this core.")
    private String pin;

    @Option(names = "--jfr", paramLabel = "on|off", description = "JDK Flight Recorder. Default: on.")
    private String jfr;

    @Option(
            names = "--jvm-arg",
            paramLabel = "ARG",
            description = "Argument for the measured JVM, such as --jvm-arg=-Xmx1g. May be repeated.")
    private List<String> jvmArguments = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the files, new or empty. Default: straggler-runs/TASK-TIME.")
    private Path out;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws Exception {
        return execute(task, given(), classPath, jvmArguments, forks, out, output);
    }

    /** Everything but the argument parsing; {@code demo} does the same with arguments of its own. */
    static int execute(
            String task,
            Map<String, String> given,
            String classPath,
            List<String> jvmArguments,
            int forks,
            Path out,
            OutputOptions output)
            throws Exception {
        StragglerOptions options = OptionTexts.parse(given);
        if (given.containsKey("count") && given.containsKey("duration")) {
            throw new UsageException("Give --duration or --count, not both.");
        }
        if (forks < 1 || forks > 1000) {
            throw new UsageException("--forks: must be from 1 to 1000: forks=" + forks);
        }
        requireClassPath(classPath);
        RunFolder folder = RunFolder.create(out == null ? defaultFolder(task) : out);
        ProgressLine progress = new ProgressLine(System.err, output.terminal(), options.expectedNs());
        ForkLauncher launcher = new ForkLauncher(task, given, jvmArguments, classPath, folder, progress, System.err);
        return new InterruptibleRun(launcher, folder, forks, output).call();
    }

    private static void requireClassPath(String classPath) {
        for (String entry : classPath.split(File.pathSeparator)) {
            if (!entry.isEmpty() && !entry.endsWith("*") && !Files.exists(Path.of(entry))) {
                throw new UsageException("--classpath: must name jars and folders that exist: entry=" + entry);
            }
        }
    }

    private static Path defaultFolder(String task) {
        String simple = task.substring(task.lastIndexOf('.') + 1).replaceAll("[^A-Za-z0-9_-]", "_");
        String time =
                DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).format(LocalDateTime.now());
        return Path.of("straggler-runs", simple + "-" + time);
    }

    private Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>();
        put(given, "rate", rate);
        put(given, "arrivals", arrivals);
        put(given, "seed", seed);
        put(given, "duration", duration);
        put(given, "count", count);
        put(given, "warmup", warmup);
        put(given, "runs", runs);
        put(given, "pause", pause);
        put(given, "threshold", threshold);
        put(given, "arm", arm);
        put(given, "spin", spin);
        put(given, "timeout", timeout);
        put(given, "sampler", sampler);
        put(given, "baseline", baseline);
        put(given, "sample-period", samplePeriod);
        put(given, "jitter", jitter);
        put(given, "pin", pin);
        put(given, "jfr", jfr);
        return given;
    }

    private static void put(Map<String, String> given, String name, String value) {
        if (value != null) {
            given.put(name, value);
        }
    }
}
