package io.straggler.cli.option;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** How a task is paced and watched: the options that every command which measures has, made of {@link MeasureOption#ALL}. */
@Command
public final class MeasureOptions {
    private final Map<String, String> values = new HashMap<>();

    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec command) {
        MeasureOption.ALL.forEach(option -> command.addOption(OptionSpec.builder("--" + option.name())
                .paramLabel(option.label())
                .description(option.description())
                .type(String.class)
                .getter(getter(option.name()))
                .setter(setter(option.name()))
                .build()));
    }

    private IGetter getter(String name) {
        return new IGetter() {
            @Override
            @SuppressWarnings("unchecked")
            public <T> T get() {
                return (T) values.get(name);
            }
        };
    }

    private ISetter setter(String name) {
        return new ISetter() {
            @Override
            public <T> T set(T value) {
                // Whatever was there before, the parser does not ask.
                if (value == null) {
                    values.remove(name);
                } else {
                    values.put(name, (String) value);
                }
                return null;
            }
        };
    }

    /** What was given, by name, without dashes, in the order of the help. */
    public Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>();
        for (MeasureOption option : MeasureOption.ALL) {
            if (values.containsKey(option.name())) {
                given.put(option.name(), values.get(option.name()));
            }
        }
        return given;
    }
}
