package io.straggler.cli.jfc;

import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.UsageException;
import io.straggler.jfr.record.SettingsFile;
import io.straggler.model.file.WholeFile;
import io.straggler.model.text.Durations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code straggler jfc}: writes a settings file for the flight recorder of any program. */
@Command(
        name = "jfc",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Writes settings for a flight recording of any program, for report --iterations.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  straggler jfc straggler.jfc",
            "  java -XX:StartFlightRecording:settings=straggler.jfc,filename=any.jfr ...",
            "  jcmd PID JFR.start settings=straggler.jfc filename=any.jfr"
        })
public final class JfcCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILE|-",
            arity = "0..1",
            defaultValue = "straggler.jfc",
            description = "Where to, a new file; - is standard output. Default: ${DEFAULT-VALUE}.")
    private String file;

    @Option(
            names = "--shortest",
            paramLabel = "TIME",
            defaultValue = "100us",
            description = "What blocks a thread for at least so long is recorded. Shorter makes larger recordings."
                    + " Default: ${DEFAULT-VALUE}.")
    private String shortest;

    @Override
    public Integer call() throws IOException {
        String text = SettingsFile.text(shortest());
        if (file.equals("-")) {
            System.out.print(text);
            System.out.flush();
            return ExitCode.OK;
        }
        Path to = Path.of(file);
        if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
            throw new UsageException("There is a file already: " + file + ". Choose another name.");
        }
        try {
            WholeFile.write(to, text);
        } catch (NoSuchFileException e) {
            throw new UsageException("folder of the settings file must exist: file=" + file);
        }
        System.err.println("written " + file + ". Start the program with");
        System.err.println("  java -XX:StartFlightRecording:settings=" + file + ",filename=any.jfr ...");
        return ExitCode.OK;
    }

    private Duration shortest() {
        try {
            long ns = Durations.parseNs(shortest);
            if (ns > 0) {
                return Duration.ofNanos(ns);
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new UsageException("--shortest must be a duration above zero, such as 100us: shortest=" + shortest);
    }
}
