package io.straggler.cli.option;

import io.straggler.Straggler;
import io.straggler.StragglerOptions;
import io.straggler.harness.schedule.Own;
import io.straggler.harness.schedule.Schedule;
import io.straggler.model.text.Durations;
import io.straggler.model.text.Messages;
import io.straggler.model.text.OptionException;
import io.straggler.model.text.Rates;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Options as people write them, turned into options as the program uses them. The same texts go from the command line to the
 * measured JVM, so there is one place that understands them.
 */
public final class OptionTexts {
    /** Options that the program calls otherwise. */
    private static final Map<String, String> NAMES = Map.of("arm delay", "sample-after");

    private static final String RAMP = "ramp:";

    /** Between the rates of a ramp. */
    private static final String TO = "..";

    private OptionTexts() {}

    /**
     * Understands all options.
     *
     * @param texts by name, without dashes; those that are missing keep their defaults
     * @throws UsageException naming the option, what is wrong and the form
     */
    public static StragglerOptions parse(Map<String, String> texts) {
        StragglerOptions options = Straggler.options();
        set(texts, options);
        return options;
    }

    /** Sets those that are given, and leaves the others as they are. Throws as {@link #parse}. */
    public static void set(Map<String, String> texts, StragglerOptions options) {
        texts.forEach((name, text) -> {
            try {
                apply(name, text, options);
            } catch (IllegalArgumentException e) {
                throw refusal(name, text, e);
            }
        });
        if (isRamp(texts)) {
            applyRamp(texts, options);
        } else if (Stream.of("rate", "arrivals", "seed").anyMatch(texts::containsKey)) {
            options.schedule(schedule(texts, options.schedule()));
        }
        applySpinShare(texts, options);
        try {
            options.check();
        } catch (OptionException e) {
            throw new UsageException(withOptionName(e));
        } catch (IllegalArgumentException e) {
            throw new UsageException(Messages.of(e));
        }
    }

    /**
     * Returns a refusal in the form of all refusals: the option as it was given, and what it has to be.
     *
     * @param option its name, without dashes
     * @param e says what is wrong
     */
    public static UsageException refusal(String option, String text, IllegalArgumentException e) {
        String wrong = e instanceof OptionException refused ? refused.wrong() : e.getMessage();
        return new UsageException("--" + option + "=" + text + ": " + wrong);
    }

    /** Returns the message with the option's name on the command line in place of its name in programs. */
    private static String withOptionName(OptionException e) {
        String name = NAMES.getOrDefault(e.option(), e.option());
        boolean isOption = name.equals("rate")
                || MeasureOption.ALL.stream().anyMatch(option -> option.name().equals(name));
        return Messages.of(isOption ? e.named("--" + name) : e);
    }

    private static void apply(String name, String text, StragglerOptions options) {
        if (name.equals("rate")) {
            // Part of the schedule, like the arrivals.
            return;
        }
        MeasureOption.ALL.stream()
                .filter(option -> option.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new OptionException("option", "must be a known one", "option=" + name))
                .setter()
                .set(options, text);
    }

    /** @param usual what the options had; arrivals that a program brings itself are kept unless others are given */
    private static Schedule schedule(Map<String, String> texts, Schedule usual) {
        double perSecond = texts.containsKey("rate") ? rate(texts.get("rate")) : usual.perSecond();
        try {
            if (usual instanceof Own own && !texts.containsKey("arrivals")) {
                return own.scaledTo(perSecond);
            }
            return schedule(texts, perSecond, texts.getOrDefault("arrivals", "uniform"));
        } catch (IllegalArgumentException e) {
            throw refusal("arrivals", texts.getOrDefault("arrivals", "uniform"), e);
        }
    }

    /** Whether the rate is to change during a run. */
    public static boolean isRamp(Map<String, String> texts) {
        return texts.getOrDefault("arrivals", "").toLowerCase(Locale.ROOT).startsWith(RAMP);
    }

    private static void applyRamp(Map<String, String> texts, StragglerOptions options) {
        if (texts.containsKey("rate")) {
            throw new UsageException("--rate=" + texts.get("rate")
                    + ": must not be given with a ramp, which has its own rates (--arrivals)");
        }
        String arrivals = texts.getOrDefault("arrivals", "");
        String rates = arrivals.substring(RAMP.length());
        int to = rates.indexOf(TO);
        if (to < 0) {
            throw new UsageException(
                    "--arrivals=" + arrivals + ": must be ramp:FIRST..LAST, two rates such as ramp:1k/s..20k/s");
        }
        options.ramp(
                rampRate("first", rates.substring(0, to), arrivals),
                rampRate("last", rates.substring(to + TO.length()), arrivals));
    }

    private static double rampRate(String which, String text, String arrivals) {
        try {
            return Rates.parsePerSecond(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--arrivals=" + arrivals + ": " + which + " " + e.getMessage());
        }
    }

    private static double rate(String text) {
        try {
            return Rates.parsePerSecond(text);
        } catch (IllegalArgumentException e) {
            throw refusal("rate", text, e);
        }
    }

    private static Schedule schedule(Map<String, String> texts, double perSecond, String shape) {
        String arrivals = shape.toLowerCase(Locale.ROOT);
        long seed = OptionValues.wholeNumber(texts.getOrDefault("seed", "1"));
        if (arrivals.equals("uniform")) {
            return Schedule.uniform(perSecond, seed);
        }
        if (arrivals.equals("poisson")) {
            return Schedule.poisson(perSecond, seed);
        }
        if (arrivals.matches("bursts?:[0-9]{1,7}")) {
            return Schedule.bursts(perSecond, Integer.parseInt(arrivals.substring(arrivals.indexOf(':') + 1)), seed);
        }
        throw new OptionException(
                "arrivals",
                "must be uniform, poisson, burst:N, such as burst:10, or ramp:FIRST..LAST, such as ramp:1k/s..20k/s",
                "arrivals=" + shape);
    }

    /** The spin as a share of the interval, such as {@code 50%}; it needs the rate. Of a ramp, the shortest interval counts. */
    private static void applySpinShare(Map<String, String> texts, StragglerOptions options) {
        String text = texts.getOrDefault("spin", "");
        if (!text.endsWith("%")) {
            return;
        }
        String number = text.substring(0, text.length() - 1).trim();
        if (!number.matches("[0-9]{1,3}(\\.[0-9]+)?") || Double.parseDouble(number) > 100) {
            throw new UsageException("--spin=" + text + ": must be a share from 0% to 100%, or a duration");
        }
        double intervalNs = 1e9 / options.schedule().highestPerSecond();
        options.spin(Duration.ofNanos((long) (intervalNs * Double.parseDouble(number) / 100)));
    }

    /**
     * A share of something.
     *
     * @param option its name, without dashes
     * @return 0.05 for {@code 5%}
     * @throws UsageException naming the option and the form
     */
    public static double share(String option, String text) {
        if (!text.matches("[0-9]{1,3}(\\.[0-9]{1,3})?%")) {
            throw new UsageException("--" + option + "=" + text + ": must be a share such as 5%");
        }
        return Double.parseDouble(text.substring(0, text.length() - 1)) / 100;
    }

    /**
     * A duration of the command itself.
     *
     * @param option its name, without dashes
     * @throws UsageException naming the option and the form
     */
    public static long durationNs(String option, String text) {
        try {
            return Durations.parseNs(text);
        } catch (IllegalArgumentException e) {
            throw refusal(option, text, e);
        }
    }
}
