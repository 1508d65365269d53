package io.straggler.cli.shell;

import io.straggler.cli.option.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the completions and the manual of a distribution. For the build, hence hidden. */
@Command(
        name = "package-files",
        hidden = true,
        mixinStandardHelpOptions = true,
        description = "Writes the completions and the manual pages.")
public final class PackageFilesCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "Folder for completions/ and man/.")
    private Path folder;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        CommandSpec root = spec.root();
        Path completions = Files.createDirectories(folder.resolve("completions"));
        for (CompletionCommand.Shell shell : CompletionCommand.Shell.values()) {
            Files.writeString(completions.resolve("straggler." + shell), shell.script(root.commandLine()));
        }
        Path manual = Files.createDirectories(folder.resolve("man/man1"));
        writePages(root, manual);
        return ExitCode.OK;
    }

    private static void writePages(CommandSpec command, Path manual) throws IOException {
        Files.writeString(manual.resolve(command.qualifiedName("-") + ".1"), ManualPage.of(command));
        for (CommandLine below : command.subcommands().values()) {
            if (!below.getCommandSpec().usageMessage().hidden()) {
                writePages(below.getCommandSpec(), manual);
            }
        }
    }
}
