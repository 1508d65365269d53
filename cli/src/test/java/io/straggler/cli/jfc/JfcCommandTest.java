package io.straggler.cli.jfc;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.CommandLineRun;
import io.straggler.cli.option.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.Configuration;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JfcCommandTest {
    @TempDir
    Path directory;

    @Test
    void shouldWriteSettingsThatTheRunningJdkReads() throws Exception {
        Path file = directory.resolve("new.jfc");
        CommandLineRun jfc = CommandLineRun.of("jfc", file.toString(), "--shortest", "250us");

        assertThat(jfc.exitCode()).as(jfc.err()).isEqualTo(ExitCode.OK);
        Map<String, String> settings = Configuration.create(file).getSettings();
        assertThat(settings)
                .containsEntry("jdk.ThreadPark#threshold", "250000 ns")
                .containsEntry("jdk.ThreadPark#stackTrace", "true")
                .containsEntry("jdk.SafepointBegin#threshold", "0 ns")
                .containsEntry("jdk.ExecutionSample#enabled", "true")
                .containsEntry("jdk.ExecutionSample#period", "10 ms")
                .allSatisfy((name, value) -> assertThat(name).startsWith("jdk."));
    }

    /** A name with a mistake in it would be ignored without a word. */
    @Test
    void shouldNameEventsThatSomeJdkKnows() throws Exception {
        Path file = directory.resolve("new.jfc");
        CommandLineRun.of("jfc", file.toString());

        Set<String> known = FlightRecorder.getFlightRecorder().getEventTypes().stream()
                .map(EventType::getName)
                .collect(Collectors.toSet());
        Set<String> since17 = Set.of(
                "jdk.SafepointLatency",
                "jdk.CPUTimeSample",
                "jdk.MethodTrace",
                "jdk.NativeLibraryLoad",
                "jdk.VirtualThreadPinned",
                "jdk.VirtualThreadSubmitFailed");
        assertThat(Configuration.create(file).getSettings().keySet())
                .extracting(name -> name.substring(0, name.indexOf('#')))
                .allMatch(name -> known.contains(name) || since17.contains(name));
    }

    @Test
    void shouldOverwriteNothing() throws Exception {
        Path file = Files.writeString(directory.resolve("mine.jfc"), "mine");
        CommandLineRun jfc = CommandLineRun.of("jfc", file.toString());

        assertThat(jfc.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(jfc.err().strip()).isEqualTo("There is a file already: " + file + ". Choose another name.");
        assertThat(file).hasContent("mine");
    }

    @Test
    void shouldRefuseATimeThatIsNone() {
        assertThat(CommandLineRun.of("jfc", "-", "--shortest", "0us").err())
                .contains("--shortest must be a duration above zero, such as 100us: shortest=0us");
        assertThat(CommandLineRun.of("jfc", "-", "--shortest", "soon").exitCode())
                .isEqualTo(ExitCode.USAGE);
        assertThat(CommandLineRun.of("jfc", directory.resolve("no/such.jfc").toString())
                        .err())
                .contains("folder of the settings file must exist");
    }

    @Test
    void shouldWriteToStandardOutput() {
        CommandLineRun jfc = CommandLineRun.of("jfc", "-");

        assertThat(jfc.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(jfc.out()).startsWith("<?xml").endsWith("</configuration>\n");
    }
}
