package io.straggler.cli.option;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** How a task is paced and watched: the options that every command which measures has, made of {@link MeasureOption#ALL}. */
@Command
public final class MeasureOptions {
    private final List<OptionSpec> options = new ArrayList<>();

    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec command) {
        for (MeasureOption option : MeasureOption.ALL) {
            OptionSpec spec = OptionSpec.builder(option.names())
                    .paramLabel(option.label())
                    .description(option.description(command.name()))
                    .type(option.repeated() ? List.class : String.class)
                    .auxiliaryTypes(String.class)
                    .build();
            command.addOption(spec);
            options.add(spec);
        }
    }

    /** Whether a name, without dashes, is that of an option which says how a task is paced and watched. */
    public static boolean contain(String name) {
        return MeasureOption.ALL.stream().anyMatch(option -> option.name().equals(name));
    }

    /** Returns the given options by name, without dashes, in the order of the help. */
    public Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>();
        for (OptionSpec option : options) {
            Object value = option.getValue();
            if (value != null) {
                given.put(
                        option.longestName().substring(2),
                        value instanceof List<?> values
                                ? values.stream().map(String::valueOf).collect(Collectors.joining(","))
                                : value.toString());
            }
        }
        return given;
    }
}
