package io.straggler.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.CommandLineProcess;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.tasks.ClearsProperties;
import io.straggler.cli.tasks.CompletesTwice;
import io.straggler.cli.tasks.Exits;
import io.straggler.cli.tasks.LeavesAProcess;
import io.straggler.cli.tasks.NeverEnds;
import io.straggler.cli.tasks.NoConstructor;
import io.straggler.cli.tasks.NotATask;
import io.straggler.cli.tasks.Quick;
import io.straggler.cli.tasks.Spins50Us;
import io.straggler.cli.tasks.ThrowsInConstructor;
import io.straggler.cli.tasks.ThrowsInSetUp;
import io.straggler.cli.tasks.ThrowsLater;
import io.straggler.model.RunStatus;
import io.straggler.sampler.linux.NativeThread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a user meets when a task, an option or a folder is not as it should be: what it says, and what is kept of what was measured. Most runs have no
 * recording, which takes longest to write and to read.
 */
class RunFailuresTest {
    @TempDir
    private Path scratch;

    private ShortRun shortRun;

    @BeforeEach
    void prepare() {
        shortRun = new ShortRun(scratch);
    }

    @Test
    void shouldKeepWhatWasMeasuredWhenAnIterationThrows() throws Exception {
        CommandLineRun run = shortRun.of(ThrowsLater.class);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(shortRun.analysis().run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(shortRun.analysis().run().reason())
                .startsWith(
                        "iteration 150 threw java.lang.ArithmeticException: boom (at " + ThrowsLater.class.getName());
        assertThat(shortRun.analysis().run().iterations()).isEqualTo(149);
        assertThat(run.out()).contains("FAILED", "iteration 150 threw");
    }

    @Test
    void shouldShowWhatAStuckIterationWasDoing() throws Exception {
        CommandLineRun run = shortRun.of(NeverEnds.class, "--timeout", "400ms", "--jfr", "off");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(shortRun.analysis().run().reason())
                .startsWith("iteration 1 was not complete after ")
                .endsWith(" (see --timeout)");
        assertThat(run.err()).contains("straggler-pacer", "NeverEnds.stuckHere");
    }

    @Test
    void shouldCountCompletionsThatNameNoIteration() throws Exception {
        CommandLineRun run = shortRun.of(CompletesTwice.class, "--jfr", "off");

        run.shouldHaveMeasured();
        assertThat(shortRun.analysis().run().runs().get(0).strayCompletions()).isEqualTo(1_200);
        assertThat(run.out()).contains("1200 completions named a tag that was unknown or already complete");
    }

    @Test
    void shouldSayWhenTheRateCannotBeKept() throws Exception {
        CommandLineRun run = shortRun.of(Spins50Us.class, "--rate", "30k/s", "--duration", "600ms", "--jfr", "off");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(shortRun.analysis().run().status()).isEqualTo(RunStatus.SATURATED);
        assertThat(run.out())
                .contains("saturated: the schedule asked for 30,000/s, but only", "Lower the rate (--rate).");
    }

    @Test
    void shouldSayWhenTheMeasuredJvmDisappears() throws Exception {
        CommandLineRun run = shortRun.of(Exits.class, "--jfr", "off");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("The measured JVM ended with exit code 7 before it had written its results"
                        + " (a task must not call System.exit).");
        assertThat(shortRun.folder()).doesNotExist();
    }

    /** The process has the end of the pipe that the measured JVM wrote to, so its output never ends. */
    @Test
    void shouldNotWaitForAProcessThatTheTaskLeavesRunning() throws Exception {
        CommandLineProcess run = CommandLineProcess.startAndAwait(
                LeavesAProcess.LEAVES, shortRun.arguments(LeavesAProcess.class.getName(), "--jfr", "off"));
        ProcessHandle left = ProcessHandle.of(processLeft(run.err())).orElseThrow();
        try {
            run.shouldHaveMeasured();

            assertThat(left.isAlive()).isTrue();
            assertThat(shortRun.folder().resolve("report.html")).exists();
        } finally {
            left.destroyForcibly();
        }
    }

    private static long processLeft(String err) {
        Matcher said =
                Pattern.compile("(?m)^" + LeavesAProcess.LEAVES + "([0-9]+)$").matcher(err);
        assertThat(said.find()).as(err).isTrue();
        return Long.parseLong(said.group(1));
    }

    @Test
    void shouldRefuseACoreThatItMayNotUse() throws Exception {
        CommandLineRun run = shortRun.of(Quick.class, "--pin", "1023");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo(
                        "--pin=1023: must be one that this process may use, of " + NativeThread.allowedCpus(0) + "\n");
        assertThat(shortRun.folder()).doesNotExist();
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
        CommandLineRun run = shortRun.of(Quick.class, options);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualTo(message + "\n");
        assertThat(shortRun.folder()).doesNotExist();
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
    void shouldSayThatATaskClassNeedsANewerJdk() throws Exception {
        byte[] file = {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, (byte) (99 + 44)};
        Files.write(scratch.resolve("Future.class"), file);

        CommandLineRun run = CommandLineRun.of(shortRun.arguments("Future", "--classpath", scratch.toString()));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .startsWith(
                        "starting\nTask class Future cannot be loaded: java.lang.UnsupportedClassVersionError: Future has been compiled by")
                .endsWith(". Point JAVA_HOME at the JDK that compiled it.\n");
    }

    @Test
    void shouldNameTheTaskClassThatWasProbablyMeant() throws Exception {
        Path classes = Path.of(
                Quick.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        CommandLineRun run = CommandLineRun.of(shortRun.arguments("Quikc", "--classpath", classes.toString()));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("Task class not found: Quikc; did you mean " + Quick.class.getName() + "?\n");
        assertThat(shortRun.folder()).doesNotExist();
    }

    private void assertRefused(String task, String message) throws Exception {
        CommandLineRun run = CommandLineRun.of(shortRun.arguments(task));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains(message).doesNotContain("\tat ");
        assertThat(shortRun.folder()).doesNotExist();
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
        CommandLineRun run = shortRun.of(Quick.class, options);
        assertThat(run.exitCode()).as(message).isEqualTo(1);
        assertThat(run.err()).contains(message).hasLineCount(1);
        assertThat(shortRun.folder()).doesNotExist();
    }

    @Test
    void shouldRefuseAFolderThatCannotBeUsedAndLeaveItAsItIs() throws Exception {
        Path kept = Files.createDirectories(shortRun.folder()).resolve("kept");
        Files.writeString(kept, "somebody's");
        assertRefusedFolder(shortRun.folder(), "The output folder is not empty: ");
        assertRefusedFolder(kept, "The output folder is a file: ");
        assertRefusedFolder(Path.of("/proc/straggler-run"), "The output folder cannot be written: /proc/straggler-run");
        assertThat(kept).hasContent("somebody's");
    }

    private void assertRefusedFolder(Path out, String message) throws Exception {
        CommandLineRun run = shortRun.of(Quick.class, "--out", out.toString());
        assertThat(run.exitCode()).as(message).isEqualTo(1);
        assertThat(run.err()).contains(message).hasLineCount(1);
    }

    @Test
    void shouldSayWhichEntryOfTheClassPathIsMissing() throws Exception {
        assertRefusedOptions("There is no such jar or folder for the class path: no.jar", "--classpath", "no.jar");
    }

    @Test
    void shouldSayThatDeclaredJvmArgumentsAreNoText() throws Exception {
        Path classes = scratch.resolve("classes");
        Path declared = classes.resolve("META-INF/straggler/jvm-arguments");
        Path task = classes.resolve(NoConstructor.class.getName().replace('.', '/') + ".class");
        Files.createDirectories(declared.getParent());
        Files.createDirectories(task.getParent());
        Files.createFile(task);
        Files.write(declared, new byte[] {(byte) 0xFC});
        CommandLineRun run = shortRun.of(NoConstructor.class, "--classpath", classes.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("META-INF/straggler/jvm-arguments of " + classes + " must be text in UTF-8.\n");
        assertThat(shortRun.folder()).doesNotExist();
    }

    @Test
    void shouldSayWhereArgumentsComeFromThatTheMeasuredJvmRefuses() throws Exception {
        CommandLineRun run = shortRun.of(Quick.class, "--jvm-arg", "-Xbogus");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains("-Xbogus")
                .endsWith("The measured JVM refused its arguments, as it says above. They come from --jvm-arg, from the"
                        + " task's META-INF/straggler/jvm-arguments, and from JAVA_TOOL_OPTIONS.\n");
        assertThat(shortRun.folder()).doesNotExist();
    }

    @Test
    void shouldSayThatSetUpThrew() throws Exception {
        CommandLineRun run = shortRun.of(ThrowsInSetUp.class, "--jfr", "off");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).contains("failed: setUp threw java.io.IOException: port in use (at");
    }

    @Test
    void shouldWriteWhatWasMeasuredOnInterrupt() throws Exception {
        CommandLineProcess run = CommandLineProcess.startAndAwait(
                Quick.MEASURING, shortRun.arguments(Quick.class.getName(), "--duration", "2min"));
        run.interrupt();

        assertThat(run.exitCode()).as(run.err()).isEqualTo(130);
        assertThat(shortRun.analysis().run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(shortRun.analysis().run().reason()).isEqualTo("interrupted");
        assertThat(shortRun.folder().resolve("report.html")).exists();
        assertThat(run.out()).contains("interrupted", "report.html");
    }

    @Test
    void shouldLeaveAllThatWasMeasuredWhenItIsKilled() throws Exception {
        CommandLineProcess run = CommandLineProcess.startAndAwait(
                Quick.MEASURED, shortRun.arguments(Quick.class.getName(), "--duration", "2min"));
        ProcessHandle measured = run.descendants().get(0);
        run.signal("KILL");
        run.exitCode();

        CommandLineRun report = CommandLineRun.of("report", shortRun.folder().toString());

        assertThat(report.exitCode()).as(report.err()).isEqualTo(2);
        assertThat(shortRun.analysis().run().reason()).isEqualTo("interrupted");
        assertThat(shortRun.analysis().run().runs()).hasSize(1);
        assertThat(shortRun.analysis().run().iterations()).isGreaterThanOrEqualTo(Quick.SOME);
        assertThat(shortRun.folder().resolve("fork-0")).doesNotExist();
        assertThat(measured.onExit().get()).isNotNull();
    }

    @Test
    void shouldDescribeARunWhoseTaskTouchesTheSystemProperties() throws Exception {
        CommandLineRun run = shortRun.of(ClearsProperties.class, "--jfr", "off");

        run.shouldHaveMeasured();
        assertThat(shortRun.analysis().run().iterations()).isEqualTo(600);
    }
}
