package io.straggler.junit;

import io.straggler.Straggler;
import io.straggler.StragglerOptions;
import io.straggler.gate.Gate;
import io.straggler.model.text.Durations;
import io.straggler.model.text.Rates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * Settings of an annotation, parsed.
 *
 * @param options how to run
 * @param limits what has to hold
 */
record PacedSettings(StragglerOptions options, List<Gate> limits) {
    PacedSettings {
        limits = List.copyOf(limits);
    }

    /** @throws ExtensionConfigurationException naming the attribute, what is wrong and the form */
    static PacedSettings of(PacedTest paced) {
        StragglerOptions options = Straggler.options();
        understand("rate", paced.rate(), text -> options.rate(Rates.parsePerSecond(text)));
        understand("duration", paced.duration(), text -> options.duration(duration(text)));
        understand(
                "warmup",
                paced.warmup(),
                text -> options.warmUp(text.equalsIgnoreCase("none") ? Duration.ZERO : duration(text)));
        understand("threshold", paced.threshold(), options::threshold);
        requireTogether(options);
        List<Gate> limits = new ArrayList<>();
        for (String limit : paced.limits()) {
            understand("limits", limit, text -> limits.add(Gate.limit(text)));
        }
        return new PacedSettings(options, limits);
    }

    private static void understand(String attribute, String text, Consumer<String> reader) {
        try {
            reader.accept(text);
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException(
                    "@PacedTest(" + attribute + " = \"" + text + "\"): " + e.getMessage(), e);
        }
    }

    /** Requires that the attributes go together: each may be fine by itself, and the message says which do not fit. */
    private static void requireTogether(StragglerOptions options) {
        try {
            options.check();
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException("@PacedTest: " + e.getMessage(), e);
        }
    }

    private static Duration duration(String text) {
        return Duration.ofNanos(Durations.parseNs(text));
    }
}
