package io.straggler.cli.shell;

import io.straggler.cli.option.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code straggler completion}: what a shell needs to complete commands and options. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Prints a script that completes commands and options in a shell.",
        footerHeading = "%nExample:%n",
        footer = "  source <(straggler completion bash)")
public final class CompletionCommand implements Callable<Integer> {
    /** Shells that are served. */
    enum Shell {
        bash,
        zsh,
        fish;

        String script(CommandLine root) {
            return switch (this) {
                case bash -> AutoComplete.bash("straggler", root);
                case zsh -> ZshCompletion.script(root.getCommandSpec());
                case fish -> FishCompletion.script(root.getCommandSpec());
            };
        }
    }

    @Parameters(paramLabel = "SHELL", description = "One of: ${COMPLETION-CANDIDATES}.")
    private Shell shell;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        System.out.print(shell.script(spec.root().commandLine()));
        System.out.flush();
        return ExitCode.OK;
    }
}
