package io.straggler.cli.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.accuracy.Accuracy;
import io.straggler.cli.CommandLineProcess;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.option.ExitCode;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.Evidence;
import io.straggler.model.VirtualThreads;
import io.straggler.selftest.Truth;
import io.straggler.selftest.Truths;
import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.fault.Regime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command in a process of its own. How good the diagnosis is, is not tested here: that is what the command is for. */
class SelftestCommandTest {
    /** What the JVM itself must have reported of an iteration to which this was done. */
    private static final int INJECTIONS = 5;

    private static final Map<Fault, Evidence.Kind> REPORTED = new EnumMap<>(Map.of(
            Fault.GC, Evidence.Kind.GC_PAUSE,
            Fault.ALLOCATION, Evidence.Kind.ALLOCATION,
            Fault.PARK, Evidence.Kind.PARK,
            Fault.SLEEP, Evidence.Kind.SLEEP,
            Fault.FILE, Evidence.Kind.FILE_IO,
            Fault.SOCKET, Evidence.Kind.SOCKET_IO,
            Fault.CLASS_LOADING, Evidence.Kind.CLASS_LOADING,
            Fault.DEOPTIMIZATION, Evidence.Kind.DEOPTIMIZATION));

    @TempDir
    private Path scratch;

    private CommandLineRun selftest(String... more) throws Exception {
        return CommandLineRun.of(arguments(more));
    }

    private String[] arguments(String... more) {
        List<String> arguments = new ArrayList<>(List.of("selftest", "--out", folder().toString()));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private Path folder() {
        return scratch.resolve("selftest");
    }

    @Test
    void shouldDoWhatItSaysAndScoreIt() throws Exception {
        CommandLineRun run =
                selftest("--injections", Integer.toString(INJECTIONS), "--seed", "5", "--json", "-", "--confusion");

        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(0);
        JsonNode json = new JsonMapper().readTree(run.out());
        assertThat(Files.readString(folder().resolve("selftest.json"))).isEqualTo(run.out());
        assertThat(Files.readString(folder().resolve("selftest.html")))
                .contains("How often each cause is right", "What each fault was taken for");
        assertThat(json.get("seeds").get(0).asInt()).isEqualTo(5);
        assertThat(json.get("score").get("faults"))
                .hasSize(Fault.of(Regime.LABORATORY).size() - 1);
        assertThat(run.err()).contains("explicit GC", "burst of arrivals", "  placebo     ", "  overall     ");
        Truths truths = Truths.read(folder().resolve("seed-5/truth.json"));
        // A busy machine leaves some out.
        assertThat(json.get("score").get("placebos").asLong())
                .isEqualTo(truths.labelled().stream()
                        .filter(truth -> truth.fault() == Fault.PLACEBO)
                        .count())
                .isLessThanOrEqualTo(INJECTIONS);
        shouldHaveReallyHappened(truths, Analysis.of(new RunFolder(folder().resolve("seed-5"))));
        assertThat(Accuracy.ofThisMachine(20_000, false))
                .map(Accuracy::injections)
                .hasValue(json.get("score").get("injections").asInt());
    }

    private static void shouldHaveReallyHappened(Truths truths, Analysis analysis) {
        Map<Long, DiagnosedOutlier> outliers = analysis.conclusions().diagnosis().outliers().stream()
                .collect(Collectors.toMap(one -> one.outlier().iteration().intendedNs(), one -> one));
        int expectedFaults = 0;
        int doneFaults = 0;
        for (Fault fault : Fault.of(Regime.LABORATORY)) {
            List<Truth> done = truths.labelled().stream()
                    .filter(truth -> truth.fault() == fault)
                    .toList();
            boolean expected = fault != Fault.DISTURBED
                    && fault != Fault.BURST
                    && !truths.impossible().containsKey(fault);
            assertThat(done).as(fault.title()).hasSizeLessThanOrEqualTo(expected ? INJECTIONS : 0);
            expectedFaults += expected ? 1 : 0;
            doneFaults += done.isEmpty() ? 0 : 1;
            // Where all took place: on a busy machine some are left out, and of the rest it may be none that the JVM
            // reports.
            if (REPORTED.containsKey(fault) && done.size() == INJECTIONS) {
                // Not of every one: a lock may have been free again, and a path compiled without the assumption.
                assertThat(done)
                        .as(fault.title())
                        .anyMatch(truth -> isReported(truth, outliers.get(truth.intendedNs()), REPORTED.get(fault)));
            }
        }
        assertThat(doneFaults).as("faults that took place").isGreaterThan(expectedFaults / 2);
        assertThat(REPORTED.keySet())
                .as("faults of which the JVM has reported one")
                .anyMatch(fault -> truths.labelled().stream()
                        .anyMatch(truth -> truth.fault() == fault
                                && isReported(truth, outliers.get(truth.intendedNs()), REPORTED.get(fault))));
    }

    private static boolean isReported(Truth truth, DiagnosedOutlier outlier, Evidence.Kind kind) {
        return truth.injectedNs() > 0
                && outlier != null
                && outlier.evidence().stream()
                        .anyMatch(one ->
                                one.kind() == kind && one.startNs() < truth.endNs() && one.endNs() >= truth.startNs());
    }

    @Test
    void shouldInjectFaultsOutOfLibraryCallsIntoABusyApplicationAndNotKeepSome() throws Exception {
        Path kept = Accuracy.file(Runtime.version().feature(), Accuracy.LABORATORY);
        long before = lastModified(kept);
        Path keptOfRegime = Accuracy.file(Runtime.version().feature(), Regime.APPLICATION.id());
        long beforeOfRegime = lastModified(keptOfRegime);
        CommandLineRun run = selftest(
                "--regime",
                "application",
                "--faults",
                "queue,file-descriptor-sync,placebo",
                "--injections",
                "20",
                "--sensitivity");

        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(0);
        assertThat(lastModified(kept)).isEqualTo(before);
        assertThat(lastModified(keptOfRegime)).isEqualTo(beforeOfRegime);
        assertThat(run.out())
                .doesNotContain("kept")
                .contains("regime      application", "empty queue", "sync of a file descriptor")
                .containsPattern("a capture is answered within +60 µs +\\d+ +[-+0-9]+ +\\d+ +[-+0-9]+");
        assertThat(Truths.read(folder().resolve("seed-1").resolve("truth.json")).labelled())
                .extracting(Truth::fault)
                // On a busy machine not all of them are ready in time.
                .hasSizeBetween(1, 60)
                .isSubsetOf(Fault.QUEUE, Fault.FILE_DESCRIPTOR_SYNC, Fault.PLACEBO);
    }

    @Test
    void shouldInjectFaultsIntoIterationsThatAreHandedFromThreadToThread() throws Exception {
        CommandLineRun run = selftest("--regime", "pipeline", "--faults", "queue,sorting,placebo", "--injections", "8");

        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(0);
        assertThat(run.out()).contains("regime      pipeline", "empty queue", "sorting");
        List<Truth> labelled =
                Truths.read(folder().resolve("seed-1").resolve("truth.json")).labelled();
        assertThat(labelled).hasSizeBetween(1, 24).allMatch(truth -> truth.startNs() > truth.intendedNs());
        assertThat(Analysis.of(new RunFolder(folder().resolve("seed-1")))
                        .conclusions()
                        .diagnosis()
                        .outliers())
                .as("iterations whose way through the threads is known")
                .anyMatch(outlier -> outlier.path().isPresent());
    }

    /** 0 if there is no such file. */
    private static long lastModified(Path file) throws IOException {
        return Files.exists(file) ? Files.getLastModifiedTime(file).toMillis() : 0;
    }

    @Test
    void shouldInjectFaultsOnVirtualThreadsWhereTheJdkHasThem() throws Exception {
        CommandLineRun run = selftest("--regime", "virtual", "--faults", "queue,sorting,placebo", "--injections", "8");

        if (!VirtualThreads.supported()) {
            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).contains("--regime=virtual: this JDK has no virtual threads; use JDK 21 or newer");
            return;
        }
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .contains(
                        "regime      virtual",
                        "empty queue",
                        "; stacks of virtual threads are those of their carriers");
    }

