package io.straggler.cli.shell;

import io.straggler.cli.option.ExitCode;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code straggler completion}: what bash and zsh need to complete commands and options. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Prints a script that completes commands and options in bash and zsh.",
        footerHeading = "%nExample:%n",
        footer = "  source <(straggler completion)")
public final class CompletionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        System.out.print(script());
        System.out.flush();
        return ExitCode.OK;
    }

    /** The library numbers variables in the digits of the default locale, and bash reads Latin ones only. */
    private String script() {
        Locale usual = Locale.getDefault(Locale.Category.FORMAT);
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        try {
            return AutoComplete.bash("straggler", spec.root().commandLine());
        } finally {
            Locale.setDefault(Locale.Category.FORMAT, usual);
        }
    }
}
