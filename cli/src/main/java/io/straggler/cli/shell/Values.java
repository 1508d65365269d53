package io.straggler.cli.shell;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** What the value of an option or argument may be, as far as a shell can know it. */
final class Values {
    private Values() {}

    /** By its type, or by what the help calls its value. */
    static boolean isFile(ArgSpec argument) {
        Class<?> type = argument.type();
        return type == Path.class || type == File.class || argument.paramLabel().matches(".*(DIR|FILE|PATH|JAR).*");
    }

    /** All of them, where they can be listed; else empty. The command that helps takes the name of another one. */
    static List<String> candidates(ArgSpec argument) {
        if (argument.isPositional() && argument.command().userObject() instanceof HelpCommand) {
            return argument.command().parent().subcommands().values().stream()
                    .map(CommandLine::getCommandSpec)
                    .filter(command -> !command.usageMessage().hidden())
                    .map(CommandSpec::name)
                    .toList();
        }
        Iterable<String> candidates = argument.completionCandidates();
        return candidates == null
                ? List.of()
                : StreamSupport.stream(candidates.spliterator(), false).toList();
    }
}
