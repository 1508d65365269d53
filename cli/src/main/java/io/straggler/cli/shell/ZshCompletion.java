package io.straggler.cli.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The completions of zsh: a function for each command, which says to {@code _arguments} of zsh what its options and arguments are. The script
 * may be sourced, and may lie as {@code _straggler} in a folder of {@code fpath}.
 */
final class ZshCompletion {
    private final CommandSpec root;
    private final String function;
    private final StringBuilder script = new StringBuilder();

    private ZshCompletion(CommandSpec root) {
        this.root = root;
        function = "_" + root.name();
    }

    static String script(CommandSpec root) {
        ZshCompletion completion = new ZshCompletion(root);
        completion.write();
        return completion.script.toString();
    }

    private void write() {
        line("#compdef " + root.name());
        line("# Completions of " + root.name() + " for zsh: source this file, or keep it as " + function
                + " in a folder of fpath.");
        List<CommandSpec> commands = root.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(command -> !command.usageMessage().hidden())
                .toList();
        writeNames(commands);
        commands.forEach(this::writeCommand);
        writeRoot();
        writeStart();
    }

    private void line(String text) {
        script.append(text).append('\n');
    }

    private void writeNames(List<CommandSpec> commands) {
        line("");
        line(function + "_commands() {");
        line("  local -a commands=(");
        commands.forEach(command -> line(
                "    " + quoted(command.name().replace(":", "\\:") + ":" + HelpText.summary(HelpText.of(command)))));
        line("  )");
        line("  _describe -t commands command commands");
        line("}");
    }

    private void writeCommand(CommandSpec command) {
        line("");
        line(function + "_" + command.name() + "() {");
        List<String> specs = new ArrayList<>(options(command));
        command.positionalParameters().forEach(parameter -> specs.add(argument(parameter)));
        line("  _arguments" + continued(specs));
        line("}");
    }

    /** Before the command its own options; behind it, what the command's function says. */
    private void writeRoot() {
        List<String> specs = new ArrayList<>(options(root));
        specs.add(quoted("1: :" + function + "_commands"));
        specs.add(quoted("*:: :->argument"));
        line("");
        line(function + "() {");
        line("  local curcontext=$curcontext state ret=1");
        line("  local -a line");
        line("  local -A opt_args");
        line("  _arguments -C" + continued(specs) + " && ret=0");
        line("  if [[ $state == argument ]] && (( $+functions[" + function + "_$line[1]] )); then");
        line("    " + function + "_$line[1] && ret=0");
        line("  fi");
        line("  return ret");
        line("}");
    }

    /** A file of {@code fpath} is the body of the function when that is first called. */
    private void writeStart() {
        line("");
        line("if [[ $funcstack[1] == " + function + " ]]; then");
        line("  " + function + " \"$@\"");
        line("else");
        line("  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }");
        line("  compdef " + function + " " + root.name());
        line("fi");
    }

    private static String continued(List<String> specs) {
        return specs.stream().map(spec -> " \\\n    " + spec).collect(Collectors.joining());
    }

    private static List<String> options(CommandSpec command) {
        return command.options().stream()
                .filter(option -> !option.hidden())
                .flatMap(ZshCompletion::option)
                .toList();
    }

    /** For each name a line, which excludes the other names unless the option may be repeated. */
    private static Stream<String> option(OptionSpec option) {
        String[] names = option.names();
        String excluded = option.isMultiValue() ? "*" : names.length > 1 ? "(" + String.join(" ", names) + ")" : "";
        String description = "[" + escaped(HelpText.summary(HelpText.of(option))) + "]";
        boolean takesValue = option.arity().max() > 0;
        return IntStream.range(0, names.length).mapToObj(i -> {
            String equals = takesValue && names[i].startsWith("--") ? "=" : "";
            return quoted(excluded + names[i] + equals + description + (takesValue ? value(":", option) : ""));
        });
    }

    private static String argument(PositionalParamSpec parameter) {
        String place = parameter.isMultiValue()
                ? "*"
                : String.valueOf(parameter.index().min() + 1);
        boolean optional = !parameter.isMultiValue() && parameter.arity().min() == 0;
        return quoted(place + value(optional ? "::" : ":", parameter));
    }

    /** What stands for the value in messages, and what completes it: files, words or nothing. */
    private static String value(String separator, ArgSpec argument) {
        List<String> candidates = Values.candidates(argument);
        String action = Values.isFile(argument) ? "_files" : " ";
        if (!candidates.isEmpty()) {
            action = "(" + escaped(String.join(" ", candidates)) + ")";
        }
        return separator + escaped(argument.paramLabel()) + ":" + action;
    }

    /** As {@code _arguments} wants it, to which these characters mean something. */
    private static String escaped(String text) {
        return text.replaceAll("[\\\\:\\[\\]]", "\\\\$0");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
