package io.straggler.cli.shell;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A command's manual page in roff, as {@code man} reads it, with the {@code man} macros. */
final class ManualPage {
    private final StringBuilder page = new StringBuilder();

    private ManualPage() {}

    static String of(CommandSpec command) {
        ManualPage manual = new ManualPage();
        manual.write(command);
        return manual.page.toString();
    }

    private void write(CommandSpec command) {
        String name = command.qualifiedName("-");
        page.append(".TH ").append(name.toUpperCase(Locale.ROOT)).append(" 1 \"\" Straggler\n");
        section("NAME");
        text(name + " - " + HelpText.summary(HelpText.of(command)));
        section("SYNOPSIS");
        text(new Help(command, Help.defaultColorScheme(Help.Ansi.OFF))
                .synopsis(0)
                .replaceAll("\\s+", " ")
                .strip());
        section("DESCRIPTION");
        text(HelpText.of(command));
        if (!command.positionalParameters().isEmpty()) {
            section("ARGUMENTS");
            for (PositionalParamSpec parameter : command.positionalParameters()) {
                item(parameter.paramLabel(), parameter);
            }
        }
        List<OptionSpec> options =
                command.options().stream().filter(option -> !option.hidden()).toList();
        if (!options.isEmpty()) {
            section("OPTIONS");
            for (OptionSpec option : options) {
                item(
                        String.join(", ", option.names()) + (option.arity().max() > 0 ? " " + option.paramLabel() : ""),
                        option);
            }
        }
        subcommands(command);
        footer(command);
        if (command.parent() != null) {
            section("SEE ALSO");
            text(command.parent().qualifiedName("-") + "(1)");
        }
    }

    private void subcommands(CommandSpec command) {
        List<CommandSpec> visible = command.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(child -> !child.usageMessage().hidden())
                .toList();
        if (visible.isEmpty()) {
            return;
        }
        section("COMMANDS");
        for (CommandSpec child : visible) {
            page.append(".TP\n");
            text(child.qualifiedName("-") + "(1)");
            text(HelpText.of(child));
        }
    }

    private void footer(CommandSpec command) {
        String[] footer = command.usageMessage().footer();
        if (footer.length == 0) {
            return;
        }
        section(String.format(command.usageMessage().footerHeading())
                .strip()
                .replaceAll(":$", "")
                .toUpperCase(Locale.ROOT));
        page.append(".nf\n");
        Arrays.stream(footer).map(String::format).flatMap(String::lines).forEach(this::text);
        page.append(".fi\n");
    }

    private void section(String heading) {
        page.append(".SH \"").append(heading).append("\"\n");
    }

    private void item(String label, ArgSpec argument) {
        page.append(".TP\n.B ").append(escaped(label)).append('\n');
        text(HelpText.of(argument));
    }

    private void text(String text) {
        String line = escaped(text);
        // A control line would begin like that.
        page.append(line.startsWith(".") || line.startsWith("'") ? "\\&" : "")
                .append(line)
                .append('\n');
    }

    private static String escaped(String text) {
        return text.lines()
                .map(line -> line.replace("\\", "\\e").replace("-", "\\-"))
                .collect(Collectors.joining("\n.br\n"));
    }
}
