package io.straggler.cli.option;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** How a task is paced and watched: the options that every command which measures has, whether at one rate or at several. */
public final class MeasureOptions {
    @Option(names = "--arrivals", paramLabel = "SHAPE", description = "uniform (default), poisson or burst:N.")
    private String arrivals;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of poisson arrivals; each further JVM has the next. Default: 1.")
    private String seed;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "Length of a measured run. Default: 10s; 5s in ab and sweep, 4s in capacity.")
    private String duration;

    @Option(names = "--count", paramLabel = "N", description = "Iterations of a measured run, instead of --duration.")
    private String count;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            description =
                    "Paced like a run but not measured; none for none. Default: 5s; 3s in ab and sweep, 2s in capacity.")
    private String warmup;

    @Option(names = "--runs", paramLabel = "N", description = "Measured runs in one JVM. Default: 1.")
    private String runs;

    @Option(names = "--pause", paramLabel = "TIME", description = "Pause between runs. Default: none.")
    private String pause;

    @Option(
            names = "--threshold",
            paramLabel = "LATENCY",
            description =
                    "From here on an iteration is an outlier: 50us, p99.9 (of the warm-up) or auto (default; in capacity the"
                            + " objective).")
    private String threshold;

    @Option(
            names = "--sample-after",
            paramLabel = "TIME",
            description =
                    "How long an iteration runs before it is sampled. Default: derived from threshold and warm-up.")
    private String sampleAfter;

    @Option(
            names = "--spin",
            paramLabel = "TIME|SHARE",
            description = "Time before an intended start that is spun, not slept: 200us, 50%%. Default: 1ms.")
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
            names = "--normal-samples",
            paramLabel = "RATE",
            description = "Captures of normal iterations, to compare with. Default: 5/s; 0 for none.")
    private String normalSamples;

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

    @Option(
            names = "--jitter-cores",
            paramLabel = "CPUS",
            description = "Gives each of these cores such a thread, and records each hiccup: 1 or 0,2-3. Default: one"
                    + " thread, wherever the scheduler puts it.")
    private String jitterCores;

    @Option(names = "--pin", paramLabel = "CPU", description = "Binds the pacing thread to this core.")
    private String pin;

    @Option(names = "--jfr", paramLabel = "on|off", description = "JDK Flight Recorder. Default: on.")
    private String jfr;

    @Option(
            names = "--measure-overhead",
            paramLabel = "on|off",
            description = "Measures what sampling does to the percentiles: the sampler is off in a quarter of the run. "
                    + "Outliers of that quarter are counted, not explained. Default: off; on for ab.")
    private String measureOverhead;

    /** What was given, by name, without dashes. */
    public Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>();
        put(given, "arrivals", arrivals);
        put(given, "seed", seed);
        put(given, "duration", duration);
        put(given, "count", count);
        put(given, "warmup", warmup);
        put(given, "runs", runs);
        put(given, "pause", pause);
        put(given, "threshold", threshold);
        put(given, "sample-after", sampleAfter);
        put(given, "spin", spin);
        put(given, "timeout", timeout);
        put(given, "sampler", sampler);
        put(given, "normal-samples", normalSamples);
        put(given, "sample-period", samplePeriod);
        put(given, "jitter", jitter);
        put(given, "jitter-cores", jitterCores);
        put(given, "pin", pin);
        put(given, "jfr", jfr);
        put(given, "measure-overhead", measureOverhead);
        return given;
    }

    private static void put(Map<String, String> given, String name, String value) {
        if (value != null) {
            given.put(name, value);
        }
    }
}
