package io.straggler.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.CommandLineRun;
import io.straggler.jmh.users.Parsing;
import io.straggler.model.RunStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a user of JMH meets: the command, its output, its exit code and its files. */
@Timeout(300)
class JmhCommandTest {
    @TempDir
    private Path scratch;

    private String err;

    private int run(String command, String... more) {
        List<String> words =
                new ArrayList<>(List.of(command, "--out", scratch.resolve("run").toString()));
        words.addAll(List.of(more));
        CommandLineRun run = CommandLineRun.of(words.toArray(String[]::new));
        err = run.err();
        return run.exitCode();
    }

    @Test
    void shouldDiagnoseABenchmark() throws Exception {
        run(
                "run",
                "--jmh",
                "Parsing.parseSometimesMany",
                "--jmh-param",
                "digits=8",
                "--rate",
                "1k/s",
                "--count",
                "1500",
                "--warmup",
                "300ms",
                "--threshold",
                "3ms");

        Analysis analysis = Analysis.of(new RunFolder(scratch.resolve("run")));
        assertThat(analysis.run().task())
                .isEqualTo("io.straggler.jmh.users.Parsing.parseSometimesMany digits=8 every=100");
        assertThat(analysis.run().status()).as(err).isNotEqualTo(RunStatus.FAILED);
        assertThat(analysis.run().iterations()).isEqualTo(1_500);
        assertThat(analysis.run().outliers()).isGreaterThanOrEqualTo(15);
        assertThat(analysis.conclusions().diagnosis().outlierStacks())
                .as("stacks begin with the benchmark, neither with the harness nor with the adapter")
                // On a busy machine an iteration may be late before the method is called.
                .filteredOn(stack ->
                        stack.frames().stream().anyMatch(frame -> frame.name().startsWith(Parsing.class.getName())))
                .noneMatch(stack -> stack.frames().get(0).name().startsWith("java.lang.invoke."))
                .noneMatch(stack -> stack.frames().get(0).name().startsWith("io.straggler.jmh.BenchmarkTask"))
                .anyMatch(stack -> stack.frames().get(0).name().equals(Parsing.class.getName() + ".parseSometimesMany")
                        && stack.frames().get(1).name().equals(Parsing.class.getName() + ".parseMany"));
        assertThat(err)
                .contains("@Threads is not applied: one thread keeps the schedule.")
                .doesNotContain("WARNING: ");
    }

    @Test
    void shouldSweepABenchmark() throws Exception {
        run(
                "sweep",
                "--jmh",
                "Parsing.parse$",
                "--jmh-param",
                "digits=8",
                "--rates",
                "1k,2k",
                "--rounds",
                "1",
                "--count",
                "200",
                "--warmup",
                "200ms",
                "--threshold",
                "1s");

        assertThat(scratch.resolve("run/sweep.json"))
                .content()
                .contains("\"task\" : \"Parsing.parse$\"", "\"perSecond\" : 2000.0");
    }

    @Test
    void shouldRefuseInOneLineAndLeaveNothing() throws Exception {
        assertThat(run("run", "--jmh", "Parsing.parse$")).isEqualTo(1);
        assertThat(err)
                .contains("io.straggler.jmh.users.Parsing.parse has parameters with several values")
                .doesNotContain("Exception");
        assertThat(scratch.resolve("run")).doesNotExist();

        assertThat(run("run", "--jmh", "--jlbh", "Parsing.parse$")).isEqualTo(1);
        assertThat(err).isEqualTo("Give --jlbh or --jmh, not both.\n");

        assertThat(run("run", "--jmh-param", "digits=8", "Parsing.parse$")).isEqualTo(1);
        assertThat(err).isEqualTo("--jmh-param: goes with --jmh.\n");
    }
}
