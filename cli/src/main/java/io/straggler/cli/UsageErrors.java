package io.straggler.cli;

import io.straggler.cli.option.UsageException;
import io.straggler.model.text.Messages;
import io.straggler.model.text.Nearest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Sentences for command lines that were not understood, with the nearest known word. */
final class UsageErrors {
    private UsageErrors() {}

    static String sentence(ParameterException e, String[] args) {
        CommandSpec command = e.getCommandLine().getCommandSpec();
        if (e instanceof UnmatchedArgumentException unmatched) {
            return unknown(command, unmatched.getUnmatched().get(0));
        }
        if (e instanceof MissingParameterException incomplete) {
            // A misspelt option also takes away what was to follow it.
            Optional<String> misspelt = Arrays.stream(args)
                    .takeWhile(word -> !word.equals("--"))
                    .filter(word -> word.matches("-.+") && !isNumber(word))
                    .filter(word -> !known(command, word))
                    .findFirst();
            if (misspelt.isPresent()) {
                return unknown(command, misspelt.get());
            }
            if (incomplete.getMissing().get(0) instanceof OptionSpec missing) {
                return "Option " + missing.longestName() + " is missing. "
                        + String.join(" ", missing.description()).replace("%%", "%");
            }
        }
        ArgSpec argument = e.getArgSpec();
        if (argument != null && e.getCause() instanceof UsageException refused) {
            return name(argument) + "=" + e.getValue() + ": " + refused.getMessage();
        }
        if (argument != null && e.getValue() != null && argument.type().isEnum()) {
            return name(argument) + "=" + e.getValue() + ": must be one of "
                    + Arrays.stream(argument.type().getEnumConstants())
                            .map(value -> value.toString().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", "));
        }
        return Messages.of(e);
    }

    private static String unknown(CommandSpec command, String word) {
        if (word.startsWith("-")) {
            return "Unknown option " + nameOf(word) + suggestion(nameOf(word), optionNames(command));
        }
        boolean takesCommands = !command.subcommands().isEmpty();
        Stream<String> commands = command.subcommands().keySet().stream();
        return (takesCommands ? "Unknown command " : "Unexpected argument ")
                + word
                + (takesCommands
                        ? suggestion(word, Stream.concat(commands, optionNames(command)))
                        : ": there can be no more than " + positionals(command));
    }

    private static String positionals(CommandSpec command) {
        String all =
                command.positionalParameters().stream().map(ArgSpec::paramLabel).collect(Collectors.joining(" "));
        return all.isEmpty() ? "options" : all;
    }

    private static String suggestion(String word, Stream<String> names) {
        Map<String, String> byBareName = new LinkedHashMap<>();
        names.forEach(name -> byBareName.putIfAbsent(bare(name), name));
        return Nearest.to(bare(word), byBareName.keySet()).stream()
                .findFirst()
                .map(bare -> "; did you mean " + byBareName.get(bare) + "?")
                .orElse(".");
    }

    private static Stream<String> optionNames(CommandSpec command) {
        return command.options().stream().filter(option -> !option.hidden()).map(OptionSpec::longestName);
    }

    private static boolean known(CommandSpec command, String word) {
        return command.optionsMap().containsKey(nameOf(word));
    }

    private static boolean isNumber(String word) {
        return word.matches("-[0-9.]+.*");
    }

    /** Without a value that follows an equals sign. */
    private static String nameOf(String option) {
        int equals = option.indexOf('=');
        return equals < 0 ? option : option.substring(0, equals);
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static String bare(String name) {
        return name.replaceFirst("^-+", "").toLowerCase(Locale.ROOT);
    }
}
