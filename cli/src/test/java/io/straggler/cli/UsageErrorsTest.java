package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.fork.Jvms;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.HelpSection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What a command line that is not understood gets, and where its options are found in the help. */
class UsageErrorsTest {
    private static void shouldSay(String sentence, String... arguments) {
        CommandLineRun run = CommandLineRun.of(arguments);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith(sentence + "\nTry 'straggler").hasLineCount(2);
    }

    @Test
    void shouldNameTheCommandThatWasProbablyMeant() {
        shouldSay("Unknown command rnu; did you mean run?", "rnu");
        shouldSay("Unknown command version; did you mean --version?", "version");
        shouldSay("Unknown command benchmark.", "benchmark");
        shouldSay("Unknown option --versoin; did you mean --version?", "--versoin");
    }

    @Test
    void shouldNameTheOptionThatWasProbablyMeant() {
        shouldSay("Unknown option --rat; did you mean --rate?", "run", "com.acme.T", "--rat", "10k");
        shouldSay("Unknown option --theshold; did you mean --threshold?", "run", "com.acme.T", "--theshold=5ms");
        shouldSay("Unknown option --bogus.", "run", "--bogus");
        shouldSay("Unexpected argument b: there can be no more than TASK", "run", "a", "b");
    }

    @Test
    void shouldSayWhichWordsAnOptionKnows() {
        shouldSay(
                "--format=pdf: must be one of html, json, collapsed, collapsed-normal, collapsed-diff, speedscope,"
                        + " trace, flamegraph, csv, series-csv, hgrm, hlog",
                "report",
                "folder",
                "--format",
                "pdf");
        for (String format : "html JSON collapsed-normal COLLAPSED-DIFF series-csv hlog".split(" ")) {
            assertThat(CommandLineRun.checking("report", "folder", "--format", format)
                            .err())
                    .isEmpty();
        }
        shouldSay("--color=maybe: must be one of auto, always, never", "doctor", "--color", "maybe");
    }

    @Test
    void shouldSayWhatTheKernelCanBeAskedFor() {
        CommandLineRun wrong = CommandLineRun.checking("run", "com.acme.T", "--witness", "kernel");
        assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err())
                .isEqualTo("--witness=kernel: must be one of auto, switches, off" + System.lineSeparator());
        for (String witness : "auto SWITCHES off".split(" ")) {
            assertThat(CommandLineRun.checking("run", "com.acme.T", "--witness", witness)
                            .err())
                    .doesNotContain("--witness");
        }
    }

    @Test
    void shouldNameTheCommandForAFormatThatAnotherToolWrites() {
        shouldSay(
                "--format=pprof: async-profiler's jfrconv writes this format: jfrconv --tag outlier DIR/recording.jfr"
                        + " outliers.pb.gz",
                "report",
                "folder",
                "--format",
                "pprof");
        shouldSay(
                "--format=OTLP: async-profiler's jfrconv writes this format: jfrconv --tag outlier DIR/recording.jfr"
                        + " outliers.otlp",
                "report",
                "folder",
                "--format=OTLP");
    }

    @Test
    void shouldFindAWrongValueBeforeAnythingIsPrepared() {
        CommandLineRun wrongRate = CommandLineRun.checking("run", "com.acme.T", "--rate", "fast");
        assertThat(wrongRate.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(wrongRate.err()).startsWith("--rate=fast: must be a number").hasLineCount(1);
        CommandLineRun wrongArrivals = CommandLineRun.checking("ab", "A", "B", "--arrivals", "gamma");
        assertThat(wrongArrivals.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(wrongArrivals.err())
                .isEqualTo("--arrivals=gamma: must be uniform, poisson, burst:N, such as burst:10, or ramp:FIRST..LAST,"
                        + " such as ramp:1k/s..20k/s" + System.lineSeparator());
    }

    @Test
    void shouldSayWhatIsWrongWithARamp() {
        refuseRamp(
                "--arrivals=ramp:1k/s: must be ramp:FIRST..LAST, two rates such as ramp:1k/s..20k/s",
                "--arrivals",
                "ramp:1k/s");
        refuseRamp(
                "--arrivals=ramp:1k..0: last rate must be from 1/min to 10M/s: rate=0/s", "--arrivals", "ramp:1k..0");
        refuseRamp(
                "--arrivals=ramp:fast..2k: first rate must be a number with an optional k or M and a unit of time, such as"
                        + " 100k/s or 30/min: rate=fast",
                "--arrivals",
                "ramp:fast..2k");
        refuseRamp(
                "--rate=5k/s: must not be given with a ramp, which has its own rates (--arrivals)",
                "--arrivals",
                "ramp:1k..2k",
                "--rate",
                "5k/s");
    }

    private static void refuseRamp(String error, String... options) {
        CommandLineRun run = CommandLineRun.checking(Stream.concat(Stream.of("run", "com.acme.T"), Stream.of(options))
                .toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).isEqualTo(error + System.lineSeparator());
    }

    @Test
    void shouldDoNothingButCheck() {
        CommandLineRun understood = CommandLineRun.checking("run", "com.acme.NoSuchTask", "--rate", "10k");
        assertThat(understood.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(understood.out() + understood.err()).isEmpty();
        assertThat(CommandLineRun.checking("run", "--help").exitCode()).isEqualTo(10);
    }

    @Test
    void shouldPutEveryOptionOfALongHelpIntoASection() {
        for (String name : List.of("run", "ab", "sweep", "capacity", "ping")) {
            CommandLine command =
                    Main.commandLine(Jvms.PROCESSES).getSubcommands().get(name);
            Map<HelpSection, List<OptionSpec>> sections =
                    HelpSections.sections(command.getCommandSpec().options());
            assertThat(sections.get(HelpSection.REST))
                    .as(name)
                    .extracting(OptionSpec::longestName)
                    .containsExactlyInAnyOrder("--help", "--version");
            String help = command.getUsageMessage();
            assertThat(help).contains("\nHow fast:\n", "\nOutput:\n", "Usage: straggler " + name + " [OPTIONS]");
        }
    }

    @Test
    void shouldSayEachCommandsOwnDefaults() {
        Map<String, CommandLine> commands = Main.commandLine(Jvms.PROCESSES).getSubcommands();
        assertThat(option(commands, "run", "--duration")).endsWith("Default: 10s.");
        assertThat(option(commands, "ab", "--duration")).endsWith("Default: 5s.");
        assertThat(option(commands, "capacity", "--warmup")).endsWith("Default: 2s.");
        assertThat(option(commands, "ab", "--measure-overhead")).endsWith("Default: on.");
    }

    private static String option(Map<String, CommandLine> commands, String command, String name) {
        CommandSpec spec = commands.get(command).getCommandSpec();
        return String.join("", spec.findOption(name).description());
    }
}
