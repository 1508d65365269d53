package io.straggler.cli.ab;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.RunFolder;
import io.straggler.cli.CommandLineProcess;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.tasks.Quick;
import io.straggler.cli.tasks.Spiky;
import io.straggler.cli.tasks.ThrowsLater;
import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Real JVMs in turns, as short as they can be. */
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

    /** On a machine so busy that iterations came together, nothing can be compared; the turns are there nevertheless. */
    @Test
    void shouldMeasureInTurnsUntilTheDifferenceIsKnownOrTimeIsUp() throws Exception {
        CommandLineRun ab = CommandLineRun.of(arguments(
                Spiky.class,
                Quick.class,
                "--percentile",
                "p50",
                "--precision",
                "999%",
                "--min-pairs",
                "4",
                "--max-duration",
                "5min"));

        assertThat(ab.exitCode()).as(ab.err()).isIn(0, 2);
        if (endedBySaturation(ab)) {
            return;
        }
        assertThat(ab.err()).contains("pair 1, ", "pair 2, ", "after 2 pairs: p50 differs by");
        RunDescription a = new RunFolder(out().resolve("a")).readRun();
        RunDescription b = new RunFolder(out().resolve("b")).readRun();
        int pairs = a.runs().size();
        assertThat(pairs).isGreaterThanOrEqualTo(2).isEven();
        if (ab.exitCode() == 0) {
            assertThat(ab.out()).contains("Quick", "Spiky").containsPattern("Ended after \\d+ pairs of JVMs, because");
            assertThat(comparison().at("/pairing").asString()).isEqualTo("paired");
            assertThat(comparison().at("/basis/units").asString()).isEqualTo("pairs-of-forks");
            assertThat(comparison().at("/basis/unitsA").asInt()).isEqualTo(pairs);
        } else {
            assertThat(ab.err()).contains("there are too few samples to compare anything: ");
        }
        assertThat(a.runs()).hasSize(pairs).hasSameSizeAs(b.runs());
        assertThat(a.runs())
                .extracting(run -> run.thresholdNs())
                .containsOnly(b.runs().get(0).thresholdNs());
        assertThat(out().resolve("a/report.html")).exists();
        assertThat(out().resolve("b/diagnosis.json")).exists();
        for (int pair = 0; pair + 1 < pairs; pair++) {
            // In turns: a pair is over before the next begins.
            long endsMs =
                    Math.max(a.runs().get(pair).endEpochMs(), b.runs().get(pair).endEpochMs());
            assertThat(a.runs().get(pair + 1).startEpochMs()).isGreaterThan(endsMs);
            assertThat(b.runs().get(pair + 1).startEpochMs()).isGreaterThan(endsMs);
        }
    }

    @Test
    void shouldEndWhenTimeIsUpAndSaySo() throws Exception {
        CommandLineRun ab =
                CommandLineRun.of(arguments(Quick.class, Quick.class, "--precision", "0.001%", "--max-duration", "2s"));

        assertThat(ab.exitCode()).as(ab.err()).isIn(0, 2);
        if (endedBySaturation(ab)) {
            return;
        }
        assertThat(ab.out() + ab.err())
                .containsAnyOf("because 2 s were over (--max-duration)", "too few samples to compare");
        assertThat(new RunFolder(out().resolve("a")).readRun().runs().size()).isEven();
    }

    /** Whether the machine stood still at the end of a run: then it is not compared, which is right and leaves nothing to test here. */
    private boolean endedBySaturation(CommandLineRun ab) throws Exception {
        boolean ended = endedBySaturation(ab.err());
        if (ended) {
            assertThat(ab.exitCode()).isEqualTo(2);
            assertThat(ab.err()).contains("; a failed run is not compared.");
            assertThat(out().resolve("comparison.json")).doesNotExist();
        }
        return ended;
    }

    private static boolean endedBySaturation(String said) {
        return said.contains(" was saturated: ");
    }

    @Test
    void shouldNotCompareARunThatFailedAndKeepWhatWasMeasured() throws Exception {
        CommandLineRun ab = CommandLineRun.of(arguments(Quick.class, ThrowsLater.class));

        assertThat(ab.exitCode()).isEqualTo(2);
        assertThat(ab.err()).contains("A run of B (" + ThrowsLater.class.getName() + ") failed: ");
        assertThat(out().resolve("comparison.json")).doesNotExist();
        assertThat(new RunFolder(out().resolve("b")).readRun().status()).isEqualTo(RunStatus.FAILED);
    }

    @Test
    void shouldRefuseBeforeAnythingIsMeasured() throws Exception {
        assertRefused("--percentile: must be p50", "--percentile", "p12");
        assertRefused("--precision: must be a share such as 5%", "--precision", "often");
        assertRefused("--max-duration: duration must be a number and a unit", "--max-duration", "long");
        assertRefused("--min-pairs: must be from 2 to 500", "--min-pairs", "1");
        assertRefused("--fail-if: gate must be like", "--fail-if", "bad");
        assertRefused(
                "--classpath: must name jars and folders that exist: entry=nowhere.jar",
                "--classpath-b",
                "nowhere.jar");
        assertThat(out()).doesNotExist();
    }

    private void assertRefused(String message, String... more) throws Exception {
        CommandLineRun ab = CommandLineRun.of(arguments(Quick.class, Quick.class, more));
        assertThat(ab.exitCode()).as(ab.err()).isEqualTo(1);
        assertThat(ab.err()).contains(message);
    }

    @Test
    void shouldKeepWholePairsOnCtrlC() throws Exception {
        CommandLineProcess ab = CommandLineProcess.startAndAwait(
                "pair 2, ", arguments(Quick.class, Quick.class, "--precision", "0.001%"));
        if (endedBySaturation(ab.err())) {
            assertThat(ab.exitCode()).isEqualTo(2);
            return;
        }
        ab.interrupt();

        assertThat(ab.exitCode()).as(ab.err()).isEqualTo(130);
        RunDescription a = new RunFolder(out().resolve("a")).readRun();
        RunDescription b = new RunFolder(out().resolve("b")).readRun();
        assertThat(a.status()).isEqualTo(RunStatus.OK);
        assertThat(a.runs()).hasSameSizeAs(b.runs()).hasSizeGreaterThanOrEqualTo(1);
    }
}
