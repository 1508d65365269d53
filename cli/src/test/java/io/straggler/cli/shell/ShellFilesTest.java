package io.straggler.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Manual page and completions of a command that has what is awkward. */
class ShellFilesTest {
    @Command(
            name = "tool",
            description = "Does 100%% of it. And more.",
            subcommands = {Sub.class, Hidden.class})
    private static final class Tool {}

    @Command(
            name = "sub",
            description = ".begins with a dot, has a back\\slash and it's quoted.",
            footerHeading = "%nExample:%n",
            footer = "  tool sub --at 5%%")
    private static final class Sub {
        @Option(
                names = {"-cp", "--class-path", "-c"},
                paramLabel = "PATH",
                description = "Below 5%%: jars.")
        private Path place;

        @Option(names = "--quick", description = "Sooner. Later.")
        private boolean quick;

        @Option(names = "--add", paramLabel = "WHAT", description = "More: [of] it.")
        private List<String> more;

        @Option(names = "--secret", hidden = true)
        private boolean secret;

        @Parameters(paramLabel = "WHICH", description = "One of them.")
        private Which which;
    }

    @Command(name = "hidden", hidden = true)
    private static final class Hidden {}

    enum Which {
        one,
        two
    }

    private final CommandSpec root = new CommandLine(new Tool()).getCommandSpec();

    @Test
    void shouldWriteRoffThatNoTextCanBreak() {
        assertThat(ManualPage.of(root.subcommands().get("sub").getCommandSpec()))
                .isEqualTo("""
                        .TH TOOL-SUB 1 "" Straggler
                        .SH "NAME"
                        tool\\-sub \\- .begins with a dot, has a back\\eslash and it's quoted
                        .SH "SYNOPSIS"
                        tool sub [\\-\\-quick] [\\-c=PATH] [\\-\\-add=WHAT]... WHICH
                        .SH "DESCRIPTION"
                        \\&.begins with a dot, has a back\\eslash and it's quoted.
                        .SH "ARGUMENTS"
                        .TP
                        .B WHICH
                        One of them.
                        .SH "OPTIONS"
                        .TP
                        .B \\-cp, \\-\\-class\\-path, \\-c PATH
                        Below 5%: jars.
                        .TP
                        .B \\-\\-quick
                        Sooner. Later.
                        .TP
                        .B \\-\\-add WHAT
                        More: [of] it.
                        .SH "EXAMPLE"
                        .nf
                          tool sub \\-\\-at 5%
                        .fi
                        .SH "SEE ALSO"
                        tool(1)
                        """);
        assertThat(ManualPage.of(root))
                .contains("tool \\- Does 100% of it\n", ".SH \"COMMANDS\"\n.TP\ntool\\-sub(1)\n")
                .doesNotContain("hidden");
    }

    @Test
    void shouldWriteALineOfFishForEachThingToComplete() {
        String seen = "complete -c straggler -n '__fish_seen_subcommand_from sub' ";
        assertThat(FishCompletion.script(root).lines())
                .containsExactlyInAnyOrder(
                        "# Completions of straggler for fish.",
                        "complete -c straggler -n '__fish_use_subcommand' -f -a sub -d '.begins with a dot, has a"
                                + " back\\\\slash and it\\'s quoted'",
                        seen + "-o cp -l class-path -s c -r -d 'Below 5%: jars'",
                        seen + "-l quick -d 'Sooner'",
                        seen + "-l add -x -d 'More: [of] it'",
                        seen + "-f -a 'one two'");
    }

    @Test
    void shouldWriteAFunctionOfZshForEachCommand() {
        assertThat(ZshCompletion.script(root)).isEqualTo("""
                        #compdef tool
                        # Completions of tool for zsh: source this file, or keep it as _tool in a folder of fpath.

                        _tool_commands() {
                          local -a commands=(
                            'sub:.begins with a dot, has a back\\slash and it'\\''s quoted'
                          )
                          _describe -t commands command commands
                        }

                        _tool_sub() {
                          _arguments \\
                            '(-cp --class-path -c)-cp[Below 5%\\: jars]:PATH:_files' \\
                            '(-cp --class-path -c)--class-path=[Below 5%\\: jars]:PATH:_files' \\
                            '(-cp --class-path -c)-c[Below 5%\\: jars]:PATH:_files' \\
                            '--quick[Sooner]' \\
                            '*--add=[More\\: \\[of\\] it]:WHAT: ' \\
                            '1:WHICH:(one two)'
                        }

                        _tool() {
                          local curcontext=$curcontext state ret=1
                          local -a line
                          local -A opt_args
                          _arguments -C \\
                            '1: :_tool_commands' \\
                            '*:: :->argument' && ret=0
                          if [[ $state == argument ]] && (( $+functions[_tool_$line[1]] )); then
                            _tool_$line[1] && ret=0
                          fi
                          return ret
                        }

                        if [[ $funcstack[1] == _tool ]]; then
                          _tool "$@"
                        else
                          (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
                          compdef _tool tool
                        fi
                        """);
    }
}
