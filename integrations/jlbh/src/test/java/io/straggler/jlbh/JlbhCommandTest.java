package io.straggler.jlbh;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.jlbh.examples.HandOver;
import io.straggler.jlbh.examples.LazyProbes;
import io.straggler.jlbh.examples.RoundTrip;
import io.straggler.jlbh.users.Hangs;
import io.straggler.jlbh.users.NeverStarts;
import io.straggler.jlbh.users.OnAnotherThread;
import io.straggler.jlbh.users.Spiky;
import io.straggler.jlbh.users.Unlucky;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user of JLBH meets: the command in a process of its own, its output, its exit code and its files. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class JlbhCommandTest {
    @TempDir
    private Path scratch;

    private String out;
    private String err;

    private int run(String benchmark, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // As the launcher starts it.
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Duser.language=ar",
                "-Duser.country=EG",
                "-cp",
                System.getProperty("java.class.path"),
                "io.straggler.cli.Main",
                "run",
                "--jlbh",
                benchmark,
                "--jvm-arg=-XX:TieredStopAtLevel=1",
                "--jvm-arg=-XX:+UseSerialGC",
                "--spin=100us",
                "--out",
                folder().toString()));
        command.addAll(List.of(more));
        if (Runtime.version().feature() >= 22) {
            // As the launcher does.
            command.add(1, "--enable-native-access=ALL-UNNAMED");
        }
        Path outFile = scratch.resolve("out.txt");
        Path errFile = scratch.resolve("err.txt");
        int code = new ProcessBuilder(command)
                .redirectOutput(outFile.toFile())
                .redirectError(errFile.toFile())
                .start()
                .waitFor();
        out = Files.readString(outFile, StandardCharsets.UTF_8);
        err = Files.readString(errFile, StandardCharsets.UTF_8);
        return code;
    }

    private Path folder() {
        return scratch.resolve("run");
    }

    private Analysis analysis() {
        return Analysis.of(new RunFolder(folder()));
    }

    @Test
    void shouldDiagnoseABenchmarkThatStartsJlbhInItsMainAndExits() throws Exception {
        run(Spiky.class.getName(), "--threshold", "3ms");

        Analysis analysis = analysis();
        assertThat(analysis.run().task()).isEqualTo(Spiky.class.getName());
        assertThat(analysis.run().status()).as(err).isNotEqualTo(RunStatus.FAILED);
        assertThat(analysis.run().iterations()).isEqualTo(1_500);
        assertThat(analysis.run().runs().get(0).targetPerSecond()).isEqualTo(1_000);
        assertThat(analysis.run().outliers()).isGreaterThanOrEqualTo(15);
        assertThat(analysis.conclusions().diagnosis().outlierStacks())
                .as("stacks of the task begin with it, neither with the harness nor with the adapter")
                // On a busy machine an iteration may be late before the task is called: that is the harness's own
                // stack.
                .filteredOn(stack ->
                        stack.frames().stream().anyMatch(frame -> frame.name().startsWith(Spiky.class.getName())))
                .noneMatch(stack -> stack.frames().get(0).name().startsWith("io.straggler.harness."))
                .anyMatch(stack -> stack.frames().get(0).name().equals(Spiky.class.getName() + ".run")
                        && stack.frames().get(1).name().equals(Spiky.class.getName() + ".spikeOnPurpose"));
        assertThat(err).contains("complete after 2100", "SUMMARY (end to end) us");
        assertThat(Files.readString(folder().resolve("diagnosis.json"))).contains("spikeOnPurpose");
        assertThat(Files.readString(folder().resolve("jlbh.txt"))).contains("End to End: (1,500) ");
    }

    @Test
    void shouldRunATaskThatHasNoMainByTheOptionsOfTheCommandLine() throws Exception {
        run(
                "io.straggler.jlbh.users.TaskOnly",
                "--rate",
                "2k/s",
                "--count",
                "700",
                "--runs",
                "2",
                "--warmup",
                "300ms",
                "--threshold",
                "1h",
                "--jvm-arg=-Dx=y");

        Analysis analysis = analysis();
        assertThat(analysis.run().status()).as(err).isNotEqualTo(RunStatus.FAILED);
        assertThat(analysis.run().runs()).hasSize(2).allSatisfy(run -> {
            assertThat(run.iterations()).isEqualTo(700);
            assertThat(run.targetPerSecond()).isEqualTo(2_000);
        });
        assertThat(analysis.run().optionsGiven()).containsEntry("rate", "2k/s");
        assertThat(err).contains("Target throughput:10000/s", "End to End: (700) ");
    }

    @ParameterizedTest
    @ValueSource(classes = {HandOver.class, RoundTrip.class, LazyProbes.class})
    void shouldRunWhatRunsUnderJlbhAlone(Class<?> benchmark) throws Exception {
        run(benchmark.getName(), "--threshold", "100ms", "--jlbh-own-pacing");

        assertThat(analysis().run().status()).as(err).isNotEqualTo(RunStatus.FAILED);
        assertThat(analysis().run().runs()).hasSize(2);
        assertThat(Files.readString(folder().resolve("jlbh.txt")))
                .contains("Paced by Straggler", "SUMMARY (end to end) us");
        assertThat(Files.readString(folder().resolve("jlbh-own-pacing.txt")))
                .contains("SUMMARY (end to end) us", "Warm up complete")
                .doesNotContain("Straggler", "Exception");
        assertThat(out)
                .contains("Samples \"end to end\" in \u00B5s", "paced by Straggler", "paced by JLBH", "Run times: ");
        if (benchmark == LazyProbes.class) {
            assertThat(err).contains("probes: ", "##teamcity[buildStatisticValue key='format.end-to-end.0.5");
        }
        if (benchmark == HandOver.class) {
            assertThat(analysis().series()).extracting(Series::name).contains("probe:put");
            assertThat(err).contains("an iteration is over when another thread samples it");
        }
    }

    @Test
    void shouldEndABenchmarkThatDoesNotComeBack() throws Exception {
        int code = run(Hangs.class.getName(), "--timeout", "400ms", "--threshold", "1s", "--jvm-arg=-Dhangs.at=500");

        assertThat(code).isEqualTo(2);
        assertThat(analysis().run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(analysis().run().reason()).startsWith("iteration 100 was not complete after ");
        assertThat(analysis().run().iterations()).isEqualTo(99);
        assertThat(err).contains("Hangs.run");
    }

    @Test
    void shouldEndAWarmUpThatDoesNotComeBack() throws Exception {
        int code = run(Hangs.class.getName(), "--timeout", "400ms", "--threshold", "1s", "--jvm-arg=-Dhangs.at=7");

        assertThat(code).isEqualTo(2);
        assertThat(analysis().run().reason())
                .contains("an iteration of the warm-up was not over after 400 ms (at ")
                .contains("Hangs.run");
    }

    @Test
    void shouldWaitForABenchmarkThatAnotherThreadStartsAndMeasureTheFirstOnly() throws Exception {
        int code = run(OnAnotherThread.class.getName(), "--threshold", "1s", "--jvm-arg=-Dstarts=2");

        assertThat(analysis().run().iterations()).isEqualTo(200);
        // A machine that is busy with other things may not keep the rate; then it says so.
        assertThat(code).as(err).isEqualTo((out + err).contains("saturated: ") ? 2 : 0);
        assertThat(err).contains("This program starts JLBH more than once: the first start was measured");
    }

    @Test
    void shouldSayWhatIsWrongWithAClassThatIsNoBenchmark() throws Exception {
        assertThat(run("com.acme.Missing")).isEqualTo(1);
        assertThat(err).contains("Benchmark class not found: com.acme.Missing. Give the fully qualified name");
        assertThat(folder()).doesNotExist();

        assertThat(run(JlbhCommandTest.class.getName())).isEqualTo(1);
        assertThat(err).contains("is no benchmark for JLBH: it neither implements JLBHTask nor has a main.");

        assertThat(run(NeverStarts.class.getName())).isEqualTo(1);
        assertThat(err).contains("hello", "ended without a call of JLBH.start: a main must make a JLBH and start it.");

        assertThat(run(Unlucky.class.getName())).isEqualTo(2);
        assertThat(err).contains("ended before it measured anything: java.lang.IllegalStateException: no such host");

        assertThat(run(Spiky.class.getName(), "--threshold", "soon")).isEqualTo(1);
        assertThat(err).contains("--threshold=soon: must be a duration");
    }
}
