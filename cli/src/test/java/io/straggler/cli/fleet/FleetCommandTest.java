package io.straggler.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.cli.option.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What is wrong with a command is said in a line, before a JVM with Spark is started. */
class FleetCommandTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--by jdk | Name what to merge: folders, recordings or patterns, as straggler fleet straggler-runs.",
                "runs --threshold 5ms | --threshold goes with --iterations EVENT.",
                "runs --where a=b | --where goes with --iterations EVENT.",
                "runs --cores 0 | --cores must be at least 1: cores=0",
                "runs --iterations a.B --threshold x | --threshold must be a duration such as 5ms, a percentile such as p99.9, or auto: threshold=x",
                "runs --deployed yesterday | --deployed must be an instant with its zone, such as 2026-11-20T10:00:00Z: deployed=yesterday"
            })
    void shouldRefuseWhatItDoesNotUnderstand(String arguments, String message) {
        FleetCommand command = new FleetCommand();
        new CommandLine(command).parseArgs(arguments.strip().split(" "));
        assertThatThrownBy(command::call).isInstanceOf(UsageException.class).hasMessage(message);
    }

    @Test
    void shouldHandOverEveryValueAsItWasGiven() {
        FleetCommand command = new FleetCommand();
        new CommandLine(command)
                .parseArgs(
                        "runs=1",
                        "--tables",
                        "hdfs:///t",
                        "--by",
                        "jdk,host",
                        "--iterations",
                        "a.B",
                        "--where",
                        "route = x",
                        "--threshold",
                        "1.234567ms",
                        "--deployed",
                        "2026-11-20T12:00:00+02:00",
                        "--cores",
                        "3");

        assertThat(command.arguments())
                .containsExactly(
                        "merge",
                        "straggler-fleet",
                        "tables=hdfs:///t",
                        "by=jdk",
                        "by=host",
                        "iterations=a.B",
                        "where=route=x",
                        "threshold=1.234567ms",
                        "deployed=2026-11-20T10:00:00Z",
                        "cores=3",
                        "source=runs=1");
    }

    @Test
    void shouldTakeAQueryWithoutASource() {
        CommandLine.ParseResult parsed =
                new CommandLine(new FleetCommand()).parseArgs("sql", "select 1", "--out", "somewhere");
        assertThat(parsed.subcommand().matchedPositionals().get(0).<String>getValue())
                .isEqualTo("select 1");
    }

    /** Hadoop takes an address as it is written, and does not decode it. */
    @Test
    void shouldNotEscapeTheFolderOfTheTables() {
        assertThat(tables("--out", "/tmp/100% f\u00FCr alle/../my fleet")).isEqualTo("file:///tmp/my fleet/tables");
        assertThat(tables("--out", "/tmp/100% f\u00FCr alle")).isEqualTo("file:///tmp/100% f\u00FCr alle/tables");
        assertThat(tables())
                .isEqualTo("file://" + Path.of("straggler-fleet/tables").toAbsolutePath());
        assertThat(tables("--tables", "hdfs:///fleet/tables")).isEqualTo("hdfs:///fleet/tables");
    }

    private static String tables(String... arguments) {
        FleetOutput output = new FleetOutput();
        new CommandLine(CommandLine.Model.CommandSpec.create()
                        .addMixin("output", CommandLine.Model.CommandSpec.forAnnotatedObject(output)))
                .parseArgs(arguments);
        return output.tables();
    }

    @Test
    void shouldSayWhereSparkIsMissing() {
        String before = System.setProperty("straggler.home", "/nowhere");
        try {
            assertThatThrownBy(() -> SparkJvm.run("", List.of("fleet")))
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith(
                            "Spark is missing: straggler-fleet.jar and the folder lib beside it are neither in"
                                    + " fleet of /nowhere nor in its studies/fleet/target.");
        } finally {
            if (before == null) {
                System.clearProperty("straggler.home");
            } else {
                System.setProperty("straggler.home", before);
            }
        }
    }

    @Test
    void shouldTranslateExitCodesThatAreSparksOwn() {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(lines, true, StandardCharsets.UTF_8);
        for (int own : new int[] {0, 1, 2, 130, 143}) {
            assertThat(SparkJvm.understood(own, err)).isEqualTo(own);
        }
        assertThat(lines.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(SparkJvm.understood(50, err)).isEqualTo(2);
        assertThat(SparkJvm.understood(52, err)).isEqualTo(2);
        assertThat(lines.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "Spark ended with its exit code 50. What had been read is kept: the same command goes on.",
                        "Spark ended with its exit code 52, a lack of memory: give more with --heap, as --heap 4g."
                                + " What had been read is kept: the same command goes on.");
    }
}
