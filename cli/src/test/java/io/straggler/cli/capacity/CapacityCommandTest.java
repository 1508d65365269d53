package io.straggler.cli.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.RunFolder;
import io.straggler.cli.CommandLineProcess;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.fork.FakeJvms;
import io.straggler.cli.tasks.NotATask;
import io.straggler.cli.tasks.Quick;
import io.straggler.cli.tasks.Spins50Us;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The search over JVMs that leave what a test made up, and one test with real ones. */
class CapacityCommandTest {
    @TempDir
    private Path scratch;

    private String[] arguments(Class<?> task, String objective, String range, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "capacity",
                task.getName(),
                "--slo",
                objective,
                "--rates",
                range,
                "--out",
                out().toString(),
                "--warmup",
                "200ms",
                "--duration",
                "600ms"));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private Path out() {
        return scratch.resolve("capacity");
    }

    private JsonNode capacity() throws Exception {
        return JsonMapper.shared().readTree(Files.readString(out().resolve("capacity.json")));
    }

    /** Does no more than a rate, whatever it is asked for. */
    private static FakeJvms doingAtMost(double perSecond) {
        return new FakeJvms((fork, run) ->
                fork.perSecond() > perSecond ? FakeJvms.saturated(fork, run, perSecond) : FakeJvms.ok(run));
    }

    @Test
    void shouldFindTheRateAboveWhichATaskBreaks() throws Exception {
        FakeJvms breaking = new FakeJvms(
                (fork, run) -> fork.perSecond() > 10_000 ? FakeJvms.failed(run, "too fast for me") : FakeJvms.ok(run));
        CommandLineRun capacity = CommandLineRun.of(
                breaking, arguments(Quick.class, "p50 < 10s", "5k..20k", "--precision", "20%", "--confirm", "1"));

        assertThat(capacity.exitCode()).as(capacity.err()).isZero();
        assertThat(capacity.err()).contains("trying 5,000/s: ", "confirming ");
        assertThat(capacity.out()).contains("Sustains ", "held in 1 of 1 confirmation run");
        assertThat(capacity().at("/found/perSecond").asDouble()).isBetween(8_000.0, 10_000.0);
        assertThat(capacity().at("/above/perSecond").asDouble()).isBetween(10_001.0, 12_500.0);
        assertThat(capacity().at("/estimate/width").asDouble()).isGreaterThan(0);
        assertThat(new RunFolder(out().resolve(String.format(Locale.ROOT, "rate-%08d", (long)
                                capacity().at("/found/perSecond").asDouble())))
                        .report())
                .exists();
        for (JsonNode run : capacity().get("runs")) {
            RunFolder folder = new RunFolder(out().resolve(run.get("place").asString()));
            assertThat(folder.readRun().runs()).isNotEmpty();
            boolean holds = run.get("perSecond").asDouble() <= 10_000;
            assertThat(run.get("verdict").asString()).isEqualTo(holds ? "holds" : "fails");
            assertThat(run.get("sentence").asString().contains("too fast for me"))
                    .isEqualTo(!holds);
        }
    }

    @Test
    void shouldTakeSaturationForARateThatIsNotSustained() throws Exception {
        CommandLineRun capacity = CommandLineRun.of(
                doingAtMost(20_000),
                arguments(Quick.class, "p50 < 10s", "2k..40k", "--precision", "100%", "--confirm", "1", "--json", "-"));

        assertThat(capacity.exitCode()).as(capacity.err()).isZero();
        assertThat(capacity.err()).contains("what limits it at 2");
        JsonNode json = JsonMapper.shared().readTree(capacity.out());
        assertThat(json).isEqualTo(capacity());
        assertThat(json.at("/found/perSecond").asDouble()).isBetween(2_000.0, 20_000.0);
        assertThat(json.at("/above/perSecond").asDouble()).isGreaterThan(20_000);
        assertThat(json.at("/limit/thresholdNs").asLong()).isEqualTo(50_000);
        assertThat(json.get("runs"))
                .anySatisfy(run -> assertThat(run.get("sentence").asString()).startsWith("saturated: "));
    }

    @Test
    void shouldGiveNoVerdictOnWhatCannotBeMeasuredInTheTimeThatWasGiven() throws Exception {
        CommandLineRun capacity = CommandLineRun.of(
                doingAtMost(1e9), arguments(Quick.class, "p99.999 < 1s", "2k..100k", "--confirm", "1"));

        assertThat(capacity.exitCode()).as(capacity.err()).isEqualTo(2);
        assertThat(capacity.err()).contains("trying 2,000/s: undecided, p99.999 cannot be judged by 20,000");
        assertThat(capacity.out())
                .contains("No verdict: whether p99.999 < 1s holds", "There, p99.999 cannot be judged by 20,000");
        assertThat(capacity().get("answer").asString()).isEqualTo("no-verdict");
    }

    /** In JVMs of its own, as short as they can be: 50 µs a piece are more than 10, however busy the machine is. */
    @Test
    void shouldSayThatNotEvenTheLowestRateIsSustainedAndWhatLimitsIt() throws Exception {
        CommandLineRun capacity =
                CommandLineRun.of(arguments(Spins50Us.class, "p50 < 10us", "2k..100k", "--confirm", "1"));

        assertThat(capacity.exitCode()).as(capacity.err()).isEqualTo(2);
        assertThat(capacity.out())
                .contains(
                        "Not sustained: p50 < 10us does not hold even at the lowest rate, 2,000/s.",
                        "held in 0 of 1 confirmation run",
                        "what limits it at 2,000/s: ",
                        "outliers of 10 µs or longer: ");
        assertThat(capacity().get("answer").asString()).isEqualTo("not-sustained");
        assertThat(capacity().get("runs").size()).isBetween(2, 5);
        assertThat(new RunFolder(out().resolve("limit").resolve("rate-00002000")).report())
                .exists();
    }

    @Test
    void shouldKeepWholeRunsOnCtrlC() throws Exception {
        CommandLineProcess capacity =
                CommandLineProcess.startOnFakes(1, arguments(Quick.class, "p50 < 10s", "2k..100k"));
        capacity.interrupt();

        assertThat(capacity.exitCode()).as(capacity.err()).isEqualTo(130);
        assertThat(capacity.err()).contains("trying 2,000/s: holds");
        assertThat(capacity.out()).contains("No verdict: p50 < 10s held at 2,000/s, but", "Interrupted after 1 JVM.");
        assertThat(capacity().get("runs")).hasSize(1);
        assertThat(out().toFile().list()).containsExactlyInAnyOrder("rate-00002000", "capacity.json", "capacity.html");
    }

    @Test
    void shouldRefuseBeforeAnythingIsMeasured() throws Exception {
        assertRefused("--slo: objective must be like 'p99 < 10us'", "p99", "2k..100k");
        assertRefused("--slo: objective must be an upper limit", "p99 > 10us", "2k..100k");
        assertRefused("--slo: outliers need a --threshold that is a duration", "outliers < 1%", "2k..100k");
        assertRefused("--rates=100k..2k: must go from a rate to a higher one", "p99 < 10us", "100k..2k");
        assertRefused("--rates=100k,200k: must be like 10k..2M", "p99 < 10us", "100k,200k");
        assertRefused(
                "--precision: precision must be from 0.5% to 100%", "p99 < 10us", "2k..100k", "--precision", "0.1%");
        assertRefused("--precision=high: must be a share such as 5%", "p99 < 10us", "2k..100k", "--precision", "high");
        assertRefused("--confirm: confirmations must be from 1", "p99 < 10us", "2k..100k", "--confirm", "0");
        assertRefused(
                "--max-duration=5 s: must leave time for 9 runs of ", "p99 < 10us", "2k..100k", "--max-duration", "5s");
        // The search takes no samples, but the run that explains what it found does.
        assertRefused("sampling period must be at least 100us", "p99 < 10us", "2k..100k", "--sample-period", "1us");
        assertThat(out()).doesNotExist();
        CommandLineRun refused = CommandLineRun.of(arguments(NotATask.class, "p99 < 10us", "2k..100k"));
        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(1);
        assertThat(refused.err()).contains("is not a task");
        assertThat(out()).doesNotExist();
    }

    private void assertRefused(String message, String objective, String range, String... more) throws Exception {
        CommandLineRun capacity = CommandLineRun.of(arguments(Quick.class, objective, range, more));
        assertThat(capacity.exitCode()).as(capacity.err()).isEqualTo(1);
        assertThat(capacity.err()).contains(message);
    }
}
