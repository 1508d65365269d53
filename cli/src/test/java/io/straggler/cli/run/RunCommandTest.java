package io.straggler.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.cli.CommandLineProcess;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.tasks.Quick;
import io.straggler.cli.tasks.Spiky;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.harness.HarnessResult;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import io.straggler.model.Series;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user meets: the command, its output, its exit code and its files, when all goes well. */
class RunCommandTest {
    @TempDir
    private Path scratch;

    private ShortRun shortRun;

    @BeforeEach
    void prepare() {
        shortRun = new ShortRun(scratch);
    }

    @Test
    void shouldLeaveFiveFilesThatTellWhatMadeTheSpikes() throws Exception {
        CommandLineRun run = shortRun.of(Spiky.class, "--count", "2000");

        run.shouldHaveMeasured();
        assertThat(shortRun.folder()).isDirectoryContaining("glob:**/run.json");
        try (var files = Files.list(shortRun.folder())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "run.json", "latency.hlog", "recording.jfr", "diagnosis.json", "report.html");
        }
        Analysis analysis = shortRun.analysis();
        assertThat(analysis.run().iterations()).isEqualTo(2_000);
        assertThat(analysis.run().sampler().mode()).isEqualTo(SamplerMode.TRIGGERED);
        assertThat(analysis.series())
                .extracting(Series::name)
                .contains("latency", "service", "dispatch", "probe:burn", "jitter");
        assertThat(spikes(analysis)).hasSizeGreaterThanOrEqualTo(15);
        assertThat(spikes(analysis).stream()
                        .filter(RunCommandTest::showsTheSpike)
                        .count())
                // The timer needs no core of its own, so it does not matter how busy the machine is.
                .isGreaterThanOrEqualTo(spikes(analysis).size() * 3L / 4);
        assertThat(analysis.conclusions().diagnosis().outlierStacks())
                .as("stacks of the task begin with it, not with the harness")
                // On a busy machine an iteration may be late before the task is called: that is the harness's own
                // stack.
                .filteredOn(stack ->
                        stack.frames().stream().anyMatch(frame -> frame.name().startsWith(Spiky.class.getName())))
                // Those that cannot be unwound as far begin in the JVM.
                .noneMatch(stack -> stack.frames().get(0).name().startsWith("io.straggler.harness."))
                .anyMatch(stack -> stack.frames().get(0).name().startsWith(Spiky.class.getName()));
        assertThat(run.out()).contains("1,000/s asked", "not measurable", "report.html");
        if (analysis.run().status() == RunStatus.OK) {
            assertThat(run.out()).as("who delayed others").contains(": Spiky.");
        }
        assertThat(Files.readString(shortRun.folder().resolve("diagnosis.json")))
                .contains("spikeOnPurpose");
    }

    /** Outliers that are slow by themselves, for as long as a spike takes. */
    private static List<DiagnosedOutlier> spikes(Analysis analysis) {
        return analysis.conclusions().diagnosis().outliers().stream()
                .filter(outlier -> outlier.outlier().iteration().serviceNs() >= 3_000_000)
                .filter(outlier -> !outlier.outlier().probes().isEmpty()
                        && outlier.outlier().probes().get(0).durationNs() >= 3_000_000)
                .toList();
    }

    private static boolean showsTheSpike(DiagnosedOutlier outlier) {
        return outlier.stacks().stream()
                .flatMap(stack -> stack.frames().stream())
                .anyMatch(frame -> frame.name().equals(Spiky.class.getName() + ".spikeOnPurpose"));
    }

    @Test
    void shouldFallBackToJavaStacksWhenAsked() throws Exception {
        // The sampler's thread needs a core in one of twenty spikes.
        CommandLineRun run = shortRun.of(Spiky.class, "--sampler", "java", "--count", "2000");

        run.shouldHaveMeasured();
        assertThat(shortRun.analysis().run().sampler().mode()).isEqualTo(SamplerMode.JAVA);
        assertThat(spikes(shortRun.analysis())).anyMatch(RunCommandTest::showsTheSpike);
    }

    @Test
    void shouldTakeStacksPeriodicallyAndSayWhyWhereTheKernelGivesNoTimers() throws Exception {
        // The sampler's thread needs a core in one of forty spikes: on a busy machine it gets one in few.
        CommandLineProcess run = CommandLineProcess.startBy(
                List.of("prlimit", "--sigpending=0"), shortRun.arguments(Spiky.class.getName(), "--count", "4000"));

        run.shouldHaveMeasured();
        Analysis analysis = shortRun.analysis();
        assertThat(analysis.run().sampler().mode()).isEqualTo(SamplerMode.CONTINUOUS);
        String why = "not triggered, because the kernel gives no timer to a thread (error 11 of timer_create)";
        assertThat(analysis.run().sampler().why()).isEqualTo(why);
        assertThat(spikes(analysis)).anyMatch(RunCommandTest::showsTheSpike);
        assertThat(run.out().replaceAll("\\s+", " ")).contains("sampler continuous (" + why + ")");
        assertThat(Files.readString(shortRun.folder().resolve("diagnosis.json")))
                .contains("\"mode\" : \"continuous\"", why);
    }

    @Test
    void shouldSampleContinuouslyWhenAsked() throws Exception {
        // The sampler's thread needs a core in one of twenty spikes.
        CommandLineRun run =
                shortRun.of(Spiky.class, "--sampler", "continuous", "--sample-period", "500us", "--count", "2000");

        run.shouldHaveMeasured();
        assertThat(shortRun.analysis().run().sampler().mode()).isEqualTo(SamplerMode.CONTINUOUS);
        assertThat(spikes(shortRun.analysis())).anyMatch(RunCommandTest::showsTheSpike);
    }

    @Test
    void shouldCountWithoutFlightRecorderAndWriteDistributionsOnRequest() throws Exception {
        List<String> arguments = new ArrayList<>(List.of(shortRun.arguments(Spiky.class.getName(), "--jfr", "off")));
        arguments.add("--hgrm");
        CommandLineRun run = CommandLineRun.of(arguments.toArray(String[]::new));

        run.shouldHaveMeasured();
        assertThat(shortRun.folder().resolve("recording.jfr")).doesNotExist();
        assertThat(shortRun.analysis().run().outliers()).isPositive();
        assertThat(run.out())
                .contains("There is no recording: outliers are counted, but neither listed nor explained.");
        assertThat(Files.readString(shortRun.folder().resolve("latency.hgrm")))
                .contains("Value     Percentile", "Total count");
        assertThat(shortRun.folder().resolve("probe-burn.hgrm")).exists();
    }

    @Test
    void shouldMergeForksAndRunsAndKeepTheirLabelsAndSayHowMuchIsKept() throws Exception {
        CommandLineRun run = CommandLineRun.of(Stream.concat(
                        Stream.of(shortRun.arguments(Spiky.class.getName(), "--forks", "2", "--runs", "2")),
                        Stream.of("--label", "version=2.1", "--label", "region=eu"))
                .toArray(String[]::new));

        run.shouldHaveMeasured();
        Analysis analysis = shortRun.analysis();
        assertThat(analysis.run().runs()).hasSize(4);
        assertThat(analysis.run().runs())
                .extracting(one -> one.runId().toString())
                .containsExactly("run 1", "run 2", "fork 1 run 1", "fork 1 run 2");
        assertThat(analysis.run().iterations()).isEqualTo(2_400);
        assertThat(analysis.series())
                .filteredOn(series -> series.name().equals("latency") && series.runId() != null)
                .extracting(Series::count)
                .as(run.out())
                .hasSize(4)
                .allMatch(count -> count > 300);
        assertThat((long) analysis.conclusions().diagnosis().outliers().size())
                .isEqualTo(analysis.run().outliers());
        assertThat(run.out()).contains("fork 1 run 2", "variation");
        assertThat(analysis.run().environment())
                .containsEntry("label version", "2.1")
                .containsEntry("label region", "eu");
        assertThat(analysis.run().environment().get("retention")).matches("all of \\d\\.\\d MB");
        assertThat(analysis.run().environment().get("jvm flags"))
                .as("where we follow the recording is no fact about the run")
                .doesNotContain("repository=");
    }

    /** What the JVM loads, and compiles, before it measures is in the task's way. */
    @Test
    void shouldWriteJsonToStandardOutputAndLoadNoLibraryForItBeforeItHasMeasured() throws Exception {
        Path loaded = scratch.resolve("loaded");
        CommandLineRun run = CommandLineRun.of(Stream.concat(
                        Stream.of(shortRun.arguments(Quick.class.getName(), "--json", "-")),
                        Stream.of("--jvm-arg=-Xlog:class+load:file=" + loaded))
                .toArray(String[]::new));

        run.shouldHaveMeasured();
        assertThat(run.out()).startsWith("{").contains("\"schemaVersion\"").doesNotContain("1,000/s asked");
        assertThat(run.err())
                .contains(
                        "1,000/s asked",
                        Quick.MEASURING,
                        "\n  cores       the pacing thread is not bound to a core (see --pin)");
        assertThat(shortRun.analysis().run().environment()).containsKey("cpu layout");
        List<String> lines = Files.readAllLines(loaded);
        assertThat(firstOf("tools.jackson.", lines)).isGreaterThan(firstOf(HarnessResult.class.getName() + " ", lines));
    }

    private static int firstOf(String name, List<String> lines) {
        int first = 0;
        while (!lines.get(first).contains(name)) {
            first++;
        }
        return first;
    }
}
