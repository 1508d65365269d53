package io.straggler.cli.option;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The rate of a command that measures at one. */
public final class RateOption {
    @Option(
            names = {"-r", "--rate"},
            paramLabel = "RATE",
            description = "Iterations per time: 100k/s, 30/min. Default: 10k/s. Not with a ramp (--arrivals).")
    private String rate;

    /** The rate, by the option's name, if it was given. */
    public Map<String, String> given() {
        return rate == null ? Map.of() : Map.of("rate", rate);
    }

    /** The options that were given, with the rate if it was. */
    public Map<String, String> with(MeasureOptions measure) {
        Map<String, String> given = new LinkedHashMap<>(given());
        given.putAll(measure.given());
        return given;
    }
}
