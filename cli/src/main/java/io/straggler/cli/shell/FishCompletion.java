package io.straggler.cli.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The completions of fish: one line for each command, option and list of values. */
final class FishCompletion {
    private static final String BEFORE_A_COMMAND = "__fish_use_subcommand";

    private FishCompletion() {}

    static String script(CommandSpec root) {
        List<String> lines = new ArrayList<>();
        lines.add("# Completions of straggler for fish.");
        root.options().forEach(option -> lines.add(option(BEFORE_A_COMMAND, option)));
        for (CommandLine command : root.subcommands().values()) {
            CommandSpec spec = command.getCommandSpec();
            if (spec.usageMessage().hidden()) {
                continue;
            }
            lines.add(line(BEFORE_A_COMMAND) + " -f -a " + spec.name() + described(HelpText.of(spec)));
            String seen = "__fish_seen_subcommand_from " + spec.name();
            spec.options().stream()
                    .filter(option -> !option.hidden())
                    .forEach(option -> lines.add(option(seen, option)));
            for (PositionalParamSpec parameter : spec.positionalParameters()) {
                String candidates = candidates(parameter);
                if (!candidates.isEmpty()) {
                    lines.add(line(seen) + " -f -a " + quoted(candidates));
                }
            }
        }
        return lines.stream().collect(Collectors.joining("\n", "", "\n"));
    }

    private static String option(String condition, OptionSpec option) {
        StringBuilder line = new StringBuilder(line(condition));
        for (String name : option.names()) {
            line.append(flag(name));
        }
        if (option.arity().max() > 0) {
            line.append(Values.isFile(option) ? " -r" : " -x");
            String candidates = candidates(option);
            if (!candidates.isEmpty()) {
                line.append(" -a ").append(quoted(candidates));
            }
        }
        return line + described(HelpText.of(option));
    }

    /** Long, short, or long with one dash. */
    private static String flag(String name) {
        if (name.startsWith("--")) {
            return " -l " + name.substring(2);
        }
        return (name.length() == 2 ? " -s " : " -o ") + name.substring(1);
    }

    private static String line(String condition) {
        return "complete -c straggler -n " + quoted(condition);
    }

    private static String described(String paragraph) {
        return " -d " + quoted(HelpText.summary(paragraph));
    }

    private static String candidates(ArgSpec argument) {
        return String.join(" ", Values.candidates(argument));
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
