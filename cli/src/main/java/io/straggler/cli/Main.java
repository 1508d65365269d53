package io.straggler.cli;

import io.straggler.RunFolderException;
import io.straggler.cli.ab.AbCommand;
import io.straggler.cli.attach.AttachCommand;
import io.straggler.cli.capacity.CapacityCommand;
import io.straggler.cli.compare.CompareCommand;
import io.straggler.cli.doctor.DoctorCommand;
import io.straggler.cli.fleet.FleetCommand;
import io.straggler.cli.fork.Jvms;
import io.straggler.cli.fork.MemoryErrors;
import io.straggler.cli.jfc.JfcCommand;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.MeasureOptions;
import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.RateOption;
import io.straggler.cli.option.UsageException;
import io.straggler.cli.ping.PingCommand;
import io.straggler.cli.remedies.TryCommand;
import io.straggler.cli.report.ReportCommand;
import io.straggler.cli.run.DemoCommand;
import io.straggler.cli.run.RunCommand;
import io.straggler.cli.selftest.SelftestCommand;
import io.straggler.cli.shell.CompletionCommand;
import io.straggler.cli.sweep.SweepCommand;
import io.straggler.cli.text.LocaleCharacters;
import io.straggler.cli.text.Screen;
import io.straggler.cli.text.StandardOutput;
import io.straggler.compare.IncomparableException;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.model.text.MessageLine;
import io.straggler.model.text.Messages;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;

/** The command {@code straggler}. */
@Command(
        name = "straggler",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description = "Says why the slowest iterations of a Java program were slow.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RunCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            AbCommand.class,
            SweepCommand.class,
            CapacityCommand.class,
            TryCommand.class,
            FleetCommand.class,
            DemoCommand.class,
            AttachCommand.class,
            DoctorCommand.class,
            JfcCommand.class,
            SelftestCommand.class,
            PingCommand.class,
            CompletionCommand.class,
            HelpCommand.class
        },
        footerHeading = "%nExit codes:%n",
        footer = {
            "  0    ok",
            "  1    the command was not understood",
            "  2    the run failed or could not keep its rate",
            "  3    a gate failed: the statistics say that a limit was exceeded",
            "  4    a gate is undecided: too little was measured to be certain",
            "  130  interrupted; what had been measured was written"
        })
public final class Main implements Runnable {
    /** The property with which the launcher asks whether a command line is understood, without anything being done. */
    private static final String CHECK = "straggler.check";

    /** Commands that read what others have made, and measure nothing. */
    private static final Set<String> READERS = Set.of("report", "compare");

    /** Exit code for the launcher: the command line asks for help, which needs no preparation. */
    private static final int ONLY_HELP = 10;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Say what to do: run, report, compare, ab, sweep, capacity, try, fleet, demo, attach, ping, doctor, jfc or selftest.");
    }

    public static void main(String[] args) {
        StandardOutput.widenAscii();
        Optional<String> unreadable = LocaleCharacters.problem(List.of(args));
        if (unreadable.isPresent()) {
            System.err.println(unreadable.get());
            System.exit(ExitCode.USAGE);
        }
        int code;
        try {
            code = Boolean.getBoolean(CHECK) ? check(args) : execute(args);
        } catch (OutOfMemoryError e) {
            System.err.println(
                    MemoryErrors.sentence("Straggler", e, "Give Java more, as with JAVA_TOOL_OPTIONS=-Xmx4g."));
            code = ExitCode.RUN_INVALID;
        }
        // A task that ran in this JVM may have left threads behind.
        System.exit(code);
    }

    /** Runs one command and returns its exit code. */
    static int execute(String... args) {
        return execute(Jvms.PROCESSES, args);
    }

    /** @param jvms where measured JVMs come from */
    static int execute(Jvms jvms, String... args) {
        return commandLine(jvms, new CommandLine.RunLast())
                .setUsageHelpWidth(Screen.of(System.out).width().columns())
                .execute(args);
    }

    /** Says what is wrong with a command line, and does nothing else. */
    static int check(String... args) {
        return commandLine(Jvms.PROCESSES, Main::understood).execute(args);
    }

    private static CommandLine commandLine(Jvms jvms, CommandLine.IExecutionStrategy strategy) {
        return commandLine(jvms)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Main::refuse)
                .setExecutionExceptionHandler(Main::explain)
                .setExecutionStrategy(strategy);
    }

    static CommandLine commandLine(Jvms jvms) {
        CommandLine commandLine = new CommandLine(new Main(), new Commands(jvms));
        HelpSections.apply(commandLine);
        return commandLine;
    }

    /** Makes commands; those that measure are given where JVMs come from. */
    private record Commands(Jvms jvms) implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            for (Constructor<?> constructor : type.getConstructors()) {
                if (Arrays.equals(constructor.getParameterTypes(), new Class<?>[] {Jvms.class})) {
                    return type.cast(constructor.newInstance(jvms));
                }
            }
            return CommandLine.defaultFactory().create(type);
        }
    }

    private static int understood(CommandLine.ParseResult parsed) {
        boolean help = parsed.asCommandLineList().stream()
                .anyMatch(one -> one.isUsageHelpRequested() || one.isVersionHelpRequested());
        if (!help) {
            understandValues(
                    parsed.asCommandLineList().get(parsed.asCommandLineList().size() - 1));
        }
        return help ? ONLY_HELP : ExitCode.OK;
    }

    /** Commands get the options that say how to measure as texts, and would understand them only when they begin. */
    private static void understandValues(CommandLine command) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Object mixin : command.getMixins().values()) {
            if (mixin instanceof MeasureOptions measure) {
                texts.putAll(measure.given());
            } else if (mixin instanceof RateOption rate) {
                texts.putAll(rate.given());
            }
        }
        try {
            OptionTexts.parse(texts);
        } catch (UsageException e) {
            throw new CommandLine.ExecutionException(command, e.getMessage(), e);
        }
    }

    /** One line, and where to read on; not the whole usage text. */
    private static int refuse(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        say(command, MessageLine.of(UsageErrors.sentence(e, args)));
        say(command, "Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }

    private static int explain(Exception e, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
        boolean reads = READERS.contains(command.getCommandSpec().name());
        if (e instanceof UsageException || e instanceof RunFolderException || e instanceof RecordingException) {
            say(command, MessageLine.of(Messages.of(e)));
            return ExitCode.USAGE;
        }
        if (e instanceof InvalidPathException invalid) {
            say(command, MessageLine.of(LocaleCharacters.sentence(invalid)));
            return ExitCode.USAGE;
        }
        if (e instanceof IncomparableException incomparable) {
            say(command, MessageLine.of(Messages.of(e)));
            return incomparable.reason() == IncomparableException.Reason.RUN ? ExitCode.RUN_INVALID : ExitCode.USAGE;
        }
        if (e instanceof IOException io) {
            say(command, MessageLine.of(io));
            return reads ? ExitCode.USAGE : ExitCode.RUN_INVALID;
        }
        if (reads) {
            // Whatever is wrong with a file, its reader gets a sentence; whoever wants to mend it gets the place.
            say(command, MessageLine.defect(e));
            return ExitCode.RUN_INVALID;
        }
        throw e;
    }

    private static void say(CommandLine command, String line) {
        command.getErr().println(line);
        command.getErr().flush();
    }

    /** Version of this tool and of the JVM that runs it. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {
                "straggler " + (version == null ? "development" : version),
                "on " + System.getProperty("java.vm.name") + " " + Runtime.version()
            };
        }
    }
}
