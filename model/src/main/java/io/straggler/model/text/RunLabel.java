package io.straggler.model.text;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Label that a user gives to a run, such as the version of the program, which its files cannot know. It is a fact of
 * the environment under a prefix of its own.
 *
 * @param name a letter, then letters, digits, dots, dashes and underscores
 * @param value one line, without commas
 */
public record RunLabel(String name, String value) {
    private static final String FACT = "label ";
    private static final String NAME = "[A-Za-z][A-Za-z0-9_.-]{0,99}";
    private static final String VALUE = "[^\\p{Cntrl},]{1,300}";

    /** @throws IllegalArgumentException if the name or the value is none */
    public RunLabel {
        if (!name.matches(NAME)) {
            throw new OptionException(
                    "label",
                    "must have a name of letters, digits, dots, dashes and underscores",
                    "label=" + name + "=" + value);
        }
        if (!value.matches(VALUE)) {
            throw new OptionException(
                    "label",
                    "must have a value of at most 300 characters, without commas",
                    "label=" + name + "=" + value);
        }
    }

    /**
     * Reads {@code version=2.1}.
     *
     * @throws IllegalArgumentException saying what is wrong
     */
    public static RunLabel parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            throw new OptionException("label", "must be NAME=VALUE, such as version=2.1", "label=" + text);
        }
        return new RunLabel(
                text.substring(0, equals).strip(), text.substring(equals + 1).strip());
    }

    /** Reads {@code version=2.1,region=eu}. Throws as {@link #parse}. */
    public static List<RunLabel> parseAll(String text) {
        return Arrays.stream(text.split(",", -1)).map(RunLabel::parse).toList();
    }

    /** The fact's name. */
    public String fact() {
        return FACT + name;
    }

    /** Values of labels, by their names, among the facts of an environment. */
    public static Map<String, String> among(Map<String, String> environment) {
        return environment.entrySet().stream()
                .filter(fact -> fact.getKey().startsWith(FACT))
                .collect(Collectors.toMap(fact -> fact.getKey().substring(FACT.length()), Map.Entry::getValue));
    }
}
