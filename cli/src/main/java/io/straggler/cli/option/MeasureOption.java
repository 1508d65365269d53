package io.straggler.cli.option;

import io.straggler.StragglerOptions;
import io.straggler.model.OverheadCheck;
import io.straggler.model.Witness;
import io.straggler.model.text.Rates;
import io.straggler.model.text.RunLabel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An option of the commands that measure, whether at one rate or at several: how a task is paced and watched. {@link #ALL} is the one place where
 * such an option has its name, its help and what understands it; what it does and its default are those of {@link StragglerOptions}.
 *
 * @param section of the help
 * @param name without dashes
 * @param label of the value, for the help
 * @param description for the help and docs/reference/cli.md, without the default
 * @param usual default value, for both; empty without one
 * @param setter understands the value
 */
record MeasureOption(HelpSection section, String name, String label, String description, String usual, Setter setter) {
    /** Defaults of commands that measure many times, or search, where they differ from those of a single run. */
    private static final Map<String, Map<String, String>> DEFAULTS = Map.of(
            "duration", Map.of("ab", "5s", "sweep", "5s", "capacity", "4s", "try", "5s"),
            "warmup", Map.of("ab", "3s", "sweep", "3s", "capacity", "2s", "try", "4s"),
            "threshold", Map.of("capacity", "the objective"),
            "measure-overhead", Map.of("ab", "on"));

    /** Seed of the moments at which the sampler is off. */
    private static final long OVERHEAD_SEED = 1;

    /** Sets what a text means. */
    @FunctionalInterface
    interface Setter {
        /** @throws IllegalArgumentException saying what is wrong with the text, without the option's name */
        void set(StragglerOptions options, String text);
    }

    /** The schedule has more than one option: {@link OptionTexts} puts them together. */
    private static final Setter PART_OF_SCHEDULE = (options, text) -> {};

    /** Short names of the options that are typed most often, as other tools of the field have them. */
    private static final Map<String, String> SHORT = Map.of("duration", "-d", "warmup", "-w", "threshold", "-t");

    /** All options in the order of the help. */
    static final List<MeasureOption> ALL = List.of(
            new MeasureOption(
                    HelpSection.RATE,
                    "arrivals",
                    "SHAPE",
                    "uniform, poisson, burst:N, or, in run and ab, ramp:FIRST..LAST, such as ramp:1k/s..20k/s: a rate that"
                            + " changes linearly over each measured run, without --rate.",
                    "uniform",
                    PART_OF_SCHEDULE),
            new MeasureOption(
                    HelpSection.RATE,
                    "seed",
                    "N",
                    "Seed of poisson arrivals and of start phases; each further JVM takes the next.",
                    "1",
                    (options, text) -> OptionValues.wholeNumber(text)),
            new MeasureOption(
                    HelpSection.LENGTH,
                    "duration",
                    "TIME",
                    "Length of a measured run.",
                    "10s",
                    (options, text) -> options.duration(OptionValues.positive(text))),
            new MeasureOption(
                    HelpSection.LENGTH,
                    "count",
                    "N",
                    "Iterations of a measured run, instead of --duration.",
                    "",
                    (options, text) -> options.count(OptionValues.wholeNumber(text))),
            new MeasureOption(
                    HelpSection.LENGTH,
                    "warmup",
                    "TIME",
                    "Paced like a run but not measured; none for none.",
                    "5s",
                    (options, text) -> options.warmUp(OptionValues.durationOr(text, "none"))),
            new MeasureOption(
                    HelpSection.LENGTH,
                    "runs",
                    "N",
                    "Measured runs in one JVM.",
                    "1",
                    (options, text) -> options.runs(OptionValues.intNumber(text))),
            new MeasureOption(
                    HelpSection.LENGTH,
                    "pause",
                    "TIME",
                    "Pause between runs.",
                    "none",
                    (options, text) -> options.pause(OptionValues.duration(text))),
            new MeasureOption(
                    HelpSection.OUTLIERS,
                    "threshold",
                    "LATENCY",
                    "Latency from which on an iteration is an outlier: 50us, p99.9 of the warm-up, or auto.",
                    "auto",
                    StragglerOptions::threshold),
            new MeasureOption(
                    HelpSection.OUTLIERS,
                    "sample-after",
                    "TIME",
                    "How late an iteration is when it is sampled.",
                    "derived from threshold and warm-up",
                    (options, text) -> options.armDelay(OptionValues.positive(text))),
            new MeasureOption(
                    HelpSection.RATE,
                    "spin",
                    "TIME|SHARE",
                    "Time before an intended start that is spun, not slept: 200us, or 50%% of the time between two starts.",
                    "1ms",
                    // A share needs the rate.
                    (options, text) -> options.spin(text.endsWith("%") ? Duration.ZERO : OptionValues.duration(text))),
            new MeasureOption(
                    HelpSection.LENGTH,
                    "timeout",
                    "TIME",
                    "An iteration in flight for longer is stuck.",
                    "10s",
                    (options, text) -> options.timeout(OptionValues.positive(text))),
            new MeasureOption(
                    HelpSection.OBSERVATION,
                    "sampler",
                    "MODE",
                    "auto, triggered, continuous, java or off.",
                    "auto",
                    (options, text) -> options.sampler(OptionValues.sampler(text))),
            new MeasureOption(
                    HelpSection.OBSERVATION,
                    "witness",
                    "WHAT",
                    "What to ask the kernel about threads without a core: auto, switches or off.",
                    "auto",
                    (options, text) -> options.witness(OptionValues.oneOf(text, Witness.values(), Witness::label))),
            new MeasureOption(
                    HelpSection.OBSERVATION,
                    "normal-samples",
                    "RATE",
                    "Samples of normal iterations, to compare outliers with; 0 for none.",
                    "5/s",
                    (options, text) -> options.normalSamples(text.equals("0") ? 0 : Rates.parsePerSecond(text))),
            new MeasureOption(
                    HelpSection.OBSERVATION,
                    "sample-period",
                    "TIME",
                    "Period of continuous sampling.",
                    "1ms",
                    (options, text) -> options.samplePeriod(OptionValues.positive(text))),
            new MeasureOption(
                    HelpSection.OBSERVATION,
                    "jitter",
                    "TIME",
                    "Sleep of the thread that watches for hiccups of the machine; off for none.",
                    "1ms",
                    (options, text) -> options.jitter(OptionValues.durationOr(text, "off"))),
            new MeasureOption(
                    HelpSection.OBSERVATION,
                    "jitter-cores",
                    "CPUS",
                    "Gives each of these cores such a thread, and records each hiccup: 1 or 0,2-3.",
                    "one thread, wherever the scheduler puts it",
                    (options, text) -> options.jitterCores(OptionValues.cores(text))),
            new MeasureOption(
                    HelpSection.OBSERVATION,
                    "pin",
                    "CPU",
                    "Binds the pacing thread to this core.",
                    "not pinned",
                    (options, text) -> options.pin(OptionValues.cpu(text))),
            new MeasureOption(
                    HelpSection.OBSERVATION,
                    "jfr",
                    "on|off",
                    "JDK Flight Recorder: on or off.",
                    "on",
                    (options, text) ->
                            options.jfr(OptionValues.oneOf(text, StragglerOptions.Jfr.values(), Enum::name))),
            new MeasureOption(
                    HelpSection.OBSERVATION,
                    "measure-overhead",
                    "on|off",
                    "on measures what sampling does to the percentiles: the sampler is off in a quarter of the run."
                            + " Outliers of that quarter are counted, not explained.",
                    "off",
                    (options, text) -> options.overheadCheck(
                            OptionValues.onOrOff(text) ? OverheadCheck.seeded(OVERHEAD_SEED) : OverheadCheck.NONE)),
            new MeasureOption(
                    HelpSection.OUTPUT,
                    "label",
                    "NAME=VALUE",
                    OptionValues.LABEL_HELP,
                    "",
                    (options, text) ->
                            RunLabel.parseAll(text).forEach(label -> options.label(label.name(), label.value()))));

    /** Options that may be given more than once. Their values are one text, separated by commas. */
    private static final Set<String> REPEATED = Set.of("label");

    /** All names, the short one first. */
    String[] names() {
        String dashed = "--" + name;
        return SHORT.containsKey(name) ? new String[] {SHORT.get(name), dashed} : new String[] {dashed};
    }

    boolean repeated() {
        return REPEATED.contains(name);
    }

    /** The description, with the default that it has there. */
    String description(String command) {
        String value = DEFAULTS.getOrDefault(name, Map.of()).getOrDefault(command, usual);
        return value.isEmpty() ? description : description + " Default: " + value + ".";
    }
}
