package io.straggler.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.CommandLineProcess;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.tasks.CompletesTwice;
import io.straggler.cli.tasks.Exits;
import io.straggler.cli.tasks.NeverEnds;
import io.straggler.cli.tasks.NoConstructor;
import io.straggler.cli.tasks.NotATask;
import io.straggler.cli.tasks.Quick;
import io.straggler.cli.tasks.Spiky;
import io.straggler.cli.tasks.Spins50Us;
import io.straggler.cli.tasks.ThrowsInConstructor;
import io.straggler.cli.tasks.ThrowsInSetUp;
import io.straggler.cli.tasks.ThrowsLater;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import io.straggler.model.Series;
import io.straggler.sampler.linux.NativeThread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user meets: the command in a process of its own, its output, its exit code and its files. */
class RunCommandTest {
    @TempDir
    private Path scratch;

    private CommandLineRun run(Class<?> task, String... more) throws Exception {
        return CommandLineRun.of(arguments(task.getName(), more));
    }

    /** A short run, but for what {@code more} says otherwise. */
    private String[] arguments(String task, String... more) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("--out", folder().toString());
        options.put("--rate", "1k/s");
        options.put("--warmup", "300ms");
        options.put("--duration", "600ms");
        options.put("--threshold", "1ms");
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        List<String> arguments = new ArrayList<>(List.of("run", task));
        options.forEach((name, value) -> arguments.addAll(List.of(name, value)));
        return arguments.toArray(String[]::new);
    }

    private Path folder() {
        return scratch.resolve("run");
    }

    private Analysis analysis() {
        return Analysis.of(new RunFolder(folder()));
    }

    @Test
    void shouldLeaveFiveFilesThatTellWhatMadeTheSpikes() throws Exception {
        CommandLineRun run = run(Spiky.class, "--duration", "2s");

        run.shouldHaveMeasured();
        assertThat(folder()).isDirectoryContaining("glob:**/run.json");
        try (var files = Files.list(folder())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "run.json", "latency.hlog", "recording.jfr", "diagnosis.json", "report.html");
        }
        Analysis analysis = analysis();
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
            assertThat(run.out()).as("who delayed others").contains(" < Spiky.spikeOnPurpose");
        }
        assertThat(Files.readString(folder().resolve("diagnosis.json"))).contains("spikeOnPurpose");
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
        CommandLineRun run = run(Spiky.class, "--sampler", "java", "--duration", "2s");

        run.shouldHaveMeasured();
        assertThat(analysis().run().sampler().mode()).isEqualTo(SamplerMode.JAVA);
        assertThat(spikes(analysis())).anyMatch(RunCommandTest::showsTheSpike);
    }

    @Test
    void shouldWatchByAThreadAndSayWhyWhereTheKernelGivesNoTimers() throws Exception {
        CommandLineProcess run = CommandLineProcess.startBy(
                List.of("prlimit", "--sigpending=0"), arguments(Spiky.class.getName(), "--duration", "1s"));

        run.shouldHaveMeasured();
        assertThat(analysis().run().sampler().mode()).isEqualTo(SamplerMode.TRIGGERED);
        assertThat(analysis().run().sampler().why())
                .isEqualTo(
                        "by a thread that watches the measured one, because the kernel gives no timer to a thread (error 11 of"
                                + " timer_create)");
        assertThat(analysis().run().sampler().signalsSent()).isPositive();
    }

    @Test
    void shouldSampleContinuouslyWhenAsked() throws Exception {
        CommandLineRun run =
                run(Spiky.class, "--sampler", "continuous", "--sample-period", "500us", "--duration", "2s");

        run.shouldHaveMeasured();
        assertThat(analysis().run().sampler().mode()).isEqualTo(SamplerMode.CONTINUOUS);
        assertThat(spikes(analysis())).anyMatch(RunCommandTest::showsTheSpike);
    }

    @Test
    void shouldCountWithoutFlightRecorder() throws Exception {
        CommandLineRun run = run(Spiky.class, "--jfr", "off");

        run.shouldHaveMeasured();
        assertThat(folder().resolve("recording.jfr")).doesNotExist();
        assertThat(analysis().run().outliers()).isPositive();
        assertThat(run.out())
                .contains("There is no recording: outliers are counted, but neither listed nor explained.");
    }

    @Test
    void shouldMergeForksAndRuns() throws Exception {
        CommandLineRun run = run(Spiky.class, "--forks", "2", "--runs", "2");

        run.shouldHaveMeasured();
        Analysis analysis = analysis();
        assertThat(analysis.run().runs()).hasSize(4);
        assertThat(analysis.run().runs())
                .extracting(one -> one.runId().toString())
                .containsExactly("run 1", "run 2", "fork 1 run 1", "fork 1 run 2");
        assertThat(analysis.run().iterations()).isEqualTo(2_400);
        assertThat(analysis.series())
                .filteredOn(series -> series.name().equals("latency") && series.runId() != null)
                .extracting(Series::count)
                .hasSize(4)
                .allMatch(count -> count > 300);
        assertThat((long) analysis.conclusions().diagnosis().outliers().size())
                .isEqualTo(analysis.run().outliers());
        assertThat(run.out()).contains("fork 1 run 2", "variation");
    }

    @Test
    void shouldWriteJsonToStandardOutputAndTheSummaryElsewhere() throws Exception {
        CommandLineRun run = run(Quick.class, "--json", "-");

        run.shouldHaveMeasured();
        assertThat(run.out()).startsWith("{").contains("\"schemaVersion\"").doesNotContain("1,000/s asked");
        assertThat(run.err())
                .contains(
                        "1,000/s asked",
                        Quick.MEASURING,
                        "\n  cores       the pacing thread is not bound to a core (see --pin)");
        assertThat(analysis().run().environment()).containsKey("cpu layout");
    }

    @Test
    void shouldWriteDistributionsOnRequest() throws Exception {
        List<String> arguments = new ArrayList<>(List.of(arguments(Spiky.class.getName())));
        arguments.add("--hgrm");
        CommandLineRun run = CommandLineRun.of(arguments.toArray(String[]::new));

        run.shouldHaveMeasured();
        assertThat(Files.readString(folder().resolve("latency.hgrm"))).contains("Value     Percentile", "Total count");
        assertThat(folder().resolve("probe-burn.hgrm")).exists();
    }

    @Test
    void shouldKeepWhatWasMeasuredWhenAnIterationThrows() throws Exception {
        CommandLineRun run = run(ThrowsLater.class);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(analysis().run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(analysis().run().reason())
                .startsWith(
                        "iteration 150 threw java.lang.ArithmeticException: boom (at " + ThrowsLater.class.getName());
        assertThat(analysis().run().iterations()).isEqualTo(149);
        assertThat(run.out()).contains("FAILED", "iteration 150 threw");
    }

    @Test
    void shouldShowWhatAStuckIterationWasDoing() throws Exception {
        CommandLineRun run = run(NeverEnds.class, "--timeout", "400ms");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(analysis().run().reason())
                .startsWith("iteration 1 was not complete after ")
                .endsWith(" (see --timeout)");
        assertThat(run.err()).contains("straggler-pacer", "NeverEnds.stuckHere");
    }

    @Test
    void shouldCountCompletionsThatNameNoIteration() throws Exception {
        CommandLineRun run = run(CompletesTwice.class);

        run.shouldHaveMeasured();
        assertThat(analysis().run().runs().get(0).strayCompletions()).isEqualTo(1_200);
        assertThat(run.out()).contains("1200 completions named a tag that was unknown or already complete");
    }

    @Test
    void shouldSayWhenTheRateCannotBeKept() throws Exception {
        CommandLineRun run = run(Spins50Us.class, "--rate", "60k/s");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(analysis().run().status()).isEqualTo(RunStatus.SATURATED);
        assertThat(run.out()).contains("saturated: the schedule asked for 60,000/s, but only", "Lower --rate.");
    }

    @Test
    void shouldSayWhenTheMeasuredJvmDisappears() throws Exception {
        CommandLineRun run = run(Exits.class);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("The measured JVM ended with exit code 7 before it had written its results"
                        + " (a task must not call System.exit).");
        assertThat(folder()).doesNotExist();
    }

    @Test
    void shouldRefuseACoreThatItMayNotUse() throws Exception {
        CommandLineRun run = run(Quick.class, "--pin", "1023");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo(
                        "--pin=1023: must be one that this process may use, of " + NativeThread.allowedCpus(0) + "\n");
        assertThat(folder()).doesNotExist();
    }

    @Test
    void shouldRefuseJitterThreadsThatWouldWatchNothingOrTheTask() throws Exception {
        shouldRefuse("--jitter-cores=one: must be numbers of CPUs, such as 1 or 0,2-3", "--jitter-cores", "one");
        shouldRefuse(
                "--jitter must not be off when cores are chosen for it: jitterCpus=[0]",
                "--jitter",
                "off",
                "--jitter-cores",
                "0");
        shouldRefuse(
                "jitter cores must not be the pacing thread's own, where they would watch the task: cpu=0",
                "--pin",
                "0",
                "--jitter-cores",
                "0-1");
    }

    private void shouldRefuse(String message, String... options) throws Exception {
        CommandLineRun run = run(Quick.class, options);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualTo(message + "\n");
        assertThat(folder()).doesNotExist();
    }

    @Test
    void shouldSayWhatIsWrongWithATaskClass() throws Exception {
        assertRefused("com.acme.Missing", "Task class not found: com.acme.Missing. Give the fully qualified name,");
        assertRefused(NotATask.class.getName(), "is not a task: it must implement io.straggler.harness.Task");
        assertRefused(NoConstructor.class.getName(), "a public constructor without parameters.");
        assertRefused(
                ThrowsInConstructor.class.getName(),
                "The constructor of " + ThrowsInConstructor.class.getName()
                        + " threw java.lang.IllegalStateException: no database (at ");
    }

    @Test
    void shouldNameTheTaskClassThatWasProbablyMeant() throws Exception {
        Path classes = Path.of(
                Quick.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        CommandLineRun run = CommandLineRun.of(arguments("Quikc", "--classpath", classes.toString()));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("Task class not found: Quikc; did you mean " + Quick.class.getName() + "?\n");
        assertThat(folder()).doesNotExist();
    }

    private void assertRefused(String task, String message) throws Exception {
        CommandLineRun run = CommandLineRun.of(arguments(task));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains(message).doesNotContain("\tat ");
        assertThat(folder()).doesNotExist();
    }

    @Test
    void shouldSayInOneLineWhichOptionsDoNotGoTogether() throws Exception {
        assertRefusedOptions(
                "--sample-after must be below the threshold", "--sample-after", "60us", "--threshold", "50us");
        assertRefusedOptions(
                "--threshold must be a duration when there is no warm-up", "--warmup", "none", "--threshold", "auto");
        assertRefusedOptions("--runs must be at least 1: runs=0", "--runs", "0");
        assertRefusedOptions("--pin=4294967296: must be at most 2147483647", "--pin", "4294967296");
        assertRefusedOptions("--seed=abc: must be a whole number", "--seed", "abc");
        assertRefusedOptions("sampling period must be at least 100us", "--sample-period", "1us");
    }

    private void assertRefusedOptions(String message, String... options) throws Exception {
        CommandLineRun run = run(Quick.class, options);
        assertThat(run.exitCode()).as(message).isEqualTo(1);
        assertThat(run.err()).contains(message).hasLineCount(1);
        assertThat(folder()).doesNotExist();
    }

    @Test
    void shouldRefuseAFolderThatCannotBeUsedAndLeaveItAsItIs() throws Exception {
        Path kept = Files.createDirectories(folder()).resolve("kept");
        Files.writeString(kept, "somebody's");
        assertRefusedFolder(folder(), "The output folder is not empty: ");
        assertRefusedFolder(kept, "The output folder is a file: ");
        assertRefusedFolder(Path.of("/proc/straggler-run"), "The output folder cannot be written: /proc/straggler-run");
        assertThat(kept).hasContent("somebody's");
    }

    private void assertRefusedFolder(Path out, String message) throws Exception {
        CommandLineRun run = run(Quick.class, "--out", out.toString());
        assertThat(run.exitCode()).as(message).isEqualTo(1);
        assertThat(run.err()).contains(message).hasLineCount(1);
    }

    @Test
    void shouldSayWhichEntryOfTheClassPathIsMissing() throws Exception {
        assertRefusedOptions("--classpath=no.jar: must name jars and folders that exist", "--classpath", "no.jar");
    }

    @Test
    void shouldSayThatSetUpThrew() throws Exception {
        CommandLineRun run = run(ThrowsInSetUp.class);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).contains("failed: setUp threw java.io.IOException: port in use (at ");
    }

    @Test
    void shouldWriteWhatWasMeasuredOnInterrupt() throws Exception {
        CommandLineProcess run = CommandLineProcess.startAndAwait(
                Quick.MEASURING, arguments(Quick.class.getName(), "--duration", "2min"));
        run.interrupt();

        assertThat(run.exitCode()).as(run.err()).isEqualTo(130);
        assertThat(analysis().run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(analysis().run().reason()).isEqualTo("interrupted");
        assertThat(folder().resolve("report.html")).exists();
        assertThat(run.out()).contains("interrupted", "report.html");
    }
}
