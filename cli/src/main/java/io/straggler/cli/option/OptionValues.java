package io.straggler.cli.option;

import io.straggler.model.SamplerMode;
import io.straggler.model.text.Durations;
import io.straggler.model.text.OptionException;
import io.straggler.sampler.linux.CpuLayout;
import io.straggler.sampler.linux.NativeThread;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The values of options as people write them. All throw {@link OptionException}, saying what is wrong, without the option's name. */
public final class OptionValues {
    /** The help of the option that gives labels, in every command that has it. */
    public static final String LABEL_HELP =
            "What the files cannot know, such as version=2.1: reports show it, and fleet --by version groups by it."
                    + " May be repeated.";

    private OptionValues() {}

    private static OptionException refused(String rule, String text) {
        return new OptionException("value", rule, "value=" + text);
    }

    static boolean onOrOff(String text) {
        if (text.equalsIgnoreCase("on") || text.equalsIgnoreCase("off")) {
            return text.equalsIgnoreCase("on");
        }
        throw refused("must be on or off", text);
    }

    static SamplerMode sampler(String text) {
        return text.equalsIgnoreCase("auto")
                ? SamplerMode.TRIGGERED
                : oneOf(text, SamplerMode.values(), SamplerMode::label, "auto");
    }

    static <T> T oneOf(String text, T[] values, Function<T, String> name, String... more) {
        for (T value : values) {
            if (name.apply(value).equalsIgnoreCase(text)) {
                return value;
            }
        }
        String allowed = Arrays.stream(values)
                .map(value -> name.apply(value).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        throw refused("must be one of " + (more.length == 0 ? "" : String.join(", ", more) + ", ") + allowed, text);
    }

    static Duration duration(String text) {
        return Duration.ofNanos(Durations.parseNs(text));
    }

    static Duration durationOr(String text, String none) {
        return text.equalsIgnoreCase(none) || text.equals("0") ? Duration.ZERO : duration(text);
    }

    static Duration positive(String text) {
        Duration duration = duration(text);
        if (duration.isZero()) {
            throw refused("must be above zero", text);
        }
        return duration;
    }

    /** A count: {@code 1000000}, {@code 1_000_000} or {@code 1M}. */
    public static long wholeNumber(String text) {
        String plain = text.trim().replace("_", "").replace(",", "").toLowerCase(Locale.ROOT);
        if (!plain.matches("[0-9]{1,12}[km]?")) {
            throw refused("must be a whole number, such as 1000 or 5M", text);
        }
        long factor = plain.endsWith("k") ? 1000 : plain.endsWith("m") ? 1_000_000 : 1;
        return Long.parseLong(factor == 1 ? plain : plain.substring(0, plain.length() - 1)) * factor;
    }

    /** {@code 0,2-3}. */
    static int[] cores(String text) {
        if (!text.matches("[0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*")) {
            throw refused("must be numbers of CPUs, such as 1 or 0,2-3", text);
        }
        return CpuLayout.list(text).stream().toArray();
    }

    /** A core that this process may use. */
    static int cpu(String text) {
        int cpu = intNumber(text);
        NativeThread.requireCpu(cpu);
        return cpu;
    }

    static int intNumber(String text) {
        long number = wholeNumber(text);
        if (number > Integer.MAX_VALUE) {
            throw refused("must be at most " + Integer.MAX_VALUE, text);
        }
        return (int) number;
    }
}