    @Test
    void shouldRefuseARegimeThatThereIsNot() throws Exception {
        CommandLineRun run = selftest("--regime", "production");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("--regime=production: must be one of laboratory, application, combined");
    }

    @Test
    void shouldInjectOnlyWhatIsAskedForAndScoreWhatWasDoneWhenInterrupted() throws Exception {
        // By then the first seed is done, and the last is not, however fast or slow this machine is.
        CommandLineProcess run = CommandLineProcess.startAndAwait(
                "seed 2: ", arguments("--faults", "park,Placebo", "--injections", "8", "--seeds", "20"));
        run.interrupt();

        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(run.out())
                .contains("Interrupted: the figures rest on what was done by then.")
                .doesNotContain("explicit GC", "kept");
        assertThat(folder().resolve("selftest.json")).exists();
        assertThat(Truths.read(folder().resolve("seed-1/truth.json")).labelled())
                .extracting(Truth::fault)
                // On a busy machine the run may be over before all of the 8 of each have come.
                .hasSizeBetween(1, 16)
                .isSubsetOf(Fault.PARK, Fault.PLACEBO);
        assertThat(folder().resolve("seed-1-bursts")).doesNotExist();
    }

    @Test
    void shouldRefuseInOneLineWhatItDoesNotUnderstand() throws Exception {
        shouldRefuse("--faults=rain: must be some of gc, allocation, ", "--faults", "gc,rain");
        shouldRefuse("--seeds=0: must be from 1 to 100", "--seeds", "0");
        shouldRefuse("--injections=0: must be from 1 to 10000", "--injections", "0");
    }

    private void shouldRefuse(String message, String... options) throws Exception {
        CommandLineRun run = selftest(options);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith(message);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(folder()).doesNotExist();
    }

    @Test
    void shouldSayThatTheJvmRefusedItsArguments() throws Exception {
        CommandLineRun run = selftest("--jvm-arg=-XX:+NoSuchFlag", "--faults", "park");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .contains("NoSuchFlag")
                .containsOnlyOnce("The measured JVM refused its arguments, as it says above.");
        assertThat(folder()).doesNotExist();
    }
}
