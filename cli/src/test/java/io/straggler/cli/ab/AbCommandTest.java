package io.straggler.cli.ab;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.RunFolder;
import io.straggler.cli.CommandLineProcess;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.fork.FakeJvms;
import io.straggler.cli.tasks.Quick;
import io.straggler.cli.tasks.Spiky;
import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Which JVMs are measured, in which order, and what is made of what they leave; what they leave is made up but for one test. */
class AbCommandTest {
    @TempDir
    private Path scratch;

    private String[] arguments(Class<?> a, Class<?> b, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "ab",
                a.getName(),
                b.getName(),
                "--out",
                out().toString(),
                "--rate",
                "1k/s",
                "--warmup",
                "200ms",
                "--duration",
                "600ms"));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private Path out() {
        return scratch.resolve("ab");
    }

    private JsonNode comparison() throws Exception {
        return JsonMapper.shared().readTree(Files.readString(out().resolve("comparison.json")));
    }

    private CommandLineRun measured(FakeJvms jvms, String... more) {
        return CommandLineRun.of(jvms, arguments(Spiky.class, Quick.class, more));
    }

    @Test
    void shouldInterleaveRunsUntilTheDifferenceIsKnown() throws Exception {
        FakeJvms jvms = new FakeJvms((fork, run) ->
                FakeJvms.ok(run.factor(fork.task().equals(Spiky.class.getName()) ? 1.5 : 1)));
        CommandLineRun ab = measured(
                jvms, "--percentile", "p50", "--precision", "999%", "--min-pairs", "4", "--max-duration", "5min");

        assertThat(ab.exitCode()).as(ab.err()).isZero();
        assertThat(ab.err()).contains("after 2 pairs: p50 differs by", "after 4 pairs: p50 differs by");
        assertThat(ab.out())
                .contains(
                        "Quick", "Spiky", "Ended after 4 pairs of JVMs, because the interval of p50 is narrow enough");
        assertThat(comparison().at("/pairing").asString()).isEqualTo("paired");
        assertThat(comparison().at("/basis/units").asString()).isEqualTo("pairs-of-forks");
        assertThat(comparison().at("/basis/unitsA").asInt()).isEqualTo(4);
        assertThat(comparison().at("/metrics/0/verdict").asString()).isEqualTo("improved");
        assertThat(out().resolve("a/report.html")).exists();
        assertThat(out().resolve("b/diagnosis.json")).exists();
        assertPairsFollowEachOther(4);
        // Either is first in half of the pairs, and what the first JVM found is the threshold of all.
        assertThat(jvms.started()).hasSize(8);
        assertThat(IntStream.range(0, 4)
                        .filter(pair -> jvms.started().get(2 * pair).task().equals(Spiky.class.getName())))
                .hasSize(2);
        assertThat(jvms.started().subList(1, 8))
                .allSatisfy(fork -> assertThat(fork.options()).containsEntry("threshold", "50000ns"));
    }

    @Test
    void shouldNotPairRunsThatWereInterleavedWithOthers() throws Exception {
        String[] quick = arguments(Quick.class, Quick.class, "--precision", "999%", "--max-duration", "1ns");
        Path before = scratch.resolve("before/ab");
        Path after = scratch.resolve("after/ab");
        for (Path place : List.of(before, after)) {
            quick[Arrays.asList(quick).indexOf("--out") + 1] = place.toString();
            CommandLineRun ab = CommandLineRun.of(new FakeJvms((fork, run) -> FakeJvms.ok(run)), quick);
            assertThat(ab.exitCode()).as(ab.err()).isZero();
        }

        assertThat(pairing(before.resolve("a"), before.resolve("b"))).isEqualTo("paired");
        assertThat(pairing(before.resolve("b"), after.resolve("b"))).isEqualTo("unpaired");
    }

    private String pairing(Path a, Path b) {
        Path place = scratch.resolve(a.getFileName() + "-" + b.getFileName());
        CommandLineRun compare =
                CommandLineRun.of("compare", a.toString(), b.toString(), "--out", place.toString(), "--json", "-");
        assertThat(compare.exitCode()).as(compare.err()).isZero();
        return JsonMapper.shared().readTree(compare.out()).at("/pairing").asString();
    }

    private void assertPairsFollowEachOther(int pairs) {
        RunDescription a = new RunFolder(out().resolve("a")).readRun();
        RunDescription b = new RunFolder(out().resolve("b")).readRun();
        assertThat(a.runs()).hasSize(pairs).hasSameSizeAs(b.runs());
        for (int pair = 0; pair + 1 < pairs; pair++) {
            long endsMs =
                    Math.max(a.runs().get(pair).endEpochMs(), b.runs().get(pair).endEpochMs());
            assertThat(a.runs().get(pair + 1).startEpochMs()).isGreaterThan(endsMs);
            assertThat(b.runs().get(pair + 1).startEpochMs()).isGreaterThan(endsMs);
        }
    }

    @Test
    void shouldMeasureOneSideWithWhatIsItsOwn() {
        FakeJvms jvms = new FakeJvms((fork, run) -> FakeJvms.ok(run));
        CommandLineRun ab =
                measured(jvms, "--sampler-a", "off", "--jfr-b", "off", "--precision", "999%", "--max-duration", "1ns");

        assertThat(ab.exitCode()).as(ab.err()).isZero();
        assertThat(jvms.started()).allSatisfy(fork -> {
            boolean ofA = fork.task().equals(Spiky.class.getName());
            assertThat(fork.options().get("sampler")).isEqualTo(ofA ? "off" : null);
            assertThat(fork.options().get("jfr")).isEqualTo(ofA ? null : "off");
            assertThat(fork.options()).containsEntry("measure-overhead", "off");
        });
    }

    @Test
    void shouldEndWhenTimeIsUpAndSaySo() {
        FakeJvms jvms = new FakeJvms((fork, run) -> FakeJvms.ok(run));
        CommandLineRun ab = measured(jvms, "--precision", "0.001%", "--max-duration", "1ns");

        assertThat(ab.exitCode()).as(ab.err()).isZero();
        assertThat(ab.out())
                .contains(
                        "Ended after 2 pairs of JVMs, because 1 ns were over (--max-duration) before the interval of");
        assertPairsFollowEachOther(2);
    }

    @Test
    void shouldNotCompareARunThatFailedAndKeepWhatWasMeasured() {
        FakeJvms failing = new FakeJvms((fork, run) -> fork.task().equals(Quick.class.getName()) && fork.number() == 2
                ? FakeJvms.failed(run, "iteration 7 threw up")
                : FakeJvms.ok(run));
        CommandLineRun failed = measured(failing);

        assertThat(failed.exitCode()).isEqualTo(2);
        assertThat(failed.err())
                .contains(
                        "A run of B (" + Quick.class.getName() + ") failed: iteration 7 threw up",
                        "; a failed run is not compared.");
        assertThat(out().resolve("comparison.json")).doesNotExist();
        assertThat(new RunFolder(out().resolve("b")).readRun().status()).isEqualTo(RunStatus.FAILED);
        assertThat(new RunFolder(out().resolve("b")).readRun().runs()).hasSize(3);
    }

    @Test
    void shouldNotCompareASaturatedRun() {
        CommandLineRun saturated = measured(new FakeJvms((fork, run) -> FakeJvms.saturated(fork, run, 10)));

        assertThat(saturated.exitCode()).isEqualTo(2);
        assertThat(saturated.err())
                .contains(" was saturated: the rate was not kept", "; a failed run is not compared.");
        assertThat(out().resolve("comparison.json")).doesNotExist();
    }

    @Test
    void shouldSayWhyAJvmLeftNothing() {
        CommandLineRun died = measured(new FakeJvms((fork, run) -> 137));

        assertThat(died.exitCode()).isEqualTo(2);
        assertThat(died.err())
                .containsPattern("A JVM of [AB] left no results\\. The measured JVM of fork 0 ended with exit code 137"
                        + " before it had written its results \\(it was killed: out of memory\\?\\)\\.");
        assertThat(out().resolve("comparison.json")).doesNotExist();
    }

    @Test
    void shouldSayThatATaskEndedItsJvm() {
        CommandLineRun died =
                measured(new FakeJvms((fork, run) -> fork.task().equals(Quick.class.getName()) ? 7 : FakeJvms.ok(run)));

        assertThat(died.exitCode()).isEqualTo(2);
        assertThat(died.err())
                .contains(
                        "A JVM of B left no results. ", "ended with exit code 7", "(a task must not call System.exit)");
        assertThat(out().resolve("comparison.json")).doesNotExist();
    }

    @Test
    void shouldRefuseBeforeAnythingIsMeasured() throws Exception {
        assertRefused("--percentile=p12: must be p50", "--percentile", "p12");
        assertRefused("--precision=often: must be a share such as 5%", "--precision", "often");
        assertRefused("--max-duration=long: must be a number and a unit", "--max-duration", "long");
        assertRefused("--min-pairs=1: must be from 2 to 500", "--min-pairs", "1");
        assertRefused("--fail-if: gate must be like", "--fail-if", "bad");
        assertRefused("--sampler=sometimes: ", "--sampler-b", "sometimes");
        assertRefused("There is no such jar or folder for the class path: nowhere.jar", "--classpath-b", "nowhere.jar");
        assertThat(out()).doesNotExist();
    }

    private void assertRefused(String message, String... more) throws Exception {
        CommandLineRun ab = CommandLineRun.of(arguments(Quick.class, Quick.class, more));
        assertThat(ab.exitCode()).as(ab.err()).isEqualTo(1);
        assertThat(ab.err()).contains(message);
    }

    /** In JVMs of its own, as short as they can be. */
    @Test
    void shouldKeepWholePairsOnCtrlC() throws Exception {
        CommandLineProcess ab = CommandLineProcess.startAndAwait(
                "pair 2, ", arguments(Quick.class, Quick.class, "--precision", "0.001%", "--threshold", "1ms"));
        ab.interrupt();

        assertThat(ab.exitCode()).as(ab.err()).isEqualTo(130);
        RunDescription a = new RunFolder(out().resolve("a")).readRun();
        RunDescription b = new RunFolder(out().resolve("b")).readRun();
        assertThat(a.status()).isEqualTo(RunStatus.OK);
        assertThat(a.runs()).hasSameSizeAs(b.runs()).hasSizeGreaterThanOrEqualTo(1);
    }

    @Test
    void shouldSayOnCtrlCThatThereIsNoPairYet() throws Exception {
        CommandLineProcess ab = CommandLineProcess.startOnFakes(0, arguments(Quick.class, Quick.class));
        ab.interrupt();

        assertThat(ab.exitCode()).as(ab.err()).isEqualTo(130);
        assertThat(ab.err()).contains("Interrupted before a pair of JVMs was measured.");
        assertThat(out().resolve("a")).doesNotExist();
        assertThat(out().resolve("b")).doesNotExist();
    }
}
